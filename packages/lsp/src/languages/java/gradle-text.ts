import { join } from 'node:path';
import { readText } from '../../backend/program/files.ts';
import { readTextFile, SETTINGS_BYTES } from '../../support/read-file.ts';

const NAMES = ['build.gradle', 'build.gradle.kts'];

/** UTF-16 code units. What is longer is no statement of a person, and is not read. */
export const LONGEST_LINE = 2000;

/** Of these files, one that is there and cannot be read: without it, nothing is known of the dependencies. */
export function unreadable(folder: string, names: readonly string[] = NAMES): string | undefined {
  return names
    .map((name) => join(folder, name))
    .find((path) => readTextFile(path, SETTINGS_BYTES).kind === 'unreadable');
}

/** The text of a script without comments; '' where there is none. */
export function scriptText(folder: string, names: readonly string[] = NAMES): string {
  const text = names.flatMap((name) => readText(join(folder, name), SETTINGS_BYTES) ?? [])[0] ?? '';
  return text.replace(
    /("[^"\\\n]*(?:\\.[^"\\\n]*){0,20000}"?|'[^'\\\n]*(?:\\.[^'\\\n]*){0,20000}'?)|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g,
    (_, string: string | undefined) => string ?? '',
  );
}

/** The contents of all blocks of this name that stand at the top of `text`: `name { ... }`. */
export function blocks(text: string, name: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let begun: number | undefined;
  let isWanted = false;
  for (const { 0: brace, index } of text.matchAll(
    /"[^"\\\n]*(?:\\.[^"\\\n]*){0,20000}"?|'[^'\\\n]*(?:\\.[^'\\\n]*){0,20000}'?|[{}]/g,
  )) {
    if (brace === '{') {
      if (depth === 0) {
        isWanted = opens(text, index, name);
        begun = index + 1;
      }
      depth += 1;
    } else if (brace === '}') {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && isWanted && begun !== undefined) found.push(text.slice(begun, index));
    }
  }
  return found;
}

/** Whether a brace opens a block of this name: `name {`, `name(...) {`. */
function opens(text: string, brace: number, name: string): boolean {
  let end = endOfText(text, brace);
  if (text[end - 1] === ')') {
    const within = text.slice(Math.max(0, end - 1 - LONGEST_LINE), end - 1);
    const open = within.lastIndexOf('(');
    if (open < 0 || within.includes(')', open)) return false;
    end = endOfText(text, end - 1 - within.length + open);
  }
  return text.startsWith(name, end - name.length) && /^$|[\s;.]/.test(text.charAt(end - name.length - 1));
}

/** Before the blanks that stand before an offset. */
function endOfText(text: string, offset: number): number {
  let end = offset;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** `x = "1"`, `def x = '1'`, `val x = "1"`, `ext.x = '1'`, `extra["x"] = "1"`. */
export function literals(text: string): Map<string, string> {
  const found = text.matchAll(
    /(?:(?<![^\s.(])extra\[["']([\w.-]+)["']\]|(?<![^\s(])([\w.-]+)|(?<![^\s.(])set\(["']([\w.-]+)["'],?)(?:\s*:\s*String)?(?:\s*=\s*|\s+)["']([^"'$\n]{0,200})["']/g,
  );
  return new Map(
    [...found].map(([, extra, plain, set, value = '']): [string, string] => [
      (extra ?? plain ?? set ?? '').replace(/^(?:ext|project|rootProject)\./, ''),
      value,
    ]),
  );
}

/** The lines of a block; one that ends within parentheses or with a comma goes on. */
export function statements(body: string): string[] {
  const plain = withoutBlocks(body);
  const found: string[] = [];
  let held: string[] = [];
  let open = 0;
  for (const line of plain.split(/[\n;]/)) {
    const part = line.trim();
    if (part === '') continue;
    held.push(part);
    for (const [bracket] of part.matchAll(/[()]/g)) open += bracket === '(' ? 1 : -1;
    if (part.endsWith(',') || open > 0) continue;
    found.push(held.join(' '));
    [held, open] = [[], 0];
  }
  return found;
}

/** Without `{ exclude ... }`, which stands behind a dependency. */
function withoutBlocks(text: string): string {
  const kept: string[] = [];
  const open: number[] = [];
  for (const [part] of text.matchAll(/[{}]|[^{}]+/g)) {
    const start = part === '}' ? open.pop() : undefined;
    if (start !== undefined) kept.length = start;
    else if (part === '{') open.push(kept.length);
    kept.push(start === undefined ? part : ' ');
  }
  return kept.join('');
}
