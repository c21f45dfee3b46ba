import { expect, test } from 'bun:test';

import { outcomes } from '../../../../../test/harness/lab.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';
import { tsconfig } from './typescript-language.ts';

const UNKNOWN = 150_000;

/** @param separator U+2028 begins a line for tsserver, and for nothing else: its ranges are then found by their offsets */
const unknownNames = (separator: string): string =>
  `export {};\n${Array.from({ length: UNKNOWN }, (_, name) => `unknown${name};\n`).join('')}// ${separator}`;

test.each([
  ['TypeScript 5.9', 'typescript', ''],
  ['TypeScript 5.9, with a line separator', 'typescript', '\u2028'],
  ['TypeScript 7', 'typescript-v7', ''],
])(
  'a file with 150,000 unknown names is judged, its errors are counted, and the next edit is judged as ever: %s',
  async (_, version, separator) => {
    await using lab = await openReal({
      servers: ['typescript'],
      links: { 'node_modules/typescript': version },
      files: { 'tsconfig.json': tsconfig(), 'src/a.ts': 'export {};\n', 'src/b.ts': 'export {};\n' },
    });
    const report = await lab.check({ 'src/a.ts': unknownNames(separator) });
    const found = report.files['src/a.ts'] ?? [];
    expect(outcomes(report)).toEqual({ typescript: 'complete' });
    expect(found.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(UNKNOWN);
    expect(found.length).toBeLessThan(10_100);
    expect([found[0], found[9999]].map((one) => [one?.line, one?.message])).toEqual([
      [2, "Cannot find name 'unknown0'."],
      [10_001, "Cannot find name 'unknown9999'."],
    ]);
    expect(await lab.edit('src/b.ts', 'export const b: string = 1;\n')).toEqual([
      "Type 'number' is not assignable to type 'string'.",
    ]);
  },
);
