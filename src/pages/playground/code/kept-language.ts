// The language that was chosen last, on this device.
import { stored } from '#lib/stored.ts';
import { parseLanguage, type LanguageId } from './languages.ts';

/** curl until another one is chosen. */
export const keptLanguage = stored<LanguageId>({
  key: 'inferdeck.code-language',
  version: 1,
  parse: parseLanguage,
  fallback: 'curl',
  storage: () => localStorage,
});
