import { relative, sep } from 'node:path';
import type { ModuleResolver } from '../../backend/imports/imports.ts';

/**
 * Keys headers by the end of their paths: any folder may be on the include path, and the includer's
 * own folder is.
 */
export class CNaming implements ModuleResolver {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  refresh(): Promise<boolean> {
    return Promise.resolve(false);
  }

  keys(_from: string, specifier: string): string[] {
    return [specifier.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..').join('/')];
  }

  *names(path: string): Generator<string> {
    const parts = relative(this.#root, path).split(sep);
    for (let first = parts.length - 1; first >= 0; first -= 1) yield parts.slice(first).join('/');
  }
}
