import { join, resolve } from 'node:path';
import type { ProgramPlace } from '@vybestack/llxprt-lsp-core';
import { isPiExtension, piSource } from './host-files.js';
import { located, runWith } from './run-program.js';
import type { Checked } from './server-probe.js';

/** npm is asked where it installs, ms. */
const NPM_MS = 30_000;

/** @param root the folder of pi's settings, of the user or of the project */
export async function piPackage(
  root: string,
  cwd: string,
  programs: ProgramPlace,
  signal: AbortSignal,
): Promise<Checked> {
  const source = piSource(root);
  if (source.startsWith('npm:')) {
    const name = source.slice('npm:'.length);
    const folders = [join(root, 'npm', 'node_modules'), ...(await npmRoot(cwd, programs, signal))];
    const installed = folders.map((folder) => join(folder, name)).find((folder) => isPiExtension(folder));
    return installed === undefined
      ? {
          problems: [
            `pi has not installed ${source}: it does when it starts, if npm has that package. Until then ` +
              `edits carry no errors. Where you have it as a file, install it beside this program: npm ` +
              `install -g FILE, then: llxprt-lsp install pi`,
          ],
          works: [],
        }
      : { problems: [], works: [`${installed} holds the extension`] };
  }
  const folder = resolve(root, source);
  return isPiExtension(folder)
    ? { problems: [], works: [`${folder} holds the extension`] }
    : { problems: [`${folder} does not hold the extension, built`], works: [] };
}

/** Where npm installs for the user; pi asks it in the same way. */
async function npmRoot(cwd: string, programs: ProgramPlace, signal: AbortSignal): Promise<string[]> {
  const words = located(['npm', 'root', '-g'], programs);
  if (words === undefined) return [];
  const ended = await runWith(words, '', {
    cwd,
    env: programs.env,
    signal: AbortSignal.any([signal, AbortSignal.timeout(NPM_MS)]),
  });
  return ended.kind === 'ended' && ended.code === 0 ? [ended.out.trim()] : [];
}
