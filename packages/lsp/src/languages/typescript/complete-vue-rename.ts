import type { RangeEdit } from '../../backend/fixes/text-changes.ts';
import type { RenameAnswer, RenameQuestion } from '../../backend/fixes/rename-answer.ts';
import type { Place } from '../../backend/model.ts';
import { offsetsIn } from '../../backend/navigation/lines.ts';
import { completeRename } from './complete-rename.ts';

/** So much of a text beside a name is looked at, UTF-16 code units. */
const MOST_BESIDE = 1_000;
const SCRIPT = /<(\/?)script\b/g;
/** `:name`, without a value. */
const BEFORE_ALONE = /\s(?::|v-bind:)$/;
const BEHIND_ALONE = /^(?:\.[\w-]+)*(?=[\s/>])/;
const BEFORE_REF = /\sref\s*=\s*["']$/;
const BEFORE_MEMBER = /(?:[{,;]|^|\b(?:readonly|public|protected|private|static)\s)\s*$/;
const BEHIND_MEMBER = /^\s*[?!]?\s*:(?!:)/;

/**
 * Quirk(Vue): in the template, `{ total }` and `:total` become `{ price }` and `:price`, though each is a
 * key and a variable. And `ref="total"` is renamed with the variable that has it from
 * `useTemplateRef('total')`.
 */
export async function completeVueRename(question: RenameQuestion): Promise<RenameAnswer> {
  const { files, references } = await completeRename(question);
  const isMember = references.some((place) => isDeclaredMember(place, question));
  const kept = new Set<string>();
  const changed = files.map((file) => {
    if (!file.path.endsWith('.vue')) return file;
    const template = new Template(question.textOf(file.path), question, isMember);
    const edits = file.edits.flatMap((edit) => {
      const change = template.change(edit);
      if (change === undefined) kept.add(keyOf(file.path, edit.start));
      return change === undefined ? [] : [change];
    });
    return { ...file, edits };
  });
  return {
    files: changed,
    references: references.filter(({ path, range }) => !kept.has(keyOf(path, range.start))),
  };
}

class Template {
  readonly #text: string;
  readonly #offset: ReturnType<typeof offsetsIn>;
  /** Where scripts begin and end. */
  readonly #scripts: readonly { readonly index: number; readonly isEnd: boolean }[];
  readonly #question: RenameQuestion;
  readonly #isMember: boolean;
  readonly #isNamedByText: boolean;

  constructor(text: string, question: RenameQuestion, isMember: boolean) {
    this.#text = text;
    this.#offset = offsetsIn(text);
    this.#scripts = Array.from(text.matchAll(SCRIPT), ({ index, 1: slash }) => ({
      index,
      isEnd: slash === '/',
    }));
    this.#question = question;
    this.#isMember = isMember;
    const name = RegExp.escape(question.oldName);
    this.#isNamedByText =
      /\buseTemplateRef\b/.test(text) && new RegExp(`\\(\\s*(["'\`])${name}\\1\\s*\\)`).test(text);
  }

  /** What is to be written; undefined where the text stays. */
  change(edit: RangeEdit): RangeEdit | undefined {
    const { oldName, newName } = this.#question;
    const [start, end] = [this.#offset(edit.start) ?? 0, this.#offset(edit.end) ?? 0];
    if (this.#isScript(start)) return edit;
    const before = this.#text.slice(Math.max(0, start - MOST_BESIDE), start);
    const behind = this.#text.slice(end, end + MOST_BESIDE);
    if (this.#isNamedByText && BEFORE_REF.test(before)) return undefined;
    const key = this.#text.slice(start, end);
    if (BEFORE_ALONE.test(before) && BEHIND_ALONE.test(behind))
      return { ...edit, text: this.#isMember ? `${edit.text}="${oldName}"` : `${key}="${newName}"` };
    if (edit.text !== newName || key !== oldName || !isShorthand(before, behind)) return edit;
    return { ...edit, text: this.#isMember ? `${newName}: ${oldName}` : `${oldName}: ${newName}` };
  }

  #isScript(offset: number): boolean {
    let [from, to] = [0, this.#scripts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#scripts[middle]?.index ?? offset) < offset) from = middle + 1;
      else to = middle;
    }
    return this.#scripts[from - 1]?.isEnd === false;
  }
}

/** `total: number` in a type, `total: 1` in an object. */
function isDeclaredMember({ path, range: { start } }: Place, { oldName, lineOf }: RenameQuestion): boolean {
  const line = lineOf(path, start.line);
  const end = start.character + oldName.length;
  const before = line.slice(Math.max(0, start.character - MOST_BESIDE), start.character);
  return BEHIND_MEMBER.test(line.slice(end, end + MOST_BESIDE)) && BEFORE_MEMBER.test(before);
}

/** Alone between braces that are no block's, and not those of `{{ total }}`. */
function isShorthand(before: string, behind: string): boolean {
  if (!/^\s*(?:[,}]|=(?![=>]))/.test(behind) || !/[{,]\s*$/.test(before)) return false;
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const character = before[at] ?? '';
    if (')]}'.includes(character)) depth += 1;
    else if ('([{'.includes(character)) {
      if (depth === 0)
        return character === '{' && before[at - 1] !== '{' && !/(?:=>|\)|\$)\s*$/.test(before.slice(0, at));
      depth -= 1;
    }
  }
  return false;
}

function keyOf(path: string, { line, character }: RangeEdit['start']): string {
  return `${line}:${character} ${path}`;
}
