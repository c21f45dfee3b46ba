import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import type { Case } from '../lib/cases.mjs';
import { root } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';
import { runJob, type Place } from '../lib/run-job.mjs';

describe('a job', () => {
  /** Runs a program as a job, and hands back what came of it and what it printed. */
  async function runProgram(args: readonly string[], grace?: number): Promise<{ cases: Case[]; printed: string }> {
    const run = async ({ env }: Place): Promise<{ cases: Case[]; output: string }> => {
      const { code, output } = await node(args, { cwd: root, env: { ...process.env, ...env } });
      return { cases: [code === 0 ? { name: '', state: 'passed' } : { name: '', state: 'failed', error: output }], output };
    };
    const { cases, output } = await runJob({ run }, grace);
    return { cases, printed: output.trimEnd() };
  }
  const head = "const { mkdtempSync, rmSync, writeFileSync } = require('node:fs'); const { join } = require('node:path'); const temporary = require('node:os').tmpdir();";
  const passed = { name: '', state: 'passed' };

  test('has a folder of its own for temporary files, where there is room for sockets, and which is gone afterwards', async () => {
    const { cases, printed } = await runProgram(['-e', `${head} console.log(temporary)`]);
    expect(cases).toEqual([passed]);
    expect(printed).toMatch(/lt-\w{6}.t$/);
    if (process.platform !== 'win32') expect(Buffer.byteLength(printed)).toBeLessThan(45);
    expect(existsSync(join(printed, '..'))).toBe(false);
  });

  test('has failed where it leaves something in there, which is named', async () => {
    const { cases, printed } = await runProgram(['-e', `${head} console.log(temporary); mkdtempSync(join(temporary, 'a b-')); writeFileSync(join(temporary, 'left'), '')`], 300);
    expect(cases).toEqual([passed, { name: 'temporary files', state: 'failed', error: expect.stringMatching(/^left behind in the folder for temporary files:\na b-\w{6}\/\nleft$/) }]);
    expect(existsSync(printed)).toBe(false);
  });

  test('may leave the folder of a sidecar that was killed, and of none that lives', async () => {
    const leave = (pid: string) => `${head} mkdtempSync(join(temporary, 'llxprt-lsp-0a-' + (${pid}).toString(36) + '-'))`;
    const gone = "require('node:child_process').spawnSync(process.execPath, ['--version']).pid";
    expect((await runProgram(['-e', leave(gone)])).cases).toEqual([passed]);
    const { cases } = await runProgram(['-e', leave('process.ppid')], 100);
    expect(cases).toEqual([passed, expect.objectContaining({ name: 'temporary files', state: 'failed' })]);
  });

  test('may end before what it has started has taken its own away', async () => {
    const late = `${head} process.stdin.on('end', () => setTimeout(() => rmSync(process.argv[1], { recursive: true }), 300)).resume()`;
    const program = `${head} const folder = mkdtempSync(join(temporary, 'late-'));
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(late)}, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
      process.exit();`;
    expect((await runProgram(['-e', program])).cases).toEqual([passed]);
  });

  test('leaves nothing there that tsx or Node have compiled', async () => {
    expect((await runProgram(['--import', 'tsx', 'packages/e2e/demo/main.ts', '--help'])).cases).toEqual([passed]);
  });

  test('that throws has failed', async () => {
    const run = (): Promise<never> => Promise.reject(new Error('wrong'));
    expect((await runJob({ run })).cases).toEqual([{ name: '', state: 'failed', error: expect.stringContaining('Error: wrong') }]);
  });
});
