import { codeHolds, type IsKey, namesInCode } from '../../../backend/symbols/code.ts';
import {
  areDefinedIn,
  type MovedSymbol,
  type SymbolMove,
  type SymbolMoves,
  type TopDefinition,
  whyNotFollowed,
} from '../../../backend/symbols/symbol-moves.ts';
import { linesAround, TextEdits } from '../../../backend/symbols/text-edits.ts';
import { futurePlace, placeInCrate } from './crates.ts';
import { followInRust, type Places } from './followers.ts';
import { isSamePath, pathBefore, Paths } from './paths.ts';
import { UseEdits } from './use-edits.ts';

/** Names of the prelude need no `use`. */
const PRELUDE =
  /^(?:Self|Option|Some|None|Result|Ok|Err|Box|String|Vec|ToString|ToOwned|Clone|Copy|Send|Sync|Sized|Drop|Fn|FnMut|FnOnce|Iterator|IntoIterator|Extend|DoubleEndedIterator|ExactSizeIterator|Default|PartialEq|Eq|PartialOrd|Ord|AsRef|AsMut|Into|From|TryFrom|TryInto|FromIterator|drop|vec|format|println|print|eprintln|eprint|assert\w*|debug_assert\w*|panic|todo|unimplemented|unreachable|write|writeln|matches|dbg|str|char|bool|[iu](?:8|16|32|64|128|size)|f32|f64|crate|self|super|if|match|while|for|return|fn|let|in|loop|move|Debug|Hash|derive|cfg|test|allow|must_use|inline)$/;
const VISIBILITY = /(?<![\p{ID_Continue}])pub(?:\s*\([^)]{0,100}\))?(?=\s)/u;
const KEYWORD =
  /(?<![\p{ID_Continue}#])(?:(?:const|async|unsafe|extern\s+"[^"]*"|default)\s+){0,5}(?:fn|struct|enum|union|trait|type|static|const|mod)(?=\s)/u;

const isRustKey: IsKey = (before, behind) =>
  /::$|'$/.test(before) || (/[{,(]$/.test(before) && /^\s*:(?!:)/.test(behind));

const IMPL = /^\s*(?:#\[[^\n]*\n\s*)*(?:unsafe\s+)?impl\b/;

/** Rust: by the text, with what the server knows of names. */
export const rustMoves: SymbolMoves = {
  whyNot({ name, source, target, parts }) {
    if (!target.path.endsWith('.rs')) return 'the target is no file of Rust';
    const [first] = parts;
    const text = first === undefined ? '' : source.text.slice(first.definition, first.end);
    if (/^\s*(?:#\[[^\n]*\n\s*)*macro_rules!/.test(text)) return `\`${name}\` is a macro`;
    if (/^\s*(?:#\[[^\n]*\n\s*)*(?:pub(?:\([^)]*\))?\s+)?mod\b/.test(text))
      return `\`${name}\` is a module: move its file`;
    if (IMPL.test(text)) return 'an `impl` moves with its type';
    return name === 'main' ? '`main` is where the program begins' : undefined;
  },
  // An `impl` is listed by the name of its type.
  isDefined:
    (text) =>
    ({ definition, end }) =>
      !IMPL.test(text.slice(definition, end)),
  belongs: ({ label }, name) =>
    new RegExp(
      String.raw`^impl\b(?:.*\bfor\s+)?(?:[^\s]*\s)?\s*(?<![\w:])${RegExp.escape(name)}(?:<.*)?$`,
      's',
    ).test(label),
  async move(move) {
    const { source, target, root, isFile } = move;
    const from = placeInCrate(source.path, root, isFile);
    if (from === undefined) return 'no `mod` of a crate leads to the file';
    const known = target.text === undefined ? undefined : placeInCrate(target.path, root, isFile);
    const future =
      known === undefined && target.text === undefined ? futurePlace(target.path, from, isFile) : undefined;
    const to = known ?? future?.place;
    if (to === undefined)
      return 'the target would be no module of the crate: no file beside or above it can declare it';
    if (to.crate !== from.crate) return 'the target is a module of another crate';
    return await new Moving(move, { source: from, target: to }, future?.parent).run();
  },
};

class Moving {
  readonly #edits = new TextEdits();
  readonly #source: UseEdits;
  readonly #target: UseEdits;
  readonly #paths: Paths;

  constructor(
    private readonly move: SymbolMove,
    private readonly places: Places,
    /** The file that has to declare the target's module. */
    private readonly parent: string | undefined,
  ) {
    this.#source = new UseEdits(move.source.path, move.source.text);
    this.#target = new UseEdits(move.target.path, move.target.text ?? '');
    this.#paths = new Paths(this.#source, places.source, (name) =>
      move.others.some((other) => other.name === name),
    );
  }

  async run(): Promise<MovedSymbol | string> {
    const { move } = this;
    const problem = (await this.#bring()) ?? this.#followTarget();
    if (problem !== undefined) return problem;
    const own = [move.source.path, move.target.path];
    const left = [...move.references.keys()]
      .filter((path) => !own.includes(path) && path !== this.parent)
      .sort()
      .flatMap((path) => followInRust(move, this.places, path, this.#edits));
    if (this.parent !== undefined && this.parent !== move.source.path && move.references.has(this.parent))
      left.push(...followInRust(move, this.places, this.parent, this.#edits));
    const [first] = left;
    if (first !== undefined && !move.reexport) return whyNotFollowed(move, first);
    this.#leaveSource();
    this.#source.finish(this.#edits);
    this.#declare();
    this.#putIntoTarget();
    const files = this.#edits.files();
    return typeof files === 'string' ? files : { files };
  }

  /** `use` lines in the target for what the moved text needs. */
  async #bring(): Promise<string | undefined> {
    const { move } = this;
    const { source, parts, others, targetDefinitions, name: own } = move;
    const places = parts.flatMap((part) => namesInCode(this.#source.code, part, isRustKey));
    const top = this.#source.used.filter(
      ({ statement }) => statement.inside.length === 0 && !statement.isLocal,
    );
    let isOpen = false;
    for (const [name, uses] of Map.groupBy(places, (place) => place.name)) {
      if (name === own) continue;
      const used = top.find(({ local }) => local === name);
      const definition = others.find((other) => other.name === name);
      const inTarget = this.#target.used.find(({ local }) => local === name);
      const isThere = inTarget !== undefined || targetDefinitions.some((other) => other.name === name);
      if (used === undefined && definition === undefined && !isThere) {
        isOpen ||=
          !PRELUDE.test(name) &&
          (/^\p{Lu}/u.test(name) || /^\s*[(!]/.test(source.text.slice((uses[0]?.start ?? 0) + name.length)));
        continue;
      }
      if (await areDefinedIn(move, source.path, uses, parts)) continue;
      if (used === undefined && definition === undefined)
        return `\`${name}\` would mean what the target calls so`;
      const path =
        used === undefined
          ? ['crate', ...this.places.source.path, name]
          : this.#paths.absolute(used.path, used.node.start);
      if (isSamePath(path, ['crate', ...this.places.target.path, path.at(-1) ?? ''])) continue;
      const isSame =
        inTarget !== undefined &&
        isSamePath(
          new Paths(this.#target, this.places.target).absolute(inTarget.path, inTarget.node.start),
          path,
        );
      if (isThere && !isSame) return `the target has another \`${name}\` than the one that is used`;
      if (used === undefined && definition !== undefined) this.#open(definition);
      if (!isSame) this.#target.add({ visibility: '', path, alias: used?.node.alias });
    }
    this.#openNamed();
    const hasCalls = parts.some(({ start, end }) =>
      /\.\s*\w+\s*(?:::<[^>]*>)?\(/.test(this.#source.code.slice(start, end)),
    );
    for (const { node, local, statement } of top) {
      const isGlob = node.path.at(-1) === '*' && isOpen;
      const isTrait = hasCalls && (local === '_' || this.#isUnnamed(local));
      if (!isGlob && !isTrait) continue;
      const path = this.#paths.absolute(node.path, statement.start);
      if (!this.#target.used.some((one) => isSamePath(one.path, path)))
        this.#target.add({ visibility: '', path, alias: node.alias });
    }
    return undefined;
  }

  /** Definitions of the source that the moved text names by a path: `self::rate()`. */
  #openNamed(): void {
    const { parts, others } = this.move;
    const { code } = this.#source;
    const own = ['crate', ...this.places.source.path];
    for (const part of parts)
      for (const { index, 0: all } of code
        .slice(part.start, part.end)
        .matchAll(
          /(?<![\p{ID_Continue}:])(?:self|super|crate)(?:\s*::\s*[\p{ID_Start}_]\p{ID_Continue}*)+/gu,
        )) {
        const path = this.#paths.absolute(all.replace(/\s/g, '').split('::'), part.start + index);
        const definition = others.find(({ name }) => name === path[own.length]);
        if (definition !== undefined && isSamePath(path.slice(0, own.length), own)) this.#open(definition);
      }
  }

  /** A trait is used by its methods alone. */
  #isUnnamed(local: string): boolean {
    return (
      local !== '*' &&
      !namesInCode(this.#source.code).some(
        ({ name, start }) => name === local && !this.#source.statements.some((one) => codeHolds(one, start)),
      )
    );
  }

  /** A definition of the source that the target may use, from now on. */
  #open({ start, end, definition }: TopDefinition): void {
    const { source } = this.move;
    const isInner = this.places.source.path.every((one, at) => this.places.target.path[at] === one);
    const code = this.#source.code.slice(definition, end);
    const keyword = KEYWORD.exec(code);
    if (isInner || keyword === null || VISIBILITY.test(code.slice(0, keyword.index))) return;
    const at = Math.max(start, definition) + keyword.index - Math.max(0, start - definition);
    this.#edits.add(source.path, source.text, { start: at, end: at, text: 'pub(crate) ' });
  }

  #followTarget(): string | undefined {
    const { target, references, name } = this.move;
    const old = ['crate', ...this.places.source.path, name];
    const paths = new Paths(this.#target, this.places.target);
    for (const offset of references.get(target.path) ?? []) {
      const used = this.#target.used.find(({ node }) => codeHolds(node, offset));
      if (used !== undefined) {
        if (!isSamePath(paths.absolute(used.path, used.node.start), old)) continue;
        if (used.node.alias !== undefined) return `the target calls it \`${used.node.alias}\``;
        this.#target.drop(used.node);
        continue;
      }
      const before = pathBefore(this.#target.code, offset);
      if (
        before !== undefined &&
        target.text !== undefined &&
        isSamePath([...paths.absolute(before.segments, before.start), name], old)
      )
        this.#edits.remove(target.path, target.text, { start: before.start, end: offset });
    }
    return undefined;
  }

  #leaveSource(): void {
    const { source, parts, removal, references, reexport, name } = this.move;
    this.#edits.add(source.path, source.text, ...removal);
    const inParts = new Set(
      parts.flatMap((part) => namesInCode(this.#source.code, part, isRustKey)).map((place) => place.name),
    );
    const rest = namesInCode(this.#source.code, undefined, (before) => before.endsWith('::')).filter(
      ({ start }) =>
        !parts.some((part) => codeHolds(part, start)) &&
        !this.#source.statements.some((one) => codeHolds(one, start)),
    );
    const used = new Set(rest.map((place) => place.name));
    for (const { node, local, statement } of this.#source.used) {
      const isOwn = statement.inside.length === 0 && !statement.isLocal && statement.visibility === '';
      if (isOwn && inParts.has(local) && !used.has(local)) this.#source.drop(node);
    }
    const uses = references.get(source.path) ?? [];
    const path = ['crate', ...this.places.target.path, name];
    if (reexport) this.#source.add({ visibility: this.#visibility(true), path });
    else if (uses.length > 0) {
      const isTested = uses.every((offset) => this.#isInTests(offset));
      this.#source.add({ visibility: '', path, ...(isTested && { attribute: '#[cfg(test)]' }) });
    }
  }

  /** In the first module of tests, which is the last thing in a file. */
  #isInTests(offset: number): boolean {
    const tests = /#\[cfg\(test\)\]\s*mod\s+\w+\s*\{/.exec(this.#source.code)?.index ?? Infinity;
    return offset >= tests && this.#source.braces.around(offset).length > 0;
  }

  /** Of the definition in its new file. */
  #visibility(isUsed: boolean): string {
    const [first] = this.move.parts;
    if (first === undefined) return '';
    const code = this.#source.code.slice(first.definition, first.end);
    const keyword = KEYWORD.exec(code);
    const now = VISIBILITY.exec(code.slice(0, keyword?.index ?? 0))?.[0] ?? '';
    const isSibling = isSamePath(this.places.source.path.slice(0, -1), this.places.target.path.slice(0, -1));
    if (now === '') return isUsed ? 'pub(crate)' : '';
    return now === 'pub' || now.includes('crate') || (isSibling && now.includes('super'))
      ? now
      : 'pub(crate)';
  }

  /** `mod target;` */
  #declare(): void {
    const { source, root, target } = this.move;
    const { parent } = this;
    const text = parent === source.path ? source.text : parent && this.move.textOf(parent);
    const name = this.places.target.path.at(-1);
    if (parent === undefined || text === undefined || name === undefined || root === target.path) return;
    const { code } = new UseEdits(parent, text);
    const mods = [...code.matchAll(/^(?<visible>pub(?:\([^)]*\))?\s+)?mod\s+(?<name>\w+)\s*;[ \t]*/gm)];
    const own = mods.find(({ groups }) => groups?.['name'] === this.places.source.path.at(-1));
    const visibility =
      own?.groups?.['visible']?.trim() ?? (this.places.target.path.length > 1 ? 'pub(crate)' : '');
    const line = `${visibility === '' ? '' : `${visibility} `}mod ${name};\n`;
    const last = mods.at(-1);
    const at =
      last === undefined
        ? new UseEdits(parent, text).insertionPoint
        : linesAround(text, { start: last.index, end: last.index + last[0].length }).end;
    const gap =
      last === undefined && text.slice(at).trim() !== '' && !/^\s*\n/.test(text.slice(at)) ? '\n' : '';
    this.#edits.add(parent, text, { start: at, end: at, text: line + gap });
  }

  #putIntoTarget(): void {
    const { source, target, parts, references, reexport } = this.move;
    const isUsed = references.size > 0 || reexport;
    const definition = parts
      .map((part, at) => this.#moved(part, at === 0 ? this.#visibility(isUsed) : undefined).trimEnd())
      .join('\n\n')
      .replace(/\r\n/g, '\n');
    if (target.text === undefined) {
      const { header } = this.#target;
      const all = `${header === '' ? '' : `${header}\n\n`}${definition}\n`;
      this.#edits.create(target.path, source.text.includes('\r\n') ? all.replace(/\n/g, '\r\n') : all);
      return;
    }
    this.#target.finish(this.#edits);
    const { text } = target;
    const tests = /^#\[cfg\(test\)\]\s*mod\b/m.exec(this.#target.code)?.index;
    const at = tests ?? text.length;
    const before = text.slice(0, at).replace(/\r/g, '');
    const opening =
      before.trim() === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    this.#edits.add(target.path, text, {
      start: at,
      end: at,
      text: `${opening}${definition}\n${tests === undefined ? '' : '\n'}`,
    });
  }

  /** `self::`, `super::` */
  #fromCrate(path: string, offset: number): string {
    const segments = path.replace(/\s/g, '').split('::').slice(0, -1);
    return `${this.#paths.absolute(segments, offset).join('::')}::`;
  }

  /** A part as it stands in the target: paths that begin at the source begin at the crate. */
  #moved({ start, end, definition }: TopDefinition, visibility: string | undefined): string {
    const code = this.#source.code.slice(start, end);
    const keyword = KEYWORD.exec(code.slice(definition - start));
    const head = definition - start + (keyword?.index ?? 0);
    const now = VISIBILITY.exec(code.slice(definition - start, head));
    const own = now === null ? undefined : definition - start + now.index;
    const changes = Array.from(
      code.matchAll(/(?<![\p{ID_Continue}:])(?:self|super(?:\s*::\s*super)*)\s*::\s*(?=[\p{ID_Start}_])/gu),
      ({ 0: all, index }) => ({
        start: index,
        end: index + all.length,
        text: this.#fromCrate(all, start + index),
      }),
    );
    if (visibility !== undefined && keyword !== null)
      changes.push(
        own === undefined
          ? { start: head, end: head, text: visibility === '' ? '' : `${visibility} ` }
          : { start: own, end: own + (now?.[0].length ?? 0), text: visibility },
      );
    return changes
      .sort((a, b) => b.start - a.start)
      .reduce(
        (text, one) => text.slice(0, one.start) + one.text + text.slice(one.end),
        this.move.source.text.slice(start, end),
      );
  }
}
