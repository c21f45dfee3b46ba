import { basename, dirname, join } from 'node:path';
import { lineEnding, type TextChange } from '../../backend/fixes/text-changes.ts';
import type { MovedImports, MovedTree } from '../../backend/imports/moved-imports.ts';
import { Modules, moduleOf } from './modules.ts';
import {
  beginsStatement,
  fromStatement,
  importedList,
  type Item,
  itemsIn,
  type Span,
  spellItem,
} from './statements.ts';

/** Import statements whose modules get another name. Strings and comments stay as they are. */
export const pythonMoves: MovedImports = {
  rewrite(text, path, tree) {
    const file = tree.files.size === 1 ? path : undefined;
    if (file !== undefined && tree.files.has(file) && /^__init__\.pyi?$/.test(basename(file)))
      return 'it makes its folder a package: move the folder';
    const rewriting = new Rewriting(text, path, tree);
    const problem = rewriting.run();
    return problem ?? rewriting.changes;
  },
  spellings(path, tree) {
    const name = new Modules({
      ...tree,
      files: new Map(),
      pathAfter: (one) => one,
      pathBefore: (one) => one,
    }).absolute(moduleOf(path));
    return name?.includes('.') === true ? [name] : [];
  },
};

/** A module that a statement names. */
interface Found {
  readonly path: string;
  readonly root?: string;
}

/** `from module import list`. */
interface From {
  readonly start: number;
  readonly module: Span;
  readonly list: Span;
  readonly found: Found;
}

/** Where modules are that are imported without `from`. */
const TOP = '';

const NO_NAME = 'a part of the new path is no name of a Python module';
const TOO_MUCH = 'its imports stand in each other';

/** How often a text may be read over, what an open parenthesis or a line holds. Code has no such imports. */
const MOST_OVER = 4;
/** UTF-16 code units: a short text may be read over more often. */
const LEAST_READ = 100_000;

class Rewriting {
  readonly #changes: TextChange[] = [];
  readonly #modules: Modules;
  /** The text without what stands in strings and comments, at the same places. */
  readonly #code: string;
  readonly #after: string;
  readonly #lineEnding: string;
  /** Dotted names that code may use because they are imported, and their new names. */
  readonly #used = new Map<string, string>();
  readonly #statements: Span[] = [];
  readonly #renamed = new Map<string, string | undefined>();
  #left: number;

  constructor(
    private readonly text: string,
    private readonly path: string,
    tree: MovedTree,
  ) {
    this.#modules = new Modules(tree);
    this.#code = codeOf(text);
    this.#after = tree.pathAfter(path);
    this.#lineEnding = lineEnding(text);
    this.#left = MOST_OVER * text.length + LEAST_READ;
  }

  get changes(): TextChange[] {
    return this.#changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
  }

  /** Why it cannot be done, if so. */
  run(): string | undefined {
    for (const { 0: word, index } of this.#code.matchAll(
      /(?<![\p{ID_Continue}.])(?:from|import)(?!\p{ID_Continue})/gu,
    )) {
      if (!beginsStatement(this.#code, index)) continue;
      if (this.#left < 0) return TOO_MUCH;
      const problem = word === 'from' ? this.#from(index) : this.#import(index);
      if (problem !== undefined) return problem;
    }
    for (const [name, now] of this.#used) this.#replaceUses(name, now);
    return undefined;
  }

  #from(start: number): string | undefined {
    const from = fromStatement(this.#code, start + 'from'.length);
    if (from === undefined) return undefined;
    const { dots, name, list } = from;
    this.#note(start, list.end);
    const end = name.text === '' ? dots.start + dots.text.trimEnd().length : name.end;
    const module: Span = {
      text: this.#code.slice(dots.start, end).replace(/[\s\\]/g, ''),
      start: dots.text === '' ? name.start : dots.start,
      end,
    };
    const found = this.#target(module.text);
    return found === undefined ? undefined : this.#moveItems({ start, module, list, found });
  }

  #note(start: number, end: number): void {
    this.#statements.push({ text: '', start, end });
    this.#left -= end - start;
  }

  #moveItems({ start, module, list, found }: From): string | undefined {
    const items = itemsIn(list);
    const after = this.#modules.after(found.path);
    const places = items.map(({ name: { text } }) => this.#placeOf(text, found, after));
    const folders = new Set(places.map(({ folder }) => folder));
    const first = folders.has(after) ? after : folders.values().next().value;
    const statementOf = (folder: string): string | undefined => {
      const of = items.flatMap((item, at) =>
        places[at]?.folder === folder ? [spellItem(item, places[at].name)] : [],
      );
      const from = folder === TOP ? undefined : this.#spell(module.text, found, folder);
      if (folder === TOP) return `import ${of.join(', ')}`;
      return from && `from ${from} import ${of.join(', ')}`;
    };
    if (first === undefined) return undefined;
    if (first === TOP && folders.size === 1) {
      this.#replace(
        { ...list, start, end: list.end + (list.text.startsWith('(') ? 1 : 0) },
        statementOf(TOP) ?? '',
      );
      return undefined;
    }
    const kept = first === TOP ? [...folders].find((folder) => folder !== TOP) : first;
    const spelled = kept && this.#spell(module.text, found, kept);
    if (spelled === undefined) return NO_NAME;
    if (spelled !== module.text) this.#replace(module, spelled);
    for (const [at, item] of items.entries()) {
      const place = places[at];
      if (place !== undefined && place.folder === kept && place.name !== item.name.text)
        this.#replace(item, spellItem(item, place.name));
    }
    if (folders.size === 1) return undefined;
    this.#remove(items, (at) => places[at]?.folder === kept);
    for (const folder of folders) {
      const statement = folder === kept ? '' : statementOf(folder);
      if (statement === undefined) return NO_NAME;
      if (statement !== '') this.#insert(start, statement);
    }
    return undefined;
  }

  /** From where an item is imported afterwards: what is no module, or stays in its package, from that. */
  #placeOf(name: string, found: Found, after: string): { readonly folder: string; readonly name: string } {
    const path = join(found.path, name);
    const now = name !== '*' && this.#modules.isModule(path) ? this.#modules.after(path) : undefined;
    if (now === undefined || now === join(after, name)) return { folder: after, name };
    const isTop = this.#modules.absolute(now, found.root)?.includes('.') === false;
    return { folder: isTop ? TOP : dirname(now), name: basename(now) };
  }

  #import(start: number): string | undefined {
    const list = importedList(this.#code, start + 'import'.length);
    if (list.text === '') return undefined;
    this.#note(start, list.end);
    for (const { name, alias } of itemsIn(list)) {
      const now = this.#renamed.getOrInsertComputed(name.text, () => this.#nameAfter(name.text));
      if (now === undefined) return NO_NAME;
      if (now === name.text) continue;
      const isBound = alias === undefined && !name.text.includes('.');
      this.#replace(name, isBound ? `${now} as ${name.text}` : now);
      if (alias === undefined && !isBound) this.#used.set(name.text, now);
    }
    return undefined;
  }

  /** What is no module of the workspace keeps its name; undefined where it can have none. */
  #nameAfter(name: string): string | undefined {
    const found = this.#modules.find(name, this.path);
    return found === undefined ? name : this.#modules.absolute(this.#modules.after(found.path), found.root);
  }

  /** The module that a `from` names. */
  #target(name: string): Found | undefined {
    const rest = name.replace(/^\.+/, '');
    const dots = name.length - rest.length;
    if (dots === 0) return this.#modules.find(rest, this.path);
    let folder = dirname(this.path);
    for (let up = 1; up < dots; up += 1) folder = dirname(folder);
    const path = rest === '' ? folder : join(folder, ...rest.split('.'));
    return this.#modules.isModule(path) ? { path } : undefined;
  }

  /** A module's name afterwards, spelled as it was; undefined where it has none. */
  #spell(spelled: string, found: Found, after: string): string | undefined {
    if (!spelled.startsWith('.')) return this.#modules.absolute(after, found.root);
    const isSame =
      after ===
      join(
        dirname(this.#after),
        ...Array.from({ length: dotsOf(spelled) - 1 }, () => '..'),
        ...partsOf(spelled),
      );
    return isSame ? spelled : (this.#modules.relative(after, this.#after) ?? this.#modules.absolute(after));
  }

  #replace({ start, end }: Span, text: string): void {
    this.#changes.push({ start, end, text });
  }

  /** Takes the other items out of their list. At least one is kept. */
  #remove(items: readonly Item[], isKept: (at: number) => boolean): void {
    const firstKept = items.findIndex((_, at) => isKept(at));
    const [first, kept] = [items[0], items[firstKept]];
    if (first !== undefined && kept !== undefined && firstKept > 0)
      this.#changes.push({ start: first.start, end: kept.start, text: '' });
    for (const [at, { end }] of items.entries()) {
      const before = items[at - 1];
      if (at > firstKept && !isKept(at) && before !== undefined)
        this.#changes.push({ start: before.end, end, text: '' });
    }
  }

  #insert(start: number, statement: string): void {
    const line = this.text.slice(this.text.lastIndexOf('\n', start - 1) + 1, start);
    this.#changes.push({
      start,
      end: start,
      text: statement + (line.trim() === '' ? this.#lineEnding + line : '; '),
    });
  }

  #replaceUses(name: string, now: string): void {
    const uses = new RegExp(`(?<![\\p{ID_Continue}.])${RegExp.escape(name)}(?!\\p{ID_Continue})`, 'gu');
    let at = 0;
    for (const { index } of this.#code.matchAll(uses)) {
      // Both are in the order of the text.
      while ((this.#statements[at]?.end ?? Infinity) <= index) at += 1;
      if (index < (this.#statements[at]?.start ?? Infinity))
        this.#changes.push({ start: index, end: index + name.length, text: now });
    }
  }
}

function dotsOf(name: string): number {
  return name.length - name.replace(/^\.+/, '').length;
}

function partsOf(name: string): string[] {
  return name.split('.').filter((part) => part !== '');
}

const NO_CODE =
  /#[^\r\n]*|"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*){0,20000}(?:""")?|'''[^'\\]*(?:(?:\\[\s\S]|'(?!''))[^'\\]*){0,20000}(?:''')?|"[^"\\\n]*(?:\\[\s\S][^"\\\n]*){0,20000}"?|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*){0,20000}'?/g;

function codeOf(text: string): string {
  return text.replace(NO_CODE, (part) => part.replace(/[^\r\n]/g, part.startsWith('#') ? ' ' : '_'));
}
