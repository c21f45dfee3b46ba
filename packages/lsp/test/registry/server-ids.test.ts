import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BUILT_IN_SERVERS } from '../../src/types.ts';

const SRC = join(import.meta.dir, '..', '..', 'src');

/** The languages' own folders, the protocol's lists with the settings and what hosts call servers, and LSP's list of language ids. */
const KNOWS_SERVERS =
  /^(languages\/|types\.ts$|settings-table\.ts$|host-settings\.ts$|known-programs\.ts$|backend\/language-map\.ts$)/;

/** Line comments, block comments, and string literals; only those of the last kind are kept. */
const TOKENS = /\/\/[^\n]*|\/\*[^]*?\*\/|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;

test('a server’s id stands only in the folder of its language, the presets and the protocol', () => {
  const ids = new RegExp(
    String.raw`(?<![\w./-])(${[...BUILT_IN_SERVERS, 'tsserver', 'rustc', 'pylsp', 'jdtls'].join('|')})(?![\w./-])`,
  );
  const found: string[] = [];
  for (const path of new Bun.Glob('**/*.ts').scanSync({ cwd: SRC, absolute: true })) {
    const file = relative(SRC, path).replaceAll('\\', '/');
    if (KNOWS_SERVERS.test(file)) continue;
    for (const [, literal] of readFileSync(path, 'utf8').matchAll(TOKENS)) {
      if (literal !== undefined && ids.test(literal)) found.push(`${file}: ${literal}`);
    }
  }
  expect(found).toEqual([]);
});
