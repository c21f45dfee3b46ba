import { dirname, relative, resolve, sep } from 'node:path';
import { codeHolds, namesInCode } from '../../../backend/symbols/code.ts';
import {
  areDefinedIn,
  type FilePlace,
  type MovedSymbol,
  type SymbolMove,
  type SymbolMoves,
  type TopDefinition,
  whyNotFollowed,
} from '../../../backend/symbols/symbol-moves.ts';
import { TextEdits } from '../../../backend/symbols/text-edits.ts';
import { followInTypescript, leads } from './followers.ts';
import { ImportEdits } from './import-edits.ts';
import { isUsedAtLoad } from './loading.ts';
import { hasJsx, type Needs, needsOf } from './needs.ts';
import { placedInModule } from './placed.ts';
import { endingsIn, isRelative, rebased, relativeSpecifier } from './spelling.ts';
import type { Statement } from './statements.ts';

/** What stands before the keyword of a definition: decorators, too. */
const DECLARATION =
  /(?<![\p{ID_Continue}$.@])(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function|class|interface|type|enum|const|let|var|namespace|module)(?![\p{ID_Continue}$])/u;
const EXPORTED = /(?<![\p{ID_Continue}$.])export\s+(?:declare\s+|abstract\s+|async\s+)*$/u;
/** What follows a name in a pattern: `{ total, tax } = cart`, `({ total }: Cart)`. */
const PATTERN = /^[^{}]*\}\s*(?:=(?![=>])|:|[,)]|\bof\b)/;
const MAX_PATTERN = 500;
/** A function is there before its module is loaded. */
const HOISTED = /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b/;
const TYPE = /^\s*(?:export\s+)?(?:declare\s+)?(?:type|interface)(?![\p{ID_Continue}$])/u;

/** TypeScript and JavaScript: by the text, with what the server knows of names. */
export const typescriptMoves: SymbolMoves = {
  whyNot({ name, source, target, parts }) {
    const { text } = source;
    if (!/\.[cm]?[jt]sx?$/.test(target.path)) return 'the target is no file of TypeScript or JavaScript';
    if (/\.d\.[cm]?ts$/.test(target.path) !== /\.d\.[cm]?ts$/.test(source.path))
      return 'one of the two files only declares';
    if (
      parts.some(({ definition, end }) =>
        /^\s*(?:@[^\n]*\n\s*)*export\s+default\b/.test(text.slice(definition, end)),
      )
    )
      return `\`${name}\` is the default export of its file: give it a name first`;
    if (/^[ \t]*(?:module\.)?exports\b/m.test(text) && !/^[ \t]*(?:import|export)\b/m.test(text))
      return 'the file is a CommonJS module';
    return undefined;
  },
  isDefined(text) {
    // Quirk(TypeScript 7): it lists imports.
    const { statements } = new ImportEdits('', text);
    return ({ start }) => !statements.some((statement) => codeHolds(statement, start));
  },
  async move(move) {
    return await new Moving(move).run();
  },
};

class Moving {
  readonly #edits = new TextEdits();
  readonly #source: ImportEdits;
  readonly #target: ImportEdits;
  readonly #isType: boolean;
  /** `export { f }` in the source. */
  readonly #listed: number[] = [];
  #usesLeft = false;

  constructor(private readonly move: SymbolMove) {
    const { source, target, parts } = move;
    this.#source = new ImportEdits(source.path, source.text);
    this.#target = new ImportEdits(target.path, target.text ?? '');
    this.#isType = parts.every(({ definition, end }) => TYPE.test(this.#source.code.slice(definition, end)));
  }

  async run(): Promise<MovedSymbol | string> {
    const { move } = this;
    const needs = await needsOf(move, this.#source, this.#target);
    if (typeof needs === 'string') return needs;
    this.#readSource();
    const isExported =
      this.#usesLeft ||
      this.#listed.length > 0 ||
      move.reexport ||
      move.parts.some((part) => this.#isExported(part));
    const problem = (await this.#bring(needs)) ?? this.#followTarget();
    if (problem !== undefined) return problem;
    const left = this.#followOthers();
    const [first] = left;
    if (first !== undefined && !move.reexport) return whyNotFollowed(move, first);
    this.#leaveSource(needs);
    this.#source.finish(this.#edits);
    this.#putIntoTarget(isExported);
    const files = this.#edits.files();
    if (typeof files === 'string') return files;
    return { files, cautions: [...this.#cautions(), ...this.#loadedTooEarly(needs)] };
  }

  /** Where the source itself still uses it. */
  #readSource(): void {
    const { source, references, name } = this.move;
    for (const offset of references.get(source.path) ?? []) {
      if (this.#source.code[offset]?.trim() === '') continue;
      const statement = this.#source.statements.find((one) => codeHolds(one, offset));
      const item = statement?.items?.find((one) => codeHolds(one, offset));
      const isPlain = statement?.specifier === undefined && item?.name === name && item.local === name;
      if (statement !== undefined && isPlain) {
        this.#source.drop(statement, name);
        this.#listed.push(offset);
      } else this.#usesLeft = true;
    }
  }

  #isExported({ definition, end }: TopDefinition): boolean {
    const code = this.#source.code.slice(definition, end);
    const found = DECLARATION.exec(code);
    return found !== null && (EXPORTED.test(code.slice(0, found.index)) || /^\s*export\b/.test(code));
  }

  /** Imports in the target what the moved text needs. */
  async #bring({ imports, definitions }: Needs): Promise<string | undefined> {
    const { source, target, targetDefinitions } = this.move;
    for (const { statement, local, name, isType, isInline } of imports) {
      const { specifier, attributes } = statement;
      if (specifier === undefined) continue;
      const isOfTarget =
        isRelative(specifier.text) && this.move.leadsTo(source.path, specifier.text, target.path);
      if (isOfTarget) {
        if (name === local) continue;
        return `the target itself has no \`${local}\`, which the file imports from it`;
      }
      const known = this.#target.imported.find((one) => one.local === local);
      const spelled = rebased(specifier.text, source.path, target.path);
      if (known !== undefined) {
        const isSame =
          known.name === name && this.#meansSame(known.statement.specifier?.text ?? '', specifier.text);
        if (isSame && (isType || !known.isType)) continue;
        if (!isSame) return `the target has another \`${local}\` than the one that is used`;
      }
      if (targetDefinitions.some((one) => one.name === local))
        return `the target has another \`${local}\` than the one that is used`;
      const problem = await this.#whyTaken(local);
      if (problem !== undefined) return problem;
      this.#target.add({ kind: 'import', name, local, isType, isInline, specifier: spelled, attributes });
    }
    for (const definition of definitions) {
      const { name } = definition;
      const known = this.#target.imported.find(({ local }) => local === name);
      const isSame = known?.name === name && leads(this.move, target.path, known.statement);
      const isType = TYPE.test(this.#source.code.slice(definition.definition, definition.end));
      if ((known !== undefined && !isSame) || targetDefinitions.some((one) => one.name === name))
        return `the target has another \`${name}\` than the one that is used`;
      const exported = this.#exportOf(definition);
      if (exported === undefined) return `it uses \`${name}\`, which cannot be exported`;
      if (isSame && (isType || !known.isType)) continue;
      const problem = await this.#whyTaken(name);
      if (problem !== undefined) return problem;
      const specifier = relativeSpecifier(target.path, source.path, this.#endings());
      this.#target.add({ kind: 'import', name: exported, local: name, isType, specifier });
    }
    return undefined;
  }

  /** Where the target has such a name already, it must be one of its own. */
  async #whyTaken(name: string): Promise<string | undefined> {
    const { target } = this.move;
    if (target.text === undefined) return undefined;
    const uses = namesInCode(this.#target.code).filter(
      (place) =>
        place.name === name &&
        !this.#target.statements.some((one) => codeHolds(one, place.start)) &&
        // The server says where the property is that such a variable is made of.
        !PATTERN.test(this.#target.code.slice(place.start + name.length, place.start + MAX_PATTERN)),
    );
    const whole = [{ start: 0, end: target.text.length }];
    return uses.length === 0 || (await areDefinedIn(this.move, target.path, uses, whole))
      ? undefined
      : `\`${name}\` means something else in the target`;
  }

  #meansSame(inTarget: string, inSource: string): boolean {
    const { source, target } = this.move;
    if (inTarget === inSource && !isRelative(inTarget)) return true;
    const stem = (from: string, specifier: string): string =>
      resolve(dirname(from), specifier).replace(/\.[cm]?[jt]sx?$/, '');
    return isRelative(inTarget) && stem(target.path, inTarget) === stem(source.path, inSource);
  }

  /** The name by which a definition of the source is exported, from now on. */
  #exportOf(definition: TopDefinition): string | undefined {
    const { name } = definition;
    if (this.#isExported(definition)) {
      const code = this.#source.code.slice(definition.definition, definition.end);
      return /^\s*export\s+default\b/.test(code) ? 'default' : name;
    }
    for (const { kind, specifier, items = [] } of this.#source.statements) {
      const item = items.find((one) => one.name === name);
      if (kind === 'export' && specifier === undefined && item !== undefined) return item.local;
    }
    const all = this.move.others.filter((other) => other.name === name);
    const at = all.map((other) => this.#declarationOf(other));
    if (at.some((one) => one === undefined)) return undefined;
    const { source } = this.move;
    for (const start of at)
      if (start !== undefined)
        this.#edits.add(source.path, source.text, { start, end: start, text: 'export ' });
    return name;
  }

  #declarationOf({ definition, end }: TopDefinition): number | undefined {
    const found = DECLARATION.exec(this.#source.code.slice(definition, end));
    return found === null ? undefined : definition + found.index;
  }

  /** The target imports it no more. */
  #followTarget(): string | undefined {
    const { target, references, name } = this.move;
    for (const offset of references.get(target.path) ?? []) {
      const statement = this.#target.statements.find((one) => codeHolds(one, offset));
      const item = statement?.items?.find((one) => codeHolds(one, offset));
      if (statement !== undefined) {
        if (item === undefined || item.name !== name || !leads(this.move, target.path, statement)) continue;
        if (item.local !== name) return `the target calls it \`${item.local}\``;
        this.#target.drop(statement, name);
        continue;
      }
      const [all] =
        /[\p{ID_Continue}$]+\s*\??\.\s*$/u.exec(this.#target.code.slice(Math.max(0, offset - 500), offset)) ??
        [];
      if (all !== undefined && target.text !== undefined)
        this.#edits.remove(target.path, target.text, { start: offset - all.length, end: offset });
    }
    return undefined;
  }

  #followOthers(): FilePlace[] {
    const { source, target, references, importers } = this.move;
    const paths = new Set([...references.keys(), ...importers]);
    return [...paths]
      .filter((path) => path !== source.path && path !== target.path)
      .sort()
      .flatMap((path) => followInTypescript(this.move, path, this.#isType, this.#edits));
  }

  #leaveSource({ imports }: Needs): void {
    const { source, target, parts, removal, name, reexport } = this.move;
    this.#edits.add(source.path, source.text, ...removal);
    const rest = namesInCode(this.#source.code).filter(
      ({ start }) =>
        !parts.some((part) => codeHolds(part, start)) &&
        !this.#source.statements.some((one) => one.kind === 'import' && codeHolds(one, start)),
    );
    const used = new Set(rest.map((place) => place.name));
    const blanked = parts.reduce(
      (code, { start, end }) => code.slice(0, start) + ' '.repeat(end - start) + code.slice(end),
      this.#source.code,
    );
    if (/\.[jt]sx$/.test(source.path) && hasJsx(blanked, { start: 0, end: blanked.length }))
      used.add('React');
    for (const { statement, local } of imports) if (!used.has(local)) this.#source.drop(statement, local);
    const added = {
      name,
      local: name,
      isType: this.#isType,
      specifier: relativeSpecifier(source.path, target.path, this.#endings()),
    };
    if (this.#usesLeft) this.#source.add({ kind: 'import', ...added });
    if (reexport) this.#source.add({ kind: 'export', ...added });
  }

  /** How these files spell relative specifiers. */
  #endings(): ReturnType<typeof endingsIn> {
    const { source, importers, textOf, root } = this.move;
    const others = importers.slice(0, 5).map((path) => new ImportEdits(path, textOf(path) ?? '').statements);
    return endingsIn([this.#source.statements, this.#target.statements, ...others], source.path, root);
  }

  #putIntoTarget(isExported: boolean): void {
    const { source, target, parts, references } = this.move;
    const texts = parts.map((part) => {
      const text = source.text.slice(part.start, part.end);
      const start = this.#declarationOf(part);
      const exporting = isExported && !this.#isExported(part) && start !== undefined;
      const changes = [
        ...this.#rebasedCalls(part),
        ...(exporting ? [{ start: start - part.start, end: start - part.start, text: 'export ' }] : []),
      ].sort((a, b) => b.start - a.start);
      return changes.reduce((all, one) => all.slice(0, one.start) + one.text + all.slice(one.end), text);
    });
    placedInModule(this.#edits, this.#target, target.text, {
      definition: texts.join('').replace(/\r\n/g, '\n').trimEnd(),
      isUsed: (references.get(target.path) ?? []).length > 0,
      ending: source.text.includes('\r\n') ? '\r\n' : '\n',
    });
  }

  /** `import('./x')` in the moved text. */
  #rebasedCalls({ start, end }: TopDefinition): { start: number; end: number; text: string }[] {
    const { source, target } = this.move;
    const calls = /\b(?:import|require|require\.resolve|URL)\(\s*(["'])(\.{1,2}\/[^"'\n]*)\1/g;
    return Array.from(
      source.text.slice(start, end).matchAll(calls),
      ({ 0: all, index, 1: quote = '"', 2: specifier = '' }) => {
        const at = index + all.indexOf(quote) + 1;
        return { start: at, end: at + specifier.length, text: rebased(specifier, source.path, target.path) };
      },
    );
  }

  /** Where each of two modules needs a class or a variable of the other, one may not be there yet. */
  #loadedTooEarly({ definitions }: Needs): string[] {
    const { source, target, parts, references, name } = this.move;
    const { code } = this.#source;
    const isHoisted = (all: readonly TopDefinition[]): boolean =>
      all.every(({ definition, end }) => HOISTED.test(code.slice(definition, end)));
    const values = definitions.filter(({ definition, end }) => !TYPE.test(code.slice(definition, end)));
    const needsSource = values.length > 0 || this.#target.statements.some((one) => this.#loadsSource(one));
    if (this.#isType || !needsSource || !(this.#usesLeft || this.move.reexport)) return [];
    const own = (references.get(source.path) ?? []).filter((offset) => isUsedAtLoad(code, offset, name));
    const brought = values.find(
      (one) =>
        !isHoisted([one]) &&
        parts.some((part) =>
          namesInCode(code, part).some(
            (place) => place.name === one.name && isUsedAtLoad(code, place.start, one.name),
          ),
        ),
    );
    const early = brought?.name ?? (own.length > 0 && !isHoisted(parts) ? name : undefined);
    if (early === undefined) return [];
    const [from, to] = [relative(this.move.root, source.path), relative(this.move.root, target.path)];
    return [
      `${slashes(from)} and ${slashes(to)} would import each other while they are loaded, and ` +
        `\`${early}\` may not be there yet`,
    ];
  }

  #loadsSource(statement: Statement): boolean {
    const { kind, isType, specifier, items } = statement;
    if (kind !== 'import' || isType || specifier === undefined) return false;
    const isOfSource = leads(this.move, this.move.target.path, statement);
    const others = items?.filter((one) => one.name !== this.move.name && !one.isType);
    return isOfSource && others?.length !== 0;
  }

  #cautions(): string[] {
    const { source, target, parts } = this.move;
    if (dirname(source.path) === dirname(target.path)) return [];
    const own =
      /\bimport\.meta\.(?:url|dirname|filename)\b|(?<![\p{ID_Continue}$.])__(?:dirname|filename)\b/u;
    const found = parts.flatMap(({ start, end }) => own.exec(this.#source.code.slice(start, end))?.[0] ?? []);
    return found.map((word) => `it uses \`${word}\`, which means another path there`);
  }
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
