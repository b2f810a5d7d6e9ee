// Chromium flags for tests and benches: no background work or network requests.

/** Playwright's own list, repeated because Chromium only uses the last `--disable-features`. */
const offWithPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** The address bar's suggestions are a page loaded with every window, as slow as the dashboard. */
const addressSuggestions = ['WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'];

export const chromiumArgs = [
  // Chromium's sandbox needs rights that containers and the root user lack.
  '--no-sandbox',
  `--disable-features=${[...offWithPlaywright, ...addressSuggestions, 'SpareRendererForSitePerProcess'].join(',')}`,
];
