// Node version check, in syntax that old Nodes parse.

/**
 * Prints one sentence and sets exit code 1 if Node is too old or the program fails.
 * @param {() => Promise<void>} program
 */
export function withNode(program) {
  var complaint = tooOld(process.versions.node);
  if (complaint !== null) {
    console.error(complaint);
    process.exitCode = 1;
    return;
  }
  program().catch(function (error) {
    // Open handles of a failed program must not keep the process alive.
    process.stderr.write((error instanceof Error ? error.message : error) + '\n', function () {
      process.exit(1);
    });
  });
}

/**
 * @param {string} version - "20.19.0"
 * @returns {string | null} one sentence if too old
 */
export function tooOld(version) {
  var parts = version.split('.').map(Number);
  var major = parts[0] || 0;
  var minor = parts[1] || 0;
  if (major > 20 || (major === 20 && minor >= 19)) return null;
  return (
    'Inferdeck needs Node 20.19 or newer; this is Node ' +
    version +
    '. Install a newer one from nodejs.org and run the same command again.'
  );
}
