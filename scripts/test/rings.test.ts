import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ringsOf } from '../lib/lint/rings.mjs';
import { root } from '../lib/paths.mjs';

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)test\//.test(name))
    .map((name) => join(folder, name));

test.each(['lsp', 'core', 'cli', 'pi-extension', 'opencode-plugin'])(
  'no folders of packages/%s import each other in a ring',
  (name) => {
    const top = join(root, 'packages', name, 'src');
    const files = sourcesBelow(top);
    expect(files.length).toBeGreaterThan(2);
    expect(ringsOf(top, files)).toEqual([]);
  },
);

describe('a ring', () => {
  const ringsAmong = (files: Readonly<Record<string, string>>): string[] => {
    const top = join(mkdtempSync(join(tmpdir(), 'rings-')), 'src');
    onTestFinished(() => {
      rmSync(dirname(top), { recursive: true });
    });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(top, file)), { recursive: true });
      writeFileSync(join(top, file), text);
    }
    return ringsOf(top, sourcesBelow(top));
  };

  test('is of folders whose files are in no circle', () => {
    const files = {
      'a/one.ts': `import type { X } from '../b/one.ts';`,
      'b/one.ts': '',
      'b/two.ts': `import { y } from '../c/deep/one.ts';`,
      'c/deep/one.ts': `export { z } from '../../a/two.ts';`,
      'a/two.ts': '',
    };
    expect(ringsAmong(files)).toEqual(['src: a, b, c']);
    expect(ringsAmong({ ...files, 'c/deep/one.ts': '' })).toEqual([]);
  });

  test('is of a folder and a file beside it, and of folders in a folder', () => {
    expect(
      ringsAmong({
        'a/x/one.ts': `import '../one.ts';`,
        'a/one.ts': `const late = () => import('./x/two.ts');`,
        'a/x/two.ts': '',
        'b.ts': `import './a/one.ts';`,
      }),
    ).toEqual(['src/a: one.ts, x']);
  });
});
