// Checks of the raw request line and headers, before parsers normalize them.
import { HttpError } from './http-error.ts';

/** From Node, before conversion to a Web Request. */
interface RawRequest {
  readonly target: string;
  /** Names and values in turn, as received, duplicates included. */
  readonly rawHeaders: readonly string[];
}

const pathPattern = /^\/[^\\]*$/u;
/** Slashes, backslashes, NUL, and characters that never need encoding: letters, digits, `-._~`. */
const hidden = /%(?:00|2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])/iu;
const dotSegment = /\/\.{1,2}(?:\/|$)/u;
const outsideVisibleAscii = /[^\u0021-\u007E]/u;

/**
 * Null if acceptable. Refused: a target that is not a plain path (absolute-form, `//`, a dot segment, backslashes,
 * encoded slashes or letters, a fragment), more or less than one Host header, Upgrade.
 */
export function judgeRawRequest({ target, rawHeaders }: RawRequest): HttpError | null {
  const names = rawHeaders.filter((_, position) => position % 2 === 0).map((name) => name.toLowerCase());
  if (!isPlainTarget(target)) {
    return new HttpError(400, 'The request target is not a plain path.', { code: 'bad_target' });
  }
  if (names.filter((name) => name === 'host').length !== 1) {
    return new HttpError(400, 'A request needs exactly one Host header.', {
      code: 'bad_host',
      param: 'Host',
    });
  }
  if (names.includes('upgrade')) {
    return new HttpError(400, 'This service does not upgrade connections.', {
      code: 'upgrade_refused',
      param: 'Upgrade',
      headers: { Connection: 'close' },
    });
  }
  return null;
}

function isPlainTarget(target: string): boolean {
  const path = target.replace(/\?.*/su, '');
  return (
    pathPattern.test(path) &&
    !path.includes('//') &&
    !hidden.test(path) &&
    !dotSegment.test(path) &&
    !target.includes('#') &&
    !outsideVisibleAscii.test(target)
  );
}
