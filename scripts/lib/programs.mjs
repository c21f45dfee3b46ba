import process from 'node:process';
import { findServers, installServers } from './servers/index.mjs';
import { toolsFolder } from './servers/place.mjs';
import { line } from './servers/result.mjs';

/**
 * Programs for tests that npm does not carry. CI installs them. Elsewhere the user decides that,
 * and a test whose program is missing is skipped. Each program counts as one.
 * @param {string} name
 * @param {readonly import('./servers/server.mjs').Server[]} programs
 * @returns {import('./runners.mjs').Check}
 */
export const programs = (name, programs) => ({
  name,
  run: async () => {
    const results = await (process.env['CI'] === 'true' ? installServers : findServers)(
      programs,
      toolsFolder(),
    );
    console.log(results.map((result) => `     ${line(result)}`).join('\n'));
    return { cases: results.map(programCase), output: '' };
  },
});

/**
 * @param {import('./servers/result.mjs').Result} result
 * @returns {import('./cases.mjs').Case}
 */
function programCase(result) {
  const { name } = result;
  switch (result.kind) {
    case 'found':
    case 'installed':
      return { name, state: 'passed' };
    case 'missing':
      return { name, state: 'skipped', reason: `node scripts/setup-language-servers.mjs --only ${name}` };
    case 'impossible':
      return { name, state: 'skipped', reason: `not installable here: ${result.reason}` };
    case 'failed':
      return { name, state: 'failed', error: result.reason };
  }
}
