import { expect, test } from 'vitest';
import { run } from '../../src/program.js';
import { folderOf, recordingIo } from '../support/io.js';

test.each([
  [['install'], "missing required argument 'host'"],
  [['install', 'emacs'], 'Allowed choices are gemini, pi, codex, qwen, claude, copilot, opencode, llxprt'],
  [['install', 'codex', '--user', '--project'], "option '--user' cannot be used with option '--project'"],
  [['doctor', '--host', 'emacs'], 'Allowed choices are gemini'],
  [
    ['--workspace', 'missing', 'install', 'codex', '--project', '--dry-run'],
    '--workspace missing: no such folder',
  ],
])('%j is refused', async (args, says) => {
  const io = recordingIo(folderOf());
  expect(await run(io, args)).toBe(2);
  expect(io.stderr()).toContain(says);
});

test.each(['install', 'doctor'])('%s --help has examples or options, and the exit codes', async (command) => {
  const io = recordingIo(folderOf());
  expect(await run(io, [command, '--help'])).toBe(0);
  expect(io.stdout()).toContain('Exit code:\n  0 ');
  expect(io.stdout()).toContain('--host codex');
});
