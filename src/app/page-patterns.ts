// The addresses of the pages: for the router, and for the preloads that the build writes.

/** By the page's component; the first that matches. What is in brackets is the id. */
export const pagePatterns = {
  PlaygroundPage: /^\/$/,
  ModelsPage: /^\/models\/?$/,
  HardwarePage: /^\/hardware\/?$/,
  FineTunesPage: /^\/fine-tunes\/?$/,
  LocalPage: /^\/fine-tunes\/local\/?$/,
  FineTunePage: /^\/fine-tunes\/([^/]+)\/?$/,
  JobsPage: /^\/jobs\/?$/,
  JobPage: /^\/jobs\/([^/]+)\/?$/,
} as const;
