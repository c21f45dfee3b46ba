import process from 'node:process';

/** Says which versions of hosts the tests drive in place of the pinned ones: `codex@1.2.3 pi@4.5.6`. */
const VARIABLE = 'LLXPRT_HOST_VERSIONS';

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Readonly<Record<string, string | undefined>>} by host
 */
export function triedVersions(env = process.env) {
  const words = (env[VARIABLE] ?? '').split(' ').filter((word) => word !== '');
  return Object.fromEntries(words.map((word) => word.split('@')));
}

/**
 * The environment in which tests drive this version.
 * @param {string} host
 * @param {string} version
 */
export const trying = (host, version) => ({ [VARIABLE]: `${host}@${version}` });
