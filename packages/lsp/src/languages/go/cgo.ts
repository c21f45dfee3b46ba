import { dirname, join } from 'node:path';
import { readText } from '../../backend/program/files.ts';
import type { ReadOnce } from '../../backend/read-once.ts';
import { namesIn } from '../../support/folders.ts';

const FILE_BYTES = 4 * 1024 * 1024;
const IMPORT = /^(?:import[ \t]+|[ \t]+)"C"[ \t]*(?:\/\/.*)?$/m;
const HEADER = /\.(?:h|hh|hpp|hxx)$/;

/**
 * What Go files take from C. Quirk(gopls): it has cgo translate them when it loads their package, and not
 * again: names of C that come later stay undefined, and a translation that failed stays so.
 */
export class Cgo {
  readonly #files = new Set<string>();

  /** As a process that starts now has it translated. */
  readsOnce(): Required<Pick<ReadOnce, 'files' | 'mayRead'>> {
    const translated = new Map(Array.from(this.#files, (path) => [path, takenFromC(path)]));
    return {
      files: new Set([...this.#files].flatMap(headersBeside)),
      // Of a file that was not read before the process started, nothing tells what gopls has translated.
      mayRead: (path) => {
        if (!path.endsWith('.go')) return false;
        const now = takenFromC(path);
        if (now !== undefined) this.#files.add(path);
        return now !== translated.get(path);
      },
    };
  }
}

/** What is translated of a file: the C before the import, and the names of C that it says. */
function takenFromC(path: string): string | undefined {
  const text = readText(path, FILE_BYTES) ?? '';
  const at = IMPORT.exec(text)?.index;
  if (at === undefined) return undefined;
  const above = text.slice(0, at).trimEnd();
  // The comment right above the import: of lines, or a block.
  const preamble = above.endsWith('*/') ? above.slice(above.lastIndexOf('/*')) : linesAtEnd(above);
  const names = new Set(Array.from(text.matchAll(/\bC\.\w+/g), ([name]) => name));
  return [preamble, ...[...names].sort()].join('\0');
}

/** The comments of a line each that the text ends with. */
function linesAtEnd(text: string): string {
  const lines = text.split('\n');
  return lines.slice(lines.findLastIndex((line) => !line.startsWith('//')) + 1).join('\n');
}

const headersBeside = (path: string): string[] =>
  namesIn(dirname(path))
    .filter((name) => HEADER.test(name))
    .map((name) => join(dirname(path), name));
