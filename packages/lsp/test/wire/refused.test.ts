import { expect, test } from 'bun:test';

import { Agent } from '../harness/agent.ts';
import { fake, Lab } from '../harness/lab.ts';

const WHY = 'textDocument/diagnostic: not now (-32603)';

test('a server that refuses to answer was not waited for, and the text does not ask for another call', async () => {
  await using agent = await Agent.over(
    await Lab.open({ servers: { fake: fake('refuses.ts') }, files: { 'a.fake': 'REFUSE -32603 9' } }),
  );
  const { servers } = await agent.lab.check({ 'a.fake': 'REFUSE -32603 9 ' });
  expect(servers).toMatchObject([{ outcome: 'timed-out', reason: WHY }]);
  expect(
    await agent.mcp.request('tools/call', { name: 'lsp_diagnostics', arguments: { path: 'a.fake' } }),
  ).toMatchObject({
    isError: true,
    content: [{ text: `lsp_diagnostics: a.fake has not been judged by fake, which gave none: ${WHY}` }],
  });
});
