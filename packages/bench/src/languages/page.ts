import { table, type Page, type Value } from '../frame/page.js';
import { isRight, type Mark, type RowResult, ASKED_TOOLS } from './results.js';
import type { Install, LanguageRow } from './row.js';

export const LANGUAGES_PAGE: Page = {
  file: 'languages.md',
  sections: ['counts', 'rows', 'not right', 'errors'],
};

interface JudgedRow {
  readonly row: LanguageRow;
  readonly result: RowResult;
}

/** A line for a terminal. */
export function rowLine(result: RowResult): string {
  const { id, outcome } = result;
  if (outcome.kind === 'failed') return `----  ${id}: ${outcome.reason}`;
  const { error, mended, others, tools, message = '' } = outcome;
  const marks = Object.entries({ error, mended, others, ...tools });
  const text = marks.map(([name, mark]) => `${name} ${marked(mark, WORDS)}`).join('; ');
  return `${isRight(result) ? 'ok  ' : 'FAIL'}  ${id}: ${text}${message === '' ? '' : `\n      ${message}`}`;
}

/** How each kind of mark is shown; `yes` and `warning` by their time. */
interface Shown {
  yes(ms: number): string;
  warning(ms: number): string;
  no(reason: string): string;
  readonly notOffered: string;
  readonly notAsked: string;
}

const WORDS: Shown = {
  yes: (ms) => `${ms} ms`,
  warning: (ms) => `${ms} ms (warning)`,
  no: (reason) => `NO: ${reason}`,
  notOffered: 'not offered',
  notAsked: 'not asked',
};
const CELL: Shown = {
  yes: String,
  warning: (ms) => `${ms} w`,
  no: () => 'no',
  notOffered: '.',
  notAsked: '',
};
const letter = (name: string): Shown => ({
  yes: () => name,
  warning: () => name,
  no: () => '!',
  notOffered: '.',
  notAsked: ' ',
});

function marked(mark: Mark, shown: Shown): string {
  switch (mark.kind) {
    case 'yes':
    case 'warning':
      return shown[mark.kind](mark.ms);
    case 'no':
      return shown.no(mark.reason);
    case 'not offered':
      return shown.notOffered;
    case 'not asked':
      return shown.notAsked;
  }
}

/** Of docs/languages.md. */
export function languageSections(
  rows: readonly LanguageRow[],
  results: readonly RowResult[],
): Record<string, string> {
  const judged = rows.flatMap((row): JudgedRow[] => {
    const result = results.find(({ id }) => id === row.id);
    return result === undefined ? [] : [{ row, result }];
  });
  const count = (of: readonly JudgedRow[]): string =>
    `${of.length} rows, ${new Set(of.map(({ row }) => row.language)).size} languages`;
  const ran = judged.filter(({ result }) => result.outcome.kind === 'judged');
  const right = judged.filter(({ result }) => isRight(result));
  const unjudged = rows.filter(({ id }) => !judged.some(({ row }) => row.id === id)).map(({ id }) => id);
  return {
    counts: `${count(judged)}. Ran and were judged: ${count(ran)}. Right: ${count(right)}.${
      unjudged.length > 0 ? `\nNot tried yet: ${unjudged.join(', ')}.` : ''
    }`,
    rows: table('language | id | installed | error: | mended: | others: | hdrn', judged.map(tableRow)),
    'not right': table('row | what', judged.flatMap(problems)),
    errors: table(
      'row | error | authority | what the server says',
      judged.map(({ row: { id, error, authority }, result: { outcome } }) => [
        `\`${id}\``,
        `\`${error[1].trim().split('\n')[0] ?? ''}\``,
        authority,
        outcome.kind === 'judged' ? (outcome.message ?? '-') : '-',
      ]),
    ),
  };
}

function tableRow({ row, result: { outcome } }: JudgedRow): Value[] {
  const head = [row.language, `\`${row.server}\``, row.install.map(installed).join(', ')];
  if (outcome.kind === 'failed') return [...head, '-', '-', '-', ''];
  const { error, mended, others, tools } = outcome;
  const letters = ASKED_TOOLS.map((tool) =>
    marked(tools[tool], letter(tool === 'rename' ? 'n' : tool.charAt(0))),
  );
  return [...head, ...[error, mended, others].map((mark) => marked(mark, CELL)), `\`${letters.join('')}\``];
}

function installed(part: Install): string {
  if (part.kind === 'here') return 'bundled, or `npm run setup:servers`';
  const [first = '', ...more] = part.packages;
  return `${part.kind} \`${first}\`${more.length > 0 ? ` +${more.length}` : ''}`;
}

function problems({ row: { id, note }, result: { outcome } }: JudgedRow): string[][] {
  const told = note === undefined ? [] : [note];
  if (outcome.kind === 'failed') told.unshift(outcome.reason);
  else {
    const { error, mended, others, tools } = outcome;
    const marks = Object.entries<Mark>({ error, mended, others, ...tools });
    told.unshift(...marks.flatMap(([name, mark]) => (mark.kind === 'no' ? [`${name}: ${mark.reason}`] : [])));
  }
  return told.map((what) => [`\`${id}\``, what]);
}
