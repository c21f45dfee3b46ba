import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { fakePackage, repositoryBun } from '../../core/test/support/fake-sidecar.js';

/** For programs that run such a package. */
export const FAKE_SERVICE_ENV = { LLXPRT_BUN: repositoryBun() };

/** A package of this repository as npm would install it into a folder, beside a sidecar that tells the origins of its findings. */
export function installBesideFake(name: 'cli' | 'core' | 'pi-extension', folder: string): string {
  for (const part of ['dist', 'package.json'])
    cpSync(join(root, 'packages', name, part), join(folder, part), { recursive: true });
  link(fakePackage('tells-origins'), join(folder, 'node_modules/@vybestack/llxprt-code-lsp'));
  return folder;
}

/** pi's extension, with core and what that needs. */
export function installPiBesideFake(folder: string): string {
  installBesideFake('pi-extension', folder);
  installBesideFake('core', join(folder, 'node_modules/@vybestack/llxprt-lsp-core'));
  const modules = join(root, 'node_modules');
  for (const name of readdirSync(modules))
    if (name !== '@vybestack' && !name.startsWith('.'))
      link(join(modules, name), join(folder, 'node_modules', name));
  return folder;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}
