import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import process from 'node:process';

/**
 * The folder of the language servers that npm does not carry. Every checkout of the user shares it.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function toolsFolder(env = process.env) {
  const named = env['XDG_CACHE_HOME'] ?? '';
  return join(isAbsolute(named) ? named : join(homedir(), '.cache'), 'llxprt-lsp', 'tools');
}

/** @param {string} prefix */
export const binFolder = (prefix) => join(prefix, 'bin');

/**
 * An environment in which tests find the installed servers. They come first on PATH, because they
 * are the pinned ones. And rustup's placeholder for a component that is not installed is called
 * rust-analyzer, too.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withTools(env) {
  const bin = binFolder(toolsFolder(env));
  const folders = (env['PATH'] ?? '').split(delimiter);
  return folders[0] === bin ? env : { ...env, PATH: [bin, ...folders].join(delimiter) };
}
