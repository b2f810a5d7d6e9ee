// Applies the kept theme and panel width before the first paint, and a theme chosen in another tab. A file of its own, because the page's policy allows no inline script.
/** @param {string | null} theme */
const applyTheme = (theme) => {
  const { dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  else delete dataset.theme;
};
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'inferdeck.theme') applyTheme(newValue);
});
try {
  applyTheme(localStorage.getItem('inferdeck.theme'));
  const width = /"value":(\d+)/.exec(localStorage.getItem('inferdeck.side-width') ?? '')?.[1];
  if (width) document.documentElement.style.setProperty('--side', `min(${width}px, 50vw)`);
} catch {
  // Storage is blocked or damaged: the defaults apply.
}
