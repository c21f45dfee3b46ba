import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { root } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';

const head =
  "import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'; import { tmpdir } from 'node:os'; import { join } from 'node:path'; import { spawn, spawnSync } from 'node:child_process'; import { ownTemporaryFolder } from './scripts/lib/own-folder.mjs';";

/** Runs a program that has a folder of its own, and hands back what it printed. */
async function having(program: string, grace = 30_000): Promise<string> {
  const { output } = await node(
    [
      '--input-type=module',
      '-e',
      `${head} const end = ownTemporaryFolder(${String(grace)}); console.log(tmpdir()); ${program}; await end().catch(({ message }) => console.log(message)); console.log(tmpdir())`,
    ],
    { cwd: root },
  );
  return output.trimEnd();
}

test('so has this one, by whatever command it is run', () => {
  expect(tmpdir()).toMatch(/lt-\w{6}.t$/);
});

const own = '(.*/lt-\\w{6}/t)';

test('a test file has a folder of its own for temporary files, where there is room for sockets, and which is gone afterwards', async () => {
  const printed = await having(`console.log(process.env.XDG_RUNTIME_DIR)`);
  const [, folder = '', runtime = '', after = ''] = new RegExp(`^${own}\n(.*)\n(.*)$`).exec(printed) ?? [];
  expect(runtime).toBe(join(folder, '../x'));
  if (process.platform !== 'win32') expect(Buffer.byteLength(folder)).toBeLessThan(45);
  expect(existsSync(join(folder, '..'))).toBe(false);
  expect(after).not.toBe(folder);
});

test('it has failed where it leaves something in there, which is named', async () => {
  const printed = await having(
    `mkdtempSync(join(tmpdir(), 'a b-')); writeFileSync(join(tmpdir(), 'left'), '')`,
    300,
  );
  expect(printed).toMatch(
    new RegExp(`^${own}\nleft behind in the folder for temporary files:\na b-\\w{6}/\nleft\n`),
  );
});

test('it may leave the folder of a sidecar that was killed, and of none that lives', async () => {
  const leave = (pid: string) =>
    `mkdtempSync(join(tmpdir(), 'llxprt-lsp-0a-' + (${pid}).toString(36) + '-'))`;
  expect(await having(leave("spawnSync(process.execPath, ['--version']).pid"))).not.toContain('left behind');
  expect(await having(leave('process.ppid'), 100)).toContain('left behind');
});

test('it may end before what it has started has taken its own away', async () => {
  const late =
    "process.stdin.on('end', () => setTimeout(() => fs.rmSync(process.argv[1], { recursive: true }), 300)).resume()";
  const program = `const folder = mkdtempSync(join(tmpdir(), 'late-'));
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(late)}, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end(); child.unref()`;
  expect(await having(program)).not.toContain('left behind');
});

test('what tsx and Node have compiled is not left there', async () => {
  const program = `spawnSync(process.execPath, ['--import', 'tsx', 'packages/e2e/demo/main.ts', '--help'])`;
  expect(await having(program, 1000)).not.toContain('left behind');
});
