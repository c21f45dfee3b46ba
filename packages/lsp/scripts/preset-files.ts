import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installHint, type WellKnown } from '../src/backend/from-table.ts';
import { CURATED } from '../src/languages/presets/curated.ts';
import { type Fact, parseFacts } from './preset-facts.ts';

const PACKAGE = join(import.meta.dir, '..');
const PRESETS = join(PACKAGE, 'src/languages/presets');
const DOCS = join(PACKAGE, '../../docs');

interface Generated {
  readonly text: string;
  /** What is there now. */
  readonly former: string;
}

/** By absolute path. The protocol and the page have other parts, too, which stay. */
export function presetFiles(): Map<string, Generated> {
  const facts = parseFacts(read(join(PRESETS, 'facts.txt')));
  const rows = [...CURATED, ...facts].sort((a, b) => (a.id < b.id ? -1 : 1));
  const measured = rightServers(read(join(DOCS, 'languages.json')));
  const [table, types, programs, page] = [
    join(PRESETS, 'table.ts'),
    join(PACKAGE, 'src/types.ts'),
    join(PACKAGE, 'src/known-programs.ts'),
    join(DOCS, 'servers.md'),
  ];
  return new Map([
    [
      table,
      {
        text: tableText(
          facts,
          rows.flatMap(({ id }) => (measured.has(id) ? [id] : [])),
        ),
        former: readOrEmpty(table),
      },
    ],
    [
      types,
      within(
        read(types),
        'export const WELL_KNOWN_SERVERS: readonly string[] = [\n',
        '];\n',
        idLines(rows.map(({ id }) => id)),
      ),
    ],
    [programs, within(read(programs), "  // The table's:\n", '};\n', programLines(rows))],
    [
      page,
      within(
        read(page),
        '| id | language | files | program | install |\n|---|---|---|---|---|\n',
        '\n',
        rows.map((row) => `${pageRow(row, measured)}\n`).join(''),
      ),
    ],
  ]);
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

function readOrEmpty(path: string): string {
  try {
    return read(path);
  } catch {
    return '';
  }
}

/** The part between two lines is replaced. */
function within(former: string, start: string, end: string, part: string): Generated {
  const from = former.indexOf(start) + start.length;
  // The part itself has neither an empty line nor the end of a list.
  const to = end === '\n' ? former.indexOf('\n\n', from) + 1 : former.indexOf(end, from);
  if (from < start.length || to < from) throw new Error(`there is no part after: ${start}`);
  return { former, text: former.slice(0, from) + part + former.slice(to) };
}

/** Ids of the servers that have a row in docs/languages.json, and are right in each of them. */
function rightServers(text: string): Set<string> {
  const rows = JSON.parse(text) as readonly { readonly server: string; readonly right: boolean }[];
  const wrong = new Set(rows.flatMap(({ server, right }) => (right ? [] : [server])));
  return new Set(rows.flatMap(({ server }) => (wrong.has(server) ? [] : [server])));
}

function tableText(facts: readonly Fact[], measured: readonly string[]): string {
  const rows = facts.map((fact) => `  ${literal(fact)},\n`).join('');
  return `// Written by npm run generate, from facts.txt and docs/languages.json.
import type { WellKnown } from '../../backend/from-table.ts';

/** Ids of the servers that the matrix of docs/languages.md has run, and found right. */
// prettier-ignore
export const MEASURED: ReadonlySet<string> = new Set([
${idLines(measured)}]);

// One server a line.
// prettier-ignore
export const TABLE: readonly WellKnown[] = [
${rows}];
`;
}

/** A literal as a person would write it. */
function literal(value: unknown): string {
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(
    ([key, field]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`}: ${literal(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const idLines = (ids: readonly string[]): string => filled(ids.map((id) => `'${id}'`));

/** As many to a line as fit, behind an indent of two. */
function filled(items: readonly string[]): string {
  const lines: string[] = [];
  for (const item of items) {
    const word = `${item}, `;
    const last = lines.pop() ?? '';
    if (last.length + item.length + ','.length > 108) lines.push(last, word);
    else lines.push(last + word);
  }
  return lines.map((line) => `  ${line.trimEnd()}\n`).join('');
}

/** The id of each program's server, where it is only one. */
function programLines(rows: readonly WellKnown[]): string {
  const named = rows.flatMap(({ id, programs }) => Object.keys(programs).map((program) => ({ id, program })));
  const single = named.filter(
    ({ program }) => named.filter((other) => other.program === program).length === 1,
  );
  return filled(single.map(({ id, program }) => literal({ [program]: id }).slice(2, -2)));
}

/** A row of docs/servers.md. */
function pageRow(row: WellKnown, measured: ReadonlySet<string>): string {
  const programs = Object.entries(row.programs).map(([name, args]) => `\`${[name, ...args].join(' ')}\``);
  const where =
    row.only === undefined
      ? ''
      : ` where there is ${row.only.length === 1 ? '' : 'a '}\`${row.only[0] ?? ''}\``;
  const chosen =
    row.chosenBy === undefined
      ? ''
      : ` where there is \`${row.chosenBy.file}\`, \`[tool.${row.chosenBy.tool}]\` ` +
        'or a virtual environment with it';
  const below = row.below === undefined ? '' : ` in ${code(row.below)}`;
  const cells = [
    `\`${row.id}\`${measured.has(row.id) ? ' ✓' : ''}`,
    `${row.language}${row.role === 'linter' ? ', linter' : ''}`,
    `${code(row.files)}${below}${where}${chosen}`,
    programs.join(', '),
    row.needsNoTrust ? 'bundled' : installHint(row),
  ];
  return `| ${cells.join(' | ')} |`;
}

function code(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(' ');
}
