import { isRight, type Mark, type RowResult, TOOLS } from './results.js';
import type { Install, LanguageRow } from './row.js';

/** A line for a terminal. */
export function summary(row: LanguageRow, result: RowResult): string {
  const { outcome } = result;
  if (outcome.kind === 'failed') return `----  ${row.id}: ${outcome.reason}`;
  const { error, mended, others, tools, message = '' } = outcome;
  const marks = [
    `error ${spelled(error)}`,
    `mended ${spelled(mended)}`,
    `others ${spelled(others)}`,
    ...TOOLS.map((tool) => `${tool} ${spelled(tools[tool])}`),
  ];
  return `${isRight(result) ? 'ok  ' : 'FAIL'}  ${row.id}: ${marks.join('; ')}${message === '' ? '' : `\n      ${message}`}`;
}

function spelled(mark: Mark): string {
  switch (mark.kind) {
    case 'yes':
      return `${mark.ms} ms`;
    case 'warning':
      return `${mark.ms} ms (warning)`;
    case 'no':
      return `NO: ${mark.reason}`;
    case 'not offered':
    case 'not asked':
      return mark.kind;
  }
}

/** docs/languages.md. */
export function markdown(rows: readonly LanguageRow[], results: readonly RowResult[]): string {
  const byId = new Map(results.map((result) => [result.id, result]));
  const judged = rows.flatMap((row) => {
    const result = byId.get(row.id);
    return result === undefined ? [] : [{ row, result }];
  });
  const ran = judged.filter(({ result }) => result.outcome.kind === 'judged');
  const right = judged.filter(({ result }) => isRight(result));
  const languages = (of: typeof judged): number => new Set(of.map(({ row }) => row.language)).size;
  const unjudged = rows.filter(({ id }) => !byId.has(id)).map(({ id }) => id);
  return `# Languages

Written by \`npm run languages -- --record\`; \`--only ID\` judges one row. Each row is a language server
that was installed on demand, in the version named, and a project of a few lines. The first edit
writes an error that the language's own compiler or documentation calls one. It is right if the
result has the error in its line, and the next edit's result, which mends it, has none.

${judged.length} rows, ${languages(judged)} languages. Ran and were judged: ${ran.length} rows, ${languages(ran)} languages. Right: ${right.length} rows, ${languages(right)} languages.${unjudged.length > 0 ? `\nNot tried yet: ${unjudged.join(', ')}.` : ''}

*Error*: ms from the first edit to its result, with the start of the server. *Mended*: ms of the next
edit. *Others*: a change that breaks another file is reported there. *h d r n*: hover, definition,
references, rename; a letter is there where the answer is the expected one, \`.\` where the server
does not offer it, \`!\` where the answer is another, a space where nothing was asked. \`w\` after a time:
the server calls the error a warning, which results leave out unless \`includeSeverities\` says otherwise.

| language | id | installed | error | mended | others | hdrn |
|---|---|---|--:|--:|--:|---|
${judged.map(({ row, result }) => tableRow(row, result)).join('\n')}

## What is not right, and what a server cannot do

| row | what |
|---|---|
${judged.flatMap(({ row, result }) => problems(row, result).map((problem) => `| \`${row.id}\` | ${cell(problem)} |`)).join('\n')}

## Whose errors they are

| row | error | authority | what the server says |
|---|---|---|---|
${judged.map(({ row, result }) => `| \`${row.id}\` | \`${cell(row.error[1].trim().split('\n')[0] ?? '')}\` | ${cell(row.authority)} | ${cell(result.outcome.kind === 'judged' ? (result.outcome.message ?? '-') : '-')} |`).join('\n')}
`;
}

function tableRow(row: LanguageRow, { outcome }: RowResult): string {
  const head = `| ${row.language} | \`${row.server}\` | ${row.install.map(installed).join(', ')} |`;
  if (outcome.kind === 'failed') return `${head} - | - | - | |`;
  const { error, mended, others, tools } = outcome;
  return `${head} ${[error, mended, others].map(time).join(' | ')} | \`${TOOLS.map((tool) => letter(tool === 'rename' ? 'n' : tool.charAt(0), tools[tool])).join('')}\` |`;
}

function installed(part: Install): string {
  if (part.kind === 'here') return 'bundled, or `npm run setup:servers`';
  const [first = '', ...more] = part.packages;
  return `${part.kind} \`${first}\`${more.length > 0 ? ` +${more.length}` : ''}`;
}

function time(mark: Mark): string {
  switch (mark.kind) {
    case 'yes':
      return String(mark.ms);
    case 'warning':
      return `${mark.ms} w`;
    case 'no':
      return 'no';
    case 'not offered':
      return '.';
    case 'not asked':
      return '';
  }
}

function letter(name: string, mark: Mark): string {
  switch (mark.kind) {
    case 'yes':
    case 'warning':
      return name;
    case 'no':
      return '!';
    case 'not offered':
      return '.';
    case 'not asked':
      return ' ';
  }
}

function problems(row: LanguageRow, { outcome }: RowResult): string[] {
  const note = row.note === undefined ? [] : [row.note];
  if (outcome.kind === 'failed') return [outcome.reason, ...note];
  const { error, mended, others, tools } = outcome;
  const marks = { error, mended, others, ...tools };
  return [
    ...Object.entries(marks).flatMap(([name, mark]) =>
      mark.kind === 'no' ? [`${name}: ${mark.reason}`] : [],
    ),
    ...note,
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
