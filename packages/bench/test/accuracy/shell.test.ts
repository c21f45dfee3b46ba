import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { typescriptWays } from '../../src/accuracy/mutators/typescript.js';
import { plan } from '../../src/accuracy/plan/plan.js';
import { Shell } from '../../src/accuracy/shell.js';
import { filesOf } from '../../src/workspace.js';

const SETTINGS = '{ "compilerOptions": { "strict": true } }\n';
const sources = new Map(
  Array.from({ length: 6 }, (_, index) => [
    `src/part${index}.ts`,
    `export const value${index} = 1\nexport function f${index}(a: number, b: string): string {\n  return b\n}\n`,
  ]),
);
const base = { sources, settings: new Map([['tsconfig.json', SETTINGS]]) };

let workspace: string;
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-shell-')));
  for (const [file, text] of [...base.sources, ...base.settings]) write(file, text);
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(workspace, file)), { recursive: true });
  writeFileSync(join(workspace, file), text);
}

test('does to the disk what the plan says, among the edits of the tools, and leaves it as it was', async () => {
  const steps = plan(base, typescriptWays, { seed: 2, mutations: 30 });
  const shell = await Shell.open(workspace, steps, sources);
  for (const { before, after, unannounced } of steps) {
    for (const change of unannounced) await shell.perform(change);
    rmSync(join(workspace, before.path));
    write(after.path, after.text);
  }
  expect(
    steps.flatMap(({ unannounced }) => unannounced).filter(({ kind }) => kind === 'git checkout').length,
  ).toBeGreaterThan(1);
  const files = filesOf(workspace).filter((file) => !file.startsWith('.git/'));
  expect(new Map(files.map((file) => [file, readFileSync(join(workspace, file), 'utf8')]))).toEqual(
    new Map([...base.sources, ...base.settings]),
  );
});

test('moves a file as mv does: it stays the same one', async () => {
  const shell = await Shell.open(workspace, [], sources);
  const text = sources.get('src/part0.ts')!;
  const { mtimeMs, ino } = statSync(join(workspace, 'src/part0.ts'));
  const mutation = { kind: 'move a file', file: 'src/part0.ts', to: 'src/there/part0.ts' } as const;
  const files = [{ before: { path: mutation.file, text }, after: { path: mutation.to, text } }];
  await shell.perform({ kind: 'move a file', action: 'mutation', mutation, files });
  expect(existsSync(join(workspace, mutation.file))).toBe(false);
  expect(statSync(join(workspace, mutation.to))).toMatchObject({ mtimeMs, ino });
});

test('notices that the disk is not what the plan says', async () => {
  const shell = await Shell.open(workspace, [], sources);
  const mutation = { kind: 'git checkout', commit: 'none', parts: [] } as const;
  await expect(
    shell.perform({ kind: 'git checkout', action: 'mutation', mutation, files: [] }),
  ).rejects.toThrow(/git checkout/);
});
