// Chromium flags: no background work or network requests.

/** Playwright's own, repeated because Chromium uses only the last `--disable-features`. */
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

/** Otherwise every window loads a page as slow as the dashboard. */
const addressSuggestions = ['WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'];

export const chromiumArgs = [
  // The sandbox needs rights that containers and root lack.
  '--no-sandbox',
  `--disable-features=${[...offWithPlaywright, ...addressSuggestions, 'SpareRendererForSitePerProcess'].join(',')}`,
];
