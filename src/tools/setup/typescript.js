// TypeScript loader for the programs of src/tools.
import { ensureInstalled } from './install.js';

/**
 * @param {string} file - below src/tools; it exports `main(): Promise<void>`
 * @returns {Promise<void>}
 */
export async function runProgram(file) {
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {{ main(): Promise<void> }} */
  const program = await tsImport(new URL(`../${file}`, import.meta.url).href, import.meta.url);
  await program.main();
}
