import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { readTextFile, SETTINGS_BYTES } from '@vybestack/llxprt-lsp-core';
import ignore, { type Ignore } from 'ignore';

/** The .gitignore files that apply to one folder, outermost first. */
export class Gitignore {
  private constructor(private readonly layers: readonly Layer[]) {}

  /**
   * For a folder that a walk starts in: its own file and those above it, up to the top of the
   * repository.
   */
  static above(folder: string): Gitignore {
    const folders = [folder];
    for (let top = folder; !existsSync(join(top, '.git'));) {
      const parent = dirname(top);
      // Outside a repository, no file of a parent folder applies.
      if (parent === top) return new Gitignore(layersOf([folder]));
      folders.unshift((top = parent));
    }
    const outer = new Gitignore(layersOf(folders.slice(0, -1)));
    // The user named an ignored folder, so its files are wanted.
    return new Gitignore(outer.ignores(folder, true) ? layersOf([folder]) : layersOf(folders));
  }

  /** The same with the file of a folder further down. */
  below(folder: string): Gitignore {
    const inner = layersOf([folder]);
    return inner.length === 0 ? this : new Gitignore([...this.layers, ...inner]);
  }

  /** The innermost file that mentions the path decides. */
  ignores(path: string, isFolder: boolean): boolean {
    if (path.length > LONGEST_PATH) return false;
    for (const { folder, rules } of this.layers.toReversed()) {
      const { ignored, unignored } = rules.test(
        relative(folder, path).split(sep).join('/') + (isFolder ? '/' : ''),
      );
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

interface Layer {
  readonly folder: string;
  readonly rules: Ignore;
}

const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';

const MOST_RULES = 5000;

/** UTF-16 code units. Such a path is matched with no rule, and its file counts as wanted. */
const LONGEST_PATH = 2000;

/** A longer one is too large for a regular expression, UTF-16 code units. */
const LONGEST_RULE = 1000;

/** Stars in one name, and how often a rule may pass any number of folders. */
const MOST = { stars: 2, anyFolders: 3 } as const;

/**
 * Rules become regular expressions, whose time grows with the name's length to the power of their
 * stars: a rule with more of them is left out. What it names is checked, too.
 */
function isQuick(rule: string): boolean {
  if (rule.length > LONGEST_RULE) return false;
  const names = rule.split('/');
  return (
    names.filter((name) => name === '**').length <= MOST.anyFolders &&
    names.every((name) => name === '**' || (name.match(/\*+/g)?.length ?? 0) <= MOST.stars)
  );
}

function layersOf(folders: readonly string[]): Layer[] {
  return folders.flatMap((folder) => {
    const file = readTextFile(join(folder, '.gitignore'), SETTINGS_BYTES);
    const lines = file.kind === 'text' ? file.text.split(/\r?\n/) : [];
    // Each rule is a regular expression. Of too many none counts: a later one may take an earlier one back.
    return lines.length === 0 || lines.length > MOST_RULES
      ? []
      : [{ folder, rules: ignore({ ignoreCase }).add(lines.filter(isQuick)) }];
  });
}
