import { expect, test } from 'bun:test';

import { Agent } from '../harness/agent.ts';
import { fake } from '../harness/lab.ts';

const FILES = { 'a.fake': 'def total\ndef start\n  total\n' };
const TOTAL = { file: 'a.fake', line: 1, character: 5 };
const PLACES = ['a.fake:1:5', 'a.fake:3:3'];

/** Two servers for the same files, one of which fails. */
function openBeside(args: string[]): Promise<Agent> {
  return Agent.open({
    files: FILES,
    servers: { sound: fake('navigates.ts'), failing: fake('navigates.ts', { args }) },
  });
}

test('gateway-contract 4.5: what one server says is not given out for what all of them say', async () => {
  await using agent = await openBeside(['--error']);
  for (const [tool, input] of [
    ['find_references', TOTAL],
    ['incoming_calls', TOTAL],
  ] as const) {
    expect([tool, await agent.failure(tool, input)]).toEqual([
      tool,
      `lsp_${tool}: failing answered with an error`,
    ]);
  }
  // For names across languages a part that names who is missing is more than an error.
  const { content } = await agent.call('workspace_symbols', { query: 'total' });
  expect(content[0]?.text.split('\n').slice(1)).toEqual([
    'a.fake:1:5  function total  def total',
    '(without failing, which gave no answer)',
  ]);
});

test('REQ-LIFE-070: a server that has ended is missing in each list, which says so', async () => {
  await using agent = await openBeside(['--dies']);
  expect(await agent.failure('find_references', TOTAL)).toContain('failing has ended');
  const note = '(without failing, which does not run in this session)';
  const references = await agent.call('find_references', TOTAL);
  expect(references.content[0]?.text).toEndWith(`\n${note}`);
  expect(await agent.find('find_references', TOTAL)).toEqual(PLACES);
  for (const [tool, input] of [
    ['goto_definition', TOTAL],
    ['outgoing_calls', TOTAL],
    ['workspace_symbols', { query: 'total' }],
    ['workspace_symbols', { query: 'nothing' }],
  ] as const) {
    expect([tool, (await agent.call(tool, input)).content[0]?.text.split('\n').at(-1)]).toEqual([tool, note]);
  }
});

test('REQ-NAV-010: a server that does nothing is given up, and one that reports progress is waited for', async () => {
  const open = (args: string[]): Promise<Agent> =>
    Agent.open({ files: FILES, servers: { fake: fake('navigates.ts', { args }) } });
  await using idle = await open(['--held=textDocument/definition']);
  await using works = await open(['--held=textDocument/definition', '--reports']);
  const answer = works.find('goto_definition', TOTAL);
  await works.lab.probe.untilReceived('textDocument/definition');
  // Later than the other one.
  expect(await idle.failure('goto_definition', TOTAL)).toBe(
    'lsp_goto_definition: no answer from fake, which has done nothing for 10 s; call again',
  );
  works.lab.probe.tell({ command: 'answer' });
  expect(await answer).toEqual(['a.fake:1:5']);
});
