import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ReadOnce } from '../../backend/read-once.ts';
import { namesIn } from '../../support/folders.ts';
import { isBelow } from '../../support/paths.ts';
import { fitsGlob, pathGlob } from '../../support/path-glob.ts';
import { embedPatterns, hasWildcards, plainPath } from './embed-directives.ts';

/** How many patterns are remembered, of all files together. */
const MOST = 1000;

/**
 * What the files that gopls was asked about embed. Quirk(gopls): it looks for these files when it loads a
 * package, and never again.
 */
export class Embedded {
  /** Absolute patterns, by the file that names them. */
  readonly #patterns = new Map<string, readonly string[]>();

  /** @param file absolute */
  note(file: string, text: string): void {
    const patterns = embedPatterns(text).map(({ path }) => join(dirname(file), path));
    this.#patterns.delete(file);
    if (patterns.length > 0 && this.#patterns.size < MOST) this.#patterns.set(file, patterns);
  }

  /** As a process that starts now finds them. */
  readsOnce(): ReadOnce & Pick<Required<ReadOnce>, 'mayRead'> {
    const found = new Map([...this.#all()].map((pattern) => [pattern, matchOf(pattern)]));
    const moved = (): string[] =>
      [...this.#all()].flatMap((pattern) => {
        const now = matchOf(pattern);
        const then = found.getOrInsert(pattern, now);
        return (now === undefined) === (then === undefined) ? [] : (now ?? then ?? pattern);
      });
    return {
      files: [],
      moved,
      isAmong: (path) => [...this.#all()].some((pattern) => covers(pattern, path)),
      mayRead: (path) => moved().includes(path),
    };
  }

  #all(): Set<string> {
    return new Set([...this.#patterns.values()].flat());
  }
}

/** The first file, or folder, that fits. Wildcards count in the last name alone. */
function matchOf(pattern: string): string | undefined {
  const [name, folder] = [basename(pattern), dirname(pattern)];
  if (!hasWildcards(name)) {
    const path = plainPath(pattern);
    return existsSync(path) ? path : undefined;
  }
  const glob = pathGlob(name);
  const match = namesIn(folder).find((one) => fitsGlob([one], glob));
  return match === undefined ? undefined : join(folder, match);
}

function covers(pattern: string, path: string): boolean {
  if (pattern === path || isBelow(path, pattern)) return true;
  const folder = dirname(pattern);
  const [first] = isBelow(path, folder) ? path.slice(folder.length + 1).split('/') : [];
  return first !== undefined && fitsGlob([first], pathGlob(basename(pattern)));
}
