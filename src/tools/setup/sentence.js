// Turns what a failed program printed into one sentence that names the cause and the next act.

/** @type {readonly (readonly [RegExp, string])[]} */
const causes = [
  [/ENOSPC|no space left/i, 'the disk is full: free some space and run the same command again'],
  [
    /EACCES|EPERM|permission denied/i,
    'there is no permission to write in this folder: make it writable for your user, or clone into one that is',
  ],
  [/EROFS|read-only file system/i, 'this folder lies on a read-only file system: clone into a writable one'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i,
    'the package registry could not be reached: check the network or the proxy settings of npm',
  ],
  [/E401|E403/, 'the package registry refused the request: check the credentials in your npm configuration'],
];

/**
 * @param {string} output - everything that the program printed
 * @param {string} what - what could not be done, like "npm could not install the packages"
 * @returns {string} a sentence, followed by the last lines of the output where no cause is known
 */
export function sentenceFor(output, what) {
  const known = causes.find(([pattern]) => pattern.test(output));
  if (known) return `${what}: ${known[1]}.`;
  const tail = output.trim().split('\n').slice(-12).join('\n');
  return tail === '' ? `${what}.` : `${what}. Its last words:\n${tail}`;
}
