import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Position, Range, SymbolKind } from 'vscode-languageserver-protocol';

export interface Occurrence {
  uri: string;
  word: string;
  range: Range;
}

/** `def name` or `class name`, and the lines below that are indented further. */
export interface Definition extends Occurrence {
  kind: SymbolKind;
  /** With its body; `range` is its name's. */
  whole: Range;
  parent: Definition | undefined;
  children: Definition[];
}

interface Source {
  uri: string;
  lines: string[];
}

const WORD = /[A-Za-z_]\w*/g;
const DEFINES = /^( *)(def|class) ([A-Za-z_]\w*)/;
const KEYWORDS = new Set(['def', 'class', 'impl']);
const KINDS: Record<string, SymbolKind> = { class: 5, def: 12 };

/** All that the .fake files below a folder say at one moment: a word means the same wherever it stands. Links are files of their own. */
export class Program {
  readonly #sources: Source[];
  readonly #definitions: Definition[];

  /** @param opened the text of a file that is open */
  constructor(folder: string, opened: (path: string) => string | undefined) {
    this.#sources = filesBelow(folder).map((path) => ({
      uri: pathToFileURL(path).href,
      lines: (opened(path) ?? readFileSync(path, 'utf8').replace(/^\uFEFF/, '')).split(/\r\n|\n|\r/),
    }));
    this.#definitions = this.#sources.flatMap(definitionsIn);
  }

  line(uri: string, line: number): string {
    return this.#source(uri)?.lines[line] ?? '';
  }

  wordAt(uri: string, { line, character }: Position): Occurrence | undefined {
    const source = this.#source(uri);
    return (
      source &&
      wordsIn(source, line).find(
        ({ range }) => range.start.character <= character && character <= range.end.character,
      )
    );
  }

  occurrences(word: string): Occurrence[] {
    return this.#words().filter((occurrence) => occurrence.word === word);
  }

  /** Where it is not what `def` and `class` name. */
  uses(word: string): Occurrence[] {
    const declarations = new Set(this.definitions(word).map(placeOf));
    return this.occurrences(word).filter((occurrence) => !declarations.has(placeOf(occurrence)));
  }

  /** What `impl word` names. */
  implementations(word: string): Occurrence[] {
    return this.occurrences(word).filter(({ uri, range }) =>
      /\bimpl $/.test(this.line(uri, range.start.line).slice(0, range.start.character)),
    );
  }

  definitions(word?: string): Definition[] {
    return word === undefined
      ? this.#definitions
      : this.#definitions.filter((definition) => definition.word === word);
  }

  /** The class that `word: Class` says. */
  types(word: string): Definition[] {
    const said = this.#sources.flatMap(({ lines }) =>
      lines.flatMap((line) => new RegExp(`\\b${word}: (\\w+)`).exec(line)?.[1] ?? []),
    );
    return said.flatMap((name) => this.definitions(name));
  }

  roots(uri: string): Definition[] {
    const path = fileURLToPath(uri);
    return this.#definitions.filter(
      (definition) => definition.parent === undefined && fileURLToPath(definition.uri) === path,
    );
  }

  /** The innermost definition whose body holds this. */
  enclosing({ uri, range }: Occurrence): Definition | undefined {
    const { line } = range.start;
    return this.#definitions.findLast(
      ({ uri: other, whole }) => other === uri && whole.start.line < line && line <= whole.end.line,
    );
  }

  /** What stands in its body, and in none further inside; by word. */
  usedBy(definition: Definition): Map<string, Occurrence[]> {
    const words = new Set(this.#words().map(({ word }) => word));
    const used = [...words].map((word): [string, Occurrence[]] => [
      word,
      this.uses(word).filter((occurrence) => this.enclosing(occurrence) === definition),
    ]);
    return new Map(used.filter(([, occurrences]) => occurrences.length > 0));
  }

  #words(): Occurrence[] {
    return this.#sources.flatMap((source) => source.lines.flatMap((_, line) => wordsIn(source, line)));
  }

  #source(uri: string): Source | undefined {
    const path = fileURLToPath(uri);
    return this.#sources.find((source) => fileURLToPath(source.uri) === path);
  }
}

function placeOf({ uri, range }: Occurrence): string {
  return `${uri} ${range.start.line} ${range.start.character}`;
}

/** Links to folders may lead in a circle, so they are left alone. */
function filesBelow(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return path.endsWith('.fake') && statSync(path, { throwIfNoEntry: false })?.isFile() ? path : [];
  });
  return files.toSorted();
}

function wordsIn({ uri, lines }: Source, line: number): Occurrence[] {
  const words = [...(lines[line] ?? '').matchAll(WORD)].filter(([word]) => !KEYWORDS.has(word));
  return words.map(({ 0: word, index }) => ({
    uri,
    word,
    range: { start: { line, character: index }, end: { line, character: index + word.length } },
  }));
}

function definitionsIn({ uri, lines }: Source): Definition[] {
  const found: Definition[] = [];
  for (const [line, content] of lines.entries()) {
    const [said, indent = '', keyword, word = ''] = DEFINES.exec(content) ?? [];
    if (said === undefined) continue;
    const end = lastLine(lines, line, indent.length);
    const parent = found.findLast(({ whole }) => line <= whole.end.line);
    const definition: Definition = {
      uri,
      word,
      kind: KINDS[keyword ?? '']!,
      range: { start: { line, character: said.length - word.length }, end: { line, character: said.length } },
      whole: {
        start: { line, character: indent.length },
        end: { line: end, character: lines[end]?.length ?? 0 },
      },
      parent,
      children: [],
    };
    parent?.children.push(definition);
    found.push(definition);
  }
  return found;
}

/** Of a block: it ends where something stands no further to the right than its head. */
function lastLine(lines: readonly string[], head: number, indent: number): number {
  const after = lines.findIndex(
    (line, at) => at > head && (line.trim() === '' || line.length - line.trimStart().length <= indent),
  );
  return (after < 0 ? lines.length : after) - 1;
}
