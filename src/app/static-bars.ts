// Bars of the shell: their classes, and their markup in index.html.
import { paths } from '#lib/address.ts';

export const sections = [
  { path: paths.playground, title: 'Playground' },
  { path: paths.models, title: 'Models' },
  { path: paths.hardware, title: 'Hardware' },
  { path: paths.fineTunes, title: 'Fine-tunes' },
  { path: paths.jobs, title: 'Jobs' },
] as const;

/** Classes of the bars, equal before and after the first script. */
export const barLooks = {
  shell: 'grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]',
  header: 'isolate flex h-bar items-stretch gap-3 border-b border-line bg-panel px-3',
  home: 'flex items-center gap-2 pr-3 font-strong',
  nav: 'flex max-tablet:hidden',
  phoneNav: 'flex h-13 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] tablet:hidden',
  link: 'flex h-full items-center border-transparent whitespace-nowrap text-muted transition-colors hover:text-text aria-[current=page]:border-act aria-[current=page]:font-strong aria-[current=page]:text-text',
  top: 'px-3.5 border-b-2 pt-0.5',
  bottom: 'flex-1 justify-center border-t-2 pb-0.5 text-label',
} as const;

/** Painted before any script has come, and replaced by the shell. */
export function staticBars(): string {
  const { shell, header, home, nav, phoneNav } = barLooks;
  return [
    `<div class="${shell}"><header class="${header}"><a href="/" class="${home}">${mark}Inferdeck</a>`,
    `<nav aria-label="Pages" class="${nav}">${links('top')}</nav></header><div></div>`,
    `<nav aria-label="Pages" class="${phoneNav}">${links('bottom')}</nav></div>`,
  ].join('');
}

const mark =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" class="shrink-0">' +
  '<rect y="2.5" width="16" height="2.5" rx="0.6" fill="var(--act)"/>' +
  '<rect y="6.75" width="11" height="2.5" rx="0.6" fill="var(--series-2)"/>' +
  '<rect y="11" width="6.5" height="2.5" rx="0.6" fill="var(--act)"/></svg>';

function links(place: 'top' | 'bottom'): string {
  return sections
    .map(({ path, title }) => {
      const layer = 'col-start-1 row-start-1';
      const label = `<span class="${layer} text-center">${title}</span>`;
      const strong = `<span aria-hidden="true" class="invisible ${layer} font-strong">${title}</span>`;
      return `<a href="${path}" class="${barLooks.link} ${barLooks[place]}"><span class="grid">${label}${strong}</span></a>`;
    })
    .join('');
}
