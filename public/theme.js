// Applies the kept theme and panel width before the first paint. A file of its own, because the page's policy allows no inline script.
try {
  const theme = localStorage.getItem('inferdeck.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const width = /"value":(\d+)/.exec(localStorage.getItem('inferdeck.side-width') ?? '')?.[1];
  if (width) document.documentElement.style.setProperty('--side', `min(${width}px, 50vw)`);
} catch {
  // Storage is blocked or damaged: the defaults apply.
}
