import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Gitignore } from '@vybestack/llxprt-lsp-core';
import type { Reader } from '../../../../scripts/lib/fuzz/slow.js';
import { parseRequest } from '../../src/bridge/request.js';
import { isStaged } from '../../src/bridge/staged.js';
import { around } from '../../src/check/innermost.js';
import { parseObject } from '../../src/hook/json.js';
import { patchedPaths } from '../../src/hook/patch-paths.js';
import { jsonEditor } from '../../src/install/json-editor.js';
import { tomlEditor } from '../../src/install/toml-editor.js';
import { parseOrigin } from '../../src/serve/cross-origin.js';
import { parseLine } from '../../src/trace/parse-line.js';

const inFile =
  (name: string, read: (folder: string) => unknown): Reader['read'] =>
  async (text) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slow-')));
    try {
      writeFileSync(join(folder, name), text);
      await read(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

const table: Reader['read'] = (text) => {
  const editor = tomlEditor({ parent: 'a', name: 'b', value: { command: 'x' } });
  return [editor.conflict(text, undefined), editor.remove(text, { before: undefined, written: text })];
};

/** Quirk(jsonc-parser): of a megabyte of blanks it takes more than a second; only `install` waits for it. */
const property: Reader['read'] = (text) =>
  jsonEditor([{ kind: 'property', path: ['a', 'b'], value: 1 }]).conflict(
    text.slice(0, 256 * 1024),
    undefined,
  );

const PATCH = [
  '*** Begin Patch\n',
  '*** Update File: a\n',
  '*** End Patch\n',
  '*** Move to: ',
  '--- a/a\n',
  '+++ b/a\n',
  '@@ -1 +1 @@\n',
  'rename from ',
  '"',
];

/** One line a reader. `words`: what it looks for. */
export const readers: readonly Reader[] = [
  { name: 'patch-paths', words: PATCH, read: patchedPaths },
  {
    name: 'gitignore',
    words: ['*', '**', '**/', '*a', '!', '[a-z]', '\n'],
    read: inFile('.gitignore', (folder) =>
      Gitignore.above(folder).ignores(join(folder, 'a/'.repeat(10), 'a'.repeat(200)), false),
    ),
  },
  { name: 'projects', words: ['../', './'], read: (text) => around([{ root: text }], text) },
  { name: 'bridge-request', words: ['{"kind":', '"files":['], read: parseRequest },
  { name: 'hook-input', words: ['{"tool_input":'], read: parseObject },
  { name: 'trace-line', words: ['{"t":1,'], read: parseLine },
  { name: 'origin', words: ['https://'], read: parseOrigin },
  { name: 'git-index', words: ['DIRC'], read: inFile('a', (folder) => isStaged(join(folder, 'a'), 'a')) },
  { name: 'toml-editor', words: ['[a.b]\n', '[a]\n', 'b = "', "b = '", '# Added by'], read: table },
  { name: 'json-editor', words: ['{"a":', '{"a": [', '//', '/*', '],'], read: property },
];
