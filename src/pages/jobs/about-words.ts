// What a job is about, in a few words from its arguments: what it makes, from what.
import type { Job } from '#api/schema/job.ts';

const longest = 200;

/** `acme/tales-1m from tales.gguf`; the first texts among the arguments of kinds that are not known; empty without any. */
export function aboutWords({ args = {} }: Job): string {
  const text = (name: string) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    return typeof value === 'string' ? value.trim() : '';
  };
  const name = text('modelName');
  const source = text('modelSource') || text('baseModel');
  if (name !== '' && source !== '') return `${name} from ${source}`.slice(0, longest);
  const texts = Object.values(args).filter((value) => typeof value === 'string' && value.trim() !== '');
  return (name || texts.slice(0, 2).join(', ')).slice(0, longest);
}
