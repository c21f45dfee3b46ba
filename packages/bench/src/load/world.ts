import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { goCode } from './code/go.js';
import type { Language, Revision, SourceFile } from './code/language.js';
import { python } from './code/python.js';
import { typescript5, typescript7 } from './code/typescript.js';
import { Ledger } from './ledger.js';

export const LANGUAGES: readonly Language[] = [typescript5, typescript7, python, goCode];

/** All agents edit the first parts, and every other part uses one of them. */
export const SHARED = 4;

/** 1-based. */
export interface TextPlace {
  readonly file: string;
  readonly line: number;
  readonly character: number;
}

/**
 * The code that a load works on, and what is true about it whatever the agents do: they change last
 * lines, and files that are not used.
 */
export class World {
  #revisions = 0;
  readonly #ledgers = new Map<string, Ledger>();
  readonly #mentions = new Map<string, number>();
  /** What its last line said when it was laid out, by file. */
  readonly #first = new Map<string, Revision>();

  private constructor(
    /** Absolute, real. */
    readonly workspace: string,
    readonly languages: readonly Language[],
    /** How many there are of each language. */
    readonly parts: number,
  ) {
    for (const language of languages) {
      const bodies = range(parts)
        .map((part) => bodyOf(language, part))
        .join('\n');
      for (const part of range(parts))
        this.#mentions.set(language.functionOf(part), occurrences(bodies, language.functionOf(part)));
    }
  }

  /** Writes everything, clean, into a folder that it makes. */
  static make(folder: string, languages: readonly Language[], parts: number): World {
    mkdirSync(folder, { recursive: true });
    const world = new World(realpathSync(folder), languages, parts);
    for (const language of languages) {
      const sources = range(parts).map((part) => world.#lay(language, part));
      for (const { file, text } of [...language.project, ...sources]) {
        mkdirSync(dirname(join(world.workspace, file)), { recursive: true });
        writeFileSync(join(world.workspace, file), text);
      }
      for (const [link, target] of Object.entries(language.packages)) {
        mkdirSync(dirname(join(world.workspace, link)), { recursive: true });
        symlinkSync(realpathSync(target), join(world.workspace, link), 'junction');
      }
    }
    return world;
  }

  #lay(language: Language, part: number): SourceFile {
    const revision = this.revise(false);
    this.#first.set(language.fileOf(part), revision);
    return { file: language.fileOf(part), text: this.textOf(language, part, revision) };
  }

  /** The last line of a part that was not changed yet. */
  firstLine(language: Language, part: number): string {
    const revision = this.#first.get(language.fileOf(part));
    if (revision === undefined) throw new Error(`there is no part ${part}`);
    return language.revisionLine(revision);
  }

  /** The next one: no two have the same number. */
  revise(isBroken: boolean): Revision {
    return { number: ++this.#revisions, isBroken };
  }

  textOf(language: Language, part: number, revision: Revision): string {
    return bodyOf(language, part) + language.revisionLine(revision);
  }

  /** Which agent changed a file, and when. */
  ledger(file: string): Ledger {
    let ledger = this.#ledgers.get(file);
    if (ledger === undefined) this.#ledgers.set(file, (ledger = new Ledger()));
    return ledger;
  }

  /** Where a part's function is declared. */
  declaration(language: Language, part: number): TextPlace {
    return placeIn(language, part, language.functionOf(part), 'first');
  }

  /** Where a part calls the function of another one that it uses. */
  use(language: Language, part: number, used: number): TextPlace {
    return placeIn(language, part, language.functionOf(used), 'last');
  }

  /** How often the function of a part is named in all of the code, its declaration included. */
  mentions(language: Language, part: number): number {
    return this.#mentions.get(language.functionOf(part)) ?? 0;
  }
}

/** Which parts a part uses, each once. */
export function usesOf(part: number): number[] {
  return [...new Set([Math.floor(part / 2), part % SHARED])].filter((other) => other < part);
}

function bodyOf(language: Language, part: number): string {
  return language.bodyOf(part, usesOf(part));
}

function placeIn(language: Language, part: number, name: string, which: 'first' | 'last'): TextPlace {
  const text = bodyOf(language, part);
  const offset = which === 'first' ? text.indexOf(name) : text.lastIndexOf(name);
  if (offset === -1) throw new Error(`${language.fileOf(part)} does not name ${name}`);
  const before = text.slice(0, offset).split('\n');
  return { file: language.fileOf(part), line: before.length, character: (before.at(-1)?.length ?? 0) + 1 };
}

function occurrences(text: string, name: string): number {
  return [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;
}

export function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
