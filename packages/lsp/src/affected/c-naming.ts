import { dirname, join, relative, sep } from 'node:path';
import type { Naming } from './imports.ts';

/** Headers by their place beside the file that includes them, and by how their path ends: any folder may be on the include path. */
export class CNaming implements Naming {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  refresh(): Promise<boolean> {
    return Promise.resolve(false);
  }

  keys(from: string, specifier: string): string[] {
    if (specifier.startsWith('<')) return [ending(specifier.slice(1))];
    return [join(dirname(from), specifier), ending(specifier)];
  }

  *names(path: string): Generator<string> {
    yield path;
    const parts = relative(this.#root, path).split(sep);
    for (let first = parts.length - 1; first >= 0; first -= 1) yield parts.slice(first).join('/');
  }
}

function ending(specifier: string): string {
  return specifier.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..').join('/');
}
