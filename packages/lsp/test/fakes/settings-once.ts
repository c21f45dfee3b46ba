/**
 * Pulls. It finds the words of `biome.json` in its root, an array, and reads that file once, when it is
 * asked first; `more.json` beside it as well. `--watches`: it asks to be notified of changes of
 * `biome.json`, and then reads both again. `--writes`: each time it has read them, it writes another
 * `more.json`. Hovers show what it has read. A text that says `HOLD` is answered when the test says `answer`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PULLS, serve } from './base.ts';

const watches = process.argv.includes('--watches');
const held: (() => void)[] = [];
let root = '';
let words: readonly string[] | undefined;

const capabilities = { ...PULLS, hoverProvider: true };

const server = await serve(capabilities, {
  initialize: ({ rootUri }) => {
    root = fileURLToPath(rootUri ?? '');
    return { capabilities };
  },
  initialized: async () => {
    if (!watches) return;
    const registerOptions = { watchers: [{ globPattern: '**/biome.json' }] };
    await server.ask('client/registerCapability', {
      registrations: [{ id: 'w', method: 'workspace/didChangeWatchedFiles', registerOptions }],
    });
  },
  'workspace/didChangeWatchedFiles': () => {
    words = undefined;
  },
  'textDocument/hover': () => ({ contents: (words ??= read()).join(' ') }),
  'textDocument/diagnostic': async ({ textDocument: { uri } }) => {
    const text = server.text(uri);
    words ??= read();
    const found = words.filter((word) => text.includes(word));
    if (text.includes('HOLD')) await new Promise<void>((resolve) => held.push(resolve));
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    return { kind: 'full', items: found.map((message) => ({ range, message, severity: 1 })) };
  },
});

server.onCommand('answer', () => {
  for (const answer of held.splice(0)) answer();
});

function read(): string[] {
  const all = ['biome.json', 'more.json'].flatMap((name) => {
    const path = join(root, name);
    return existsSync(path)
      ? ((JSON.parse(readFileSync(path, 'utf8')) as { words?: string[] }).words ?? [])
      : [];
  });
  if (process.argv.includes('--writes'))
    writeFileSync(
      join(root, 'more.json'),
      JSON.stringify({ at: [process.pid, process.hrtime.bigint().toString()] }),
    );
  return all;
}
