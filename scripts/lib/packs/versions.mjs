import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files that changesets does not know: manifests of hosts, and the package outside of the
 * workspaces. All have one version.
 */
const manifests = [
  'package.json',
  'packages/lsp/package.json',
  'packages/gemini-cli-extension/gemini-extension.json',
  'packages/cli/hosts/claude-code/.claude-plugin/plugin.json',
  'packages/cli/hosts/copilot-cli/plugin.json',
  'packages/cli/hosts/qwen-code/qwen-extension.json',
  'packages/cli/hosts/llxprt-code/llxprt-extension.json',
];

/** Sources that send the release's version to the other end of a connection. */
const sources = ['packages/core/src/lsp/mcp-session.ts', 'packages/lsp/src/channels/mcp/mcp-server.ts'];

/**
 * Each place that states the release's version, and the version it states.
 * @param {string} root absolute, of the clone
 * @returns {{ file: string, version: string | undefined }[]}
 */
export const statedVersions = (root) =>
  [...manifests, ...sources].map((file) => ({
    file,
    version: statement(file).exec(readFileSync(join(root, file), 'utf8'))?.[2],
  }));

/**
 * @param {string} root absolute, of the clone
 * @param {string} version
 */
export function stateVersion(root, version) {
  for (const file of [...manifests, ...sources]) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    if (!statement(file).test(text)) throw new Error(`${file} states no version`);
    writeFileSync(path, text.replace(statement(file), `$1${version}$3`));
  }
}

/** @param {string} file */
const statement = (file) =>
  file.endsWith('.json') ? /^( {2}"version": ")([^"]+)(")/m : /(\bversion: ')(\d+\.\d+\.\d+[^']*)(')/;
