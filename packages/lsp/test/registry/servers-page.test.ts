import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installHint, type WellKnown } from '../../src/backend/from-table.ts';
import { WELL_KNOWN } from '../../src/languages/presets/index.ts';

const PAGE = join(import.meta.dir, '../../../../docs/servers.md');

function code(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(' ');
}

function line(row: WellKnown): string {
  const programs = Object.entries(row.programs).map(([name, args]) => `\`${[name, ...args].join(' ')}\``);
  const where = row.only === undefined ? '' : ` where there is ${row.only.length === 1 ? '' : 'a '}\`${row.only[0] ?? ''}\``;
  const chosen = row.chosenBy === undefined ? '' : ` where there is \`${row.chosenBy.file}\`, \`[tool.${row.chosenBy.tool}]\` or a virtual environment with it`;
  return `| \`${row.id}\` | ${row.language}${row.role === 'linter' ? ', linter' : ''} | ${code(row.files)}${where}${chosen} | ${programs.join(', ')} | ${row.needsNoTrust ? 'bundled' : installHint(row)} |`;
}

test('docs/servers.md has every well-known server as it is in the table, and no other', () => {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split('## Well-known servers\n');
  const lines = section.split('\n').filter((text) => text.startsWith('| `'));
  expect(lines).toEqual(WELL_KNOWN.map(line));
});
