import { basename, extname } from 'node:path';
import { codeHolds, type IsKey, namesInCode, type TextRange } from '../../../backend/symbols/code.ts';
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
import { newCycle } from './cycles.ts';
import { listedIn, unlist, addToList } from './dunder-all.ts';
import { followInPython, moduleNamed, objectBefore } from './followers.ts';
import { type BoundName, branchAt } from './import-statements.ts';
import { type AddedName, ModuleEdits } from './module-edits.ts';
import { ModuleNames } from './module-names.ts';

/** The name of an argument: `f(total=1)`. */
const isArgument: IsKey = (before, behind) => /[(,]$/.test(before) && /^\s*=(?!=)/.test(behind);

/** Python: by the text, with what the server knows of names. */
export const pythonSymbolMoves: SymbolMoves = {
  whyNot({ source, target, name }) {
    if (extname(target.path) !== extname(source.path)) return 'the two files are of different kinds';
    if (/^__\w+__$/.test(name)) return `\`${name}\` means something to Python in its own module`;
    return undefined;
  },
  async move(move) {
    return await new Moving(move).run();
  },
};

class Moving {
  readonly #edits = new TextEdits();
  readonly #names: ModuleNames;
  readonly #source: ModuleEdits;
  readonly #target: ModuleEdits;

  constructor(private readonly move: SymbolMove) {
    this.#names = new ModuleNames(move);
    this.#source = new ModuleEdits(move.source.path, move.source.text);
    this.#target = new ModuleEdits(move.target.path, move.target.text ?? '');
  }

  async run(): Promise<MovedSymbol | string> {
    const { source, target, references, importers, reexport } = this.move;
    const problem = (await this.#bring()) ?? this.#followTarget();
    if (problem !== undefined) return problem;
    const paths = [...new Set([...references.keys(), ...importers])];
    const left = paths
      .filter((path) => path !== source.path && path !== target.path)
      .sort()
      .flatMap((path): FilePlace[] => followInPython(this.move, this.#names, path, this.#edits));
    const [first] = left;
    if (first !== undefined && !reexport) return whyNotFollowed(this.move, first);
    const back = this.#leaveSource();
    if (back !== undefined) return back;
    this.#source.finish(this.#edits);
    this.#putIntoTarget();
    const files = this.#edits.files();
    if (typeof files === 'string') return files;
    const cycle = newCycle(this.move, this.#names, files);
    return {
      files,
      ...(cycle !== undefined && {
        cautions: [`modules would import each other while they are loaded: ${shownWay(cycle)}`],
      }),
    };
  }

  #namesOf(file: ModuleEdits, range?: TextRange): ReturnType<typeof namesInCode> {
    return namesInCode(file.code, range ?? { start: 0, end: file.code.length }, isArgument);
  }

  /** Imports in the target what the moved text needs. */
  async #bring(): Promise<string | undefined> {
    const { move } = this;
    const { source, target, parts, others, targetDefinitions, name: own } = move;
    const places = parts.flatMap((part) => this.#namesOf(this.#source, part));
    for (const [name, uses] of Map.groupBy(places, (place) => place.name)) {
      if (name === own) continue;
      const bound = this.#source.bound.filter(({ local }) => local === name);
      const isOwn = others.some((other) => other.name === name);
      const inTarget = this.#target.bound.find(({ local }) => local === name);
      const isThere = inTarget !== undefined || targetDefinitions.some((other) => other.name === name);
      if (bound.length === 0 && !isOwn && !isThere) continue;
      if (await areDefinedIn(move, source.path, uses, parts)) continue;
      const [first] = bound;
      if (first === undefined && !isOwn) return `\`${name}\` would mean what the target calls so`;
      const problem =
        first === undefined
          ? await this.#bringDefinition(name)
          : ((await this.#whyConflict(first, inTarget)) ?? this.#bringImports(bound, parts));
      if (problem !== undefined) return problem;
    }
    const isFuture = this.#source.statements.find(({ module }) => module === '__future__');
    if (target.text === undefined)
      for (const { name } of isFuture?.items ?? [])
        this.#target.add({ module: '__future__', name: name.text });
    return undefined;
  }

  #bringImports(bound: readonly BoundName[], parts: readonly TopDefinition[]): string | undefined {
    const { source, target } = this.move;
    for (const { statement, item, local } of bound) {
      const { module, branch } = statement;
      if (branch === 'other') return `\`${local}\` is imported under a condition`;
      const { text } = item.name;
      // `import a.b` is needed where the text says `a.b`.
      const isPart = module === undefined && item.alias === undefined && text.includes('.');
      if (isPart && !parts.some(({ start, end }) => this.#source.code.slice(start, end).includes(text)))
        continue;
      if (module !== undefined && this.#names.isOf(module, source.path, target.path)) {
        if (text === local) continue;
        return `the target itself has no \`${local}\`, which the file imports from it`;
      }
      const isOfTarget = module === undefined && this.#names.isOf(text, source.path, target.path);
      if (isOfTarget) return `it uses its target by the name \`${text}\``;
      const spelled =
        module === undefined ? undefined : this.#names.rebased(module, source.path, target.path);
      if (module !== undefined && spelled === undefined) return `\`${module}\` has no name in the target`;
      const isThere = this.#target.bound.some(
        (one) =>
          one.local === local &&
          one.item.name.text === text &&
          one.item.alias === item.alias &&
          this.#isSame(one, bound[0]),
      );
      if (isThere) continue;
      this.#addTyped({ module: spelled, name: text, alias: item.alias, isType: branch === 'types' });
    }
    return undefined;
  }

  #addTyped(added: AddedName): void {
    if (added.isType === true && !/\bTYPE_CHECKING\b/.test(this.#target.code))
      this.#target.add({ module: 'typing', name: 'TYPE_CHECKING' });
    this.#target.add(added);
  }

  async #whyConflict(bound: BoundName, inTarget: BoundName | undefined): Promise<string | undefined> {
    const { targetDefinitions } = this.move;
    const { local, statement } = bound;
    const isOfTarget =
      statement.module !== undefined &&
      this.#names.isOf(statement.module, this.move.source.path, this.move.target.path);
    if (isOfTarget) return undefined;
    if (inTarget !== undefined && !this.#isSame(inTarget, bound))
      return `the target has another \`${local}\` than the one that is used`;
    if (targetDefinitions.some((other) => other.name === local))
      return `the target has another \`${local}\` than the one that is used`;
    return inTarget === undefined ? await this.#whyTaken(local) : undefined;
  }

  #isSame(inTarget: BoundName, inSource: BoundName | undefined): boolean {
    if (inSource === undefined) return false;
    const { source, target } = this.move;
    const [a, b] = [inTarget.statement.module, inSource.statement.module];
    if (a === undefined || b === undefined)
      return (
        a === b && (inTarget.item.alias === undefined || inTarget.item.name.text === inSource.item.name.text)
      );
    const found = this.#names.find(a, target.path)?.path;
    return (
      inTarget.item.name.text === inSource.item.name.text &&
      (a === b && !a.startsWith('.')
        ? true
        : found !== undefined && found === this.#names.find(b, source.path)?.path)
    );
  }

  async #bringDefinition(name: string): Promise<string | undefined> {
    const { source, target, targetDefinitions } = this.move;
    const spelled = this.#names.spell(source.path, target.path, this.#style());
    if (spelled === undefined) return `it uses \`${name}\`, and its file has no name to import it by`;
    const inTarget = this.#target.bound.find(({ local }) => local === name);
    if (inTarget !== undefined) {
      const { module = '' } = inTarget.statement;
      const isSame = inTarget.item.name.text === name && this.#names.isOf(module, target.path, source.path);
      return isSame ? undefined : `the target has another \`${name}\` than the one that is used`;
    }
    if (targetDefinitions.some((other) => other.name === name))
      return `the target has another \`${name}\` than the one that is used`;
    const problem = await this.#whyTaken(name);
    if (problem !== undefined) return problem;
    const own = this.move.others.filter((other) => other.name === name);
    // It is not there when the module runs.
    const isType = own.every(({ start }) => branchAt(this.#source.code, start) === 'types');
    this.#addTyped({ module: spelled, name, isType });
    return undefined;
  }

  async #whyTaken(name: string): Promise<string | undefined> {
    const { target } = this.move;
    const uses = this.#namesOf(this.#target).filter(
      (place) => place.name === name && !this.#target.statements.some((one) => codeHolds(one, place.start)),
    );
    if (target.text === undefined || uses.length === 0) return undefined;
    const whole = [{ start: 0, end: target.text.length }];
    return (await areDefinedIn(this.move, target.path, uses, whole))
      ? undefined
      : `\`${name}\` means something else in the target`;
  }

  /** A name as the source spells its neighbours. */
  #style(): string {
    return this.#source.statements.some(({ module }) => module?.startsWith('.') === true) ? '.' : '';
  }

  #followTarget(): string | undefined {
    const { target, references, name } = this.move;
    if (target.text === undefined) return undefined;
    for (const offset of references.get(target.path) ?? []) {
      const statement = this.#target.statements.find((one) => codeHolds(one, offset));
      const at = statement?.items.findIndex((item) => codeHolds(item, offset)) ?? -1;
      const item = statement?.items[at];
      if (statement !== undefined) {
        const isOwn =
          statement.module !== undefined &&
          this.#names.isOf(statement.module, target.path, this.move.source.path);
        if (item === undefined || item.name.text !== name || !isOwn) continue;
        if (item.alias !== undefined) return `the target calls it \`${item.alias}\``;
        this.#target.drop(statement, at);
        continue;
      }
      const object = objectBefore(this.#target.code, offset);
      if (
        object !== undefined &&
        moduleNamed(this.move, this.#names, this.#target, object.name) !== undefined
      )
        this.#edits.remove(target.path, target.text, { start: object.start, end: offset });
    }
    return undefined;
  }

  #leaveSource(): string | undefined {
    const { source, target, parts, removal, name, references, reexport } = this.move;
    const { text } = source;
    this.#edits.add(source.path, text, ...removal);
    const listed = listedIn(text, name);
    if (listed !== undefined && !reexport) {
      this.#edits.remove(source.path, text, unlist(listed));
      if (target.text !== undefined) {
        const added = addToList(target.text, name);
        if (added !== undefined) this.#edits.add(target.path, target.text, added);
      }
    }
    const uses = (references.get(source.path) ?? []).filter(
      (offset) =>
        this.#source.code[offset]?.trim() !== '' || listed === undefined || !codeHolds(listed.list, offset),
    );
    const inParts = new Set(
      parts.flatMap((part) => this.#namesOf(this.#source, part)).map((place) => place.name),
    );
    const rest = this.#namesOf(this.#source).filter(
      ({ start }) =>
        !parts.some((part) => codeHolds(part, start)) &&
        !this.#source.statements.some((one) => codeHolds(one, start)),
    );
    const used = new Set([...rest.map((place) => place.name), ...listedNames(text)]);
    for (const { statement, item, local } of this.#source.bound)
      if (inParts.has(local) && !used.has(local) && statement.module !== '__future__')
        this.#source.drop(statement, statement.items.indexOf(item));
    if (uses.length === 0 && !reexport) return undefined;
    const module = this.#names.spell(target.path, source.path, this.#style());
    if (module === undefined) return 'a part of its path is no name of a Python module';
    const isMarked = uses.length === 0 && listed === undefined;
    this.#source.add({ module, name, alias: isMarked ? name : undefined });
    return undefined;
  }

  #putIntoTarget(): void {
    const { source, target, parts, references } = this.move;
    const definition = parts
      .map(({ start, end }) => source.text.slice(start, end))
      .join('')
      .replace(/\r\n/g, '\n')
      .trimEnd();
    if (target.text === undefined) {
      const { header } = this.#target;
      const all = `${header === '' ? '' : `${header}\n\n\n`}${definition}\n`;
      this.#edits.create(target.path, source.text.includes('\r\n') ? all.replace(/\n/g, '\r\n') : all);
      return;
    }
    this.#target.finish(this.#edits);
    const { text } = target;
    const isUsed = (references.get(target.path) ?? []).length > 0;
    const main = /^if[ \t]+__name__[ \t]*==/m.exec(this.#target.code)?.index;
    const at = isUsed ? this.#target.insertionPoint : (main ?? text.length);
    const before = text.slice(0, at);
    const blank = before.trim() === '' ? 2 : (/\n*$/.exec(before.replace(/\r/g, ''))?.[0].length ?? 0);
    const opening = '\n'.repeat(Math.max(0, (isUsed ? 3 : 3) - (before.trim() === '' ? 3 : blank)));
    const closing = at === text.length ? '\n' : '\n\n\n';
    const behind =
      at === text.length ? 0 : (/^(?:\r?\n)*/.exec(text.slice(at))?.[0].split('\n').length ?? 1) - 1;
    this.#edits.add(target.path, text, {
      start: at,
      end: at,
      text: `${opening}${definition}${closing.slice(0, Math.max(1, closing.length - behind))}`,
    });
  }
}

function shownWay(paths: readonly string[]): string {
  return paths.map((path) => basename(path)).join(' -> ');
}

/** What `__all__` names. */
function listedNames(text: string): string[] {
  const list = /^__all__[^=\n]*=\s*[[(]([^\])]{0,5000})[\])]/m.exec(text)?.[1] ?? '';
  return Array.from(list.matchAll(/["']([^"'\n]*)["']/g), ([, name = '']) => name);
}
