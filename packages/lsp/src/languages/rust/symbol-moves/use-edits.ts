import { type TextRange, withoutItems } from '../../../backend/symbols/code.ts';
import { linesAround, type TextEdits, wholeOf } from '../../../backend/symbols/text-edits.ts';
import {
  Braces,
  leavesOf,
  namesOfTree,
  rustCode,
  type UsedName,
  type UseNode,
  usesIn,
  type UseStatement,
} from './use-trees.ts';

export interface AddedUse {
  readonly visibility: string;
  readonly path: readonly string[];
  readonly alias?: string | undefined;
  /** The statement that it stands behind. */
  readonly beside?: UseStatement;
  /** `#[cfg(test)]` */
  readonly attribute?: string;
}

/** The `use` lines of one file, and what is to become of them. */
export class UseEdits {
  readonly code: string;
  readonly braces: Braces;
  readonly statements: readonly UseStatement[];
  readonly used: readonly UsedName[];
  readonly #gone = new Set<UseNode>();
  readonly #added: AddedUse[] = [];

  constructor(
    readonly path: string,
    readonly text: string,
  ) {
    this.code = rustCode(text);
    this.braces = new Braces(this.code);
    this.statements = usesIn(this.code, this.braces);
    this.used = namesOfTree(this.statements);
  }

  drop(node: UseNode): void {
    this.#gone.add(node);
  }

  add(added: AddedUse): void {
    const key = ({ path, alias, beside }: AddedUse): string => JSON.stringify([path, alias, beside?.start]);
    if (!this.#added.some((one) => key(one) === key(added))) this.#added.push(added);
  }

  get header(): string {
    return linesOf(this.#added).join('\n');
  }

  finish(edits: TextEdits): void {
    const left = this.#added.filter(({ beside }) => beside === undefined);
    for (const statement of this.statements) {
      const { start, end, tree, indentation } = statement;
      const lines = linesOf(this.#added.filter(({ beside }) => beside === statement));
      if (this.#isGone(tree)) {
        const range = { start, end };
        if (lines.length > 0)
          edits.add(this.path, this.text, { ...range, text: lines.join(`\n${indentation}`) });
        else
          edits.remove(this.path, this.text, wholeOf(this.text, range, this.#isTidied(range, left.length)));
        continue;
      }
      this.#prune(edits, tree);
      if (lines.length === 0) continue;
      const at = linesAround(this.text, statement).end;
      edits.add(this.path, this.text, {
        start: at,
        end: at,
        text: lines.map((line) => `${indentation}${line}\n`).join(''),
      });
    }
    this.#insert(edits, linesOf(left));
  }

  /** A blank line may go, where nothing is put there. */
  #isTidied(range: TextRange, count: number): boolean {
    return count === 0 || linesAround(this.text, range).end !== this.insertionPoint;
  }

  #isGone(node: UseNode): boolean {
    return leavesOf(node).every((leaf) => this.#gone.has(leaf));
  }

  #prune(edits: TextEdits, node: UseNode): void {
    const kept = node.children.filter((child) => !this.#isGone(child));
    const [only] = kept;
    const open = this.code.indexOf('{', node.start);
    const isBare =
      kept.length === 1 && kept.length < node.children.length && only?.path.length !== node.path.length;
    if (only !== undefined && isBare && open < only.start) {
      const ranges = [
        { start: open, end: only.start },
        { start: only.end, end: node.end },
      ];
      edits.remove(this.path, this.text, ...ranges);
    } else
      edits.remove(
        this.path,
        this.text,
        ...withoutItems(node.children, (at) => !kept.some((child) => child === node.children[at])),
      );
    for (const child of node.children) if (!this.#isGone(child)) this.#prune(edits, child);
  }

  /** Behind the last `use` at the top; without one, behind what is said of the whole file. */
  get insertionPoint(): number {
    const last = this.statements.findLast(({ inside, isLocal }) => inside.length === 0 && !isLocal);
    if (last !== undefined) return linesAround(this.text, last).end;
    return /^(?:[ \t]*(?:\/\/![^\n]*|#!\[[^\n]*)?\r?\n)*/.exec(this.text)?.[0].length ?? 0;
  }

  #insert(edits: TextEdits, lines: readonly string[]): void {
    if (lines.length === 0) return;
    const at = this.insertionPoint;
    const hasUses = this.statements.some(({ inside, isLocal }) => inside.length === 0 && !isLocal);
    const closing = hasUses || this.text.slice(at).trim() === '' ? '\n' : '\n\n';
    edits.add(this.path, this.text, { start: at, end: at, text: lines.join('\n') + closing });
  }
}

/** Names of one module together. */
function linesOf(all: readonly AddedUse[]): string[] {
  // `use std::fmt` and `use std::fmt::Display` are `use std::fmt::{self, Display}`.
  const added = all.map((one) => {
    const isModule = all.some(({ path }) => path.slice(0, -1).join('::') === one.path.join('::'));
    return isModule && one.alias === undefined ? { ...one, path: [...one.path, 'self'] } : one;
  });
  const groups = Map.groupBy(added, ({ visibility, path, attribute }) =>
    JSON.stringify([visibility, attribute, path.slice(0, -1)]),
  );
  return [...groups.values()].map((group) => {
    const [first] = group;
    const module = first?.path.slice(0, -1) ?? [];
    const names = group
      .map(({ path, alias }) =>
        alias === undefined ? (path.at(-1) ?? '') : `${path.at(-1) ?? ''} as ${alias}`,
      )
      .sort((a, b) => Number(b === 'self') - Number(a === 'self') || (a < b ? -1 : 1));
    const last = names.length === 1 ? (names[0] ?? '') : `{${names.join(', ')}}`;
    const visibility =
      first?.visibility === undefined || first.visibility === '' ? '' : `${first.visibility} `;
    const attribute = first?.attribute === undefined ? '' : `${first.attribute}\n`;
    return `${attribute}${visibility}use ${[...module, last].join('::')};`;
  });
}
