import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FAKE_SERVICE_ENV, installBesideFake, installPiBesideFake } from '../support/fake-service.js';
import { GEMINI_EXTENSION, runGemini } from '../support/hosts/gemini.js';
import { HostLab } from '../support/hosts/lab.js';
import { startPi } from '../support/hosts/pi.js';
import { PiRpc } from '../support/hosts/pi-rpc.js';
import type { Asked } from '../support/hosts/script.js';

const SECTION = '<diagnostics file="a.fake">\nERROR [1:1] ERROR one\n</diagnostics>';
const REMINDER = `Language servers, at the end of this turn: 1 error that changes of this session caused still stands. Fix it, or say why it stays.\n${SECTION}`;

function newLab(): HostLab {
  const lab = new HostLab({ 'a.fake': 'fine\n' });
  onTestFinished(() => lab.dispose());
  return lab;
}

/** What the host has sent last. */
const heard = (asked: Asked | undefined): unknown => asked?.conversation.at(-1);

test('REQ-DIAG-010: Gemini CLI lets the model go on once with what it has left broken, and shows that', async () => {
  const lab = newLab();
  const { workspace, home } = lab;
  const extension = '.gemini/extensions/llxprt-lsp';
  home.copy(GEMINI_EXTENSION, extension);
  home.writeJson(join(extension, '.gemini-extension-install.json'), {
    source: GEMINI_EXTENSION,
    type: 'local',
  });
  installBesideFake('cli', home.path(join(extension, 'node_modules/@vybestack/llxprt-lsp')));
  const write = (content: string) => ({
    call: 'write_file',
    args: { file_path: lab.path('a.fake'), content },
  });
  const script = [
    write('ERROR one\n'),
    { say: 'All well.' },
    write('ERROR one\nmore\n'),
    { say: 'It stays.' },
  ];
  const { model, outcome } = await runGemini({ workspace, home, script, env: FAKE_SERVICE_ENV });
  expect(model.resultOf(0)).toContain(SECTION.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  expect(heard(model.asked[2])).toEqual({ role: 'user', parts: [{ text: REMINDER }] });
  // The error is no longer this edit's.
  expect(model.resultOf(2)).toContain(
    '<hook_context>1 error from an earlier change still stands in a.fake.</hook_context>',
  );
  expect(model.asked).toHaveLength(4);
  expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/All well\.\s*It stays\.\n$/) });
  expect(outcome.stderr).toContain(REMINDER);
});

test('REQ-DIAG-010: pi lets the model go on once with what it has left broken', async () => {
  const { workspace, home } = newLab();
  const extension = installPiBesideFake(home.path('extension'));
  const write = (content: string) => ({ call: 'write', args: { path: 'a.fake', content } });
  const script = [
    write('ERROR one\n'),
    { say: 'All well.' },
    write('ERROR one\nmore\n'),
    { say: 'It stays.' },
    { say: 'Because.' },
  ];
  const run = await startPi({
    workspace,
    home,
    extension,
    args: ['--mode', 'rpc'],
    script,
    env: FAKE_SERVICE_ENV,
  });
  onTestFinished(() => run.close());
  const rpc = new PiRpc(run);
  await rpc.prompt('Go.');
  await rpc.ended(2);
  expect(run.model.resultOf(0)).toContain(SECTION);
  expect(heard(run.model.asked[2])).toMatchObject({
    role: 'user',
    content: [{ type: 'text', text: REMINDER }],
  });
  expect(run.model.resultOf(2)).toMatch(/\n\n1 error from an earlier change still stands in a\.fake\.$/);
  await rpc.prompt('Why?');
  await rpc.ended(3);
  expect(run.model.asked).toHaveLength(5);
});
