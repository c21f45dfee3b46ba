import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

const extension = join(root, 'packages', 'gemini-cli-extension');

/**
 * The files that the clone's extension folder refers to elsewhere, by their place in the packed
 * folder.
 */
const borrowed = {
  'bin/llxprt-lsp-hook': 'packages/cli/bin/llxprt-lsp-hook',
  'dist/hook.mjs': 'packages/cli/dist/hook.mjs',
  LICENSE: 'LICENSE',
};

/**
 * Writes the extension for Gemini CLI as a folder that needs nothing of this clone: the content of
 * a branch or an archive that it is installed from.
 * @param {string} folder absolute; what it holds is replaced, but for its `.git`
 */
export function packGemini(folder) {
  /** @type {{ files: string[] }} */
  const { files } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  for (const name of [...files, ...Object.keys(borrowed)])
    rmSync(join(folder, name), { recursive: true, force: true });
  for (const name of files.filter((path) => existsSync(join(extension, path)))) {
    cpSync(join(extension, name), join(folder, name), {
      recursive: true,
      filter: (source) => source !== join(extension, 'bin', 'llxprt-lsp-hook'),
    });
  }
  for (const [name, source] of Object.entries(borrowed)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, source), join(folder, name));
  }
}
