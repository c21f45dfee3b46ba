/**
 * The result for one server. `impossible`: this machine lacks what an installation needs, which is
 * no failure. `missing`: not tried yet.
 * @typedef {{ name: string } & (
 *   | { kind: 'found', version: string }
 *   | { kind: 'installed', version: string, seconds: number }
 *   | { kind: 'missing', pinned: string }
 *   | { kind: 'impossible', reason: string }
 *   | { kind: 'failed', reason: string }
 * )} Result
 */

/**
 * @param {Result} result
 * @returns {string} one line; for a failure, the programs' output follows
 */
export function line(result) {
  switch (result.kind) {
    case 'found':
      return `${result.name} ${result.version} (found)`;
    case 'installed':
      return `${result.name} ${result.version} (installed in ${String(result.seconds)} s)`;
    case 'missing':
      return `${result.name}: missing; ${result.pinned} would be installed`;
    case 'impossible':
      return `${result.name}: not installable here: ${result.reason}`;
    case 'failed':
      return `${result.name}: could not be installed: ${result.reason}`;
  }
}
