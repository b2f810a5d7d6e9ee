// How a Chromium is started for tests and benches: nothing of its own that costs processor time or asks a network.

/** Off with Playwright itself; repeated because a browser heeds only the last list that it is given. */
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

/** Suggestions under the address are a page of their own: loaded with every window, it takes as long as the dashboard. */
const addressSuggestions = ['WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'];

/** Arguments for `launch`. */
export const chromiumArgs = [
  // Chromium's sandbox needs rights that containers and the root user do not have.
  '--no-sandbox',
  `--disable-features=${[...offWithPlaywright, ...addressSuggestions, 'SpareRendererForSitePerProcess'].join(',')}`,
];
