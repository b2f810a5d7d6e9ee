// A decision as Markdown, for a ticket or a mail: every figure with its formula, every assumption said.
import type { Decision } from './decision.ts';
import { decisionCard } from './decision-card.ts';

/** @param link where the same decision opens; left out where there is none */
export function decisionMarkdown(decision: Decision, link: string | null): string {
  const { title, day, verdict, answer, figures, prices, assumptions, warnings } = decisionCard(decision);
  return [
    `## ${escapeText(title)}`,
    '',
    escapeText(verdict),
    ...(answer === null ? [] : ['', escapeText(answer)]),
    ...warnings.flatMap((warning) => ['', `**${escapeText(warning)}**`]),
    '',
    '| Figure | Value | Formula |',
    '| --- | ---: | --- |',
    ...figures.map(({ label, text, formula }) => `| ${[label, text, formula].map(escapeText).join(' | ')} |`),
    '',
    `Prices, read ${day}:`,
    '',
    ...prices.map((price) => `- ${escapeText(price)}`),
    '',
    'Assumptions:',
    '',
    ...assumptions.map((each) => `- ${escapeText(each)}`),
    ...(link === null ? [] : ['', `[Open, and compare with the prices of today](${link})`]),
    '',
  ].join('\n');
}

/** Names come from services: nothing in them may become markup, and no bar may end a cell. */
function escapeText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&');
}
