import { expect, test } from 'bun:test';

import { elapsed, fake, Lab } from '../harness/lab.ts';
import type { Mcp } from '../harness/mcp.ts';
import type { Event } from '../harness/probe.ts';

const REFERENCES = 'textDocument/references';

function open(args: string[], navigationTimeout = 20_000): Promise<Lab> {
  const servers = { custom: fake('loads-slowly.ts', { args }) };
  return Lab.open({ files: { 'a.fake': 'word\nother\nword\n' }, servers, config: { navigationTimeout } });
}

async function connect(lab: Lab): Promise<Mcp> {
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  return mcp;
}

/** The lines of the answer. */
async function ask(mcp: Mcp, name: string): Promise<number[] | 'failed'> {
  const place = name === 'lsp_document_symbols' ? {} : { line: 1, character: 1 };
  const result = await mcp.request('tools/call', { name, arguments: { file: 'a.fake', ...place } });
  const { isError, structuredContent } = result as {
    isError?: boolean;
    structuredContent?: { locations?: { line: number }[] };
  };
  return isError === true ? 'failed' : (structuredContent?.locations ?? []).map(({ line }) => line);
}

function begun(lab: Lab, after?: Event): Promise<Event> {
  return lab.probe.until(({ event }) => event === 'begun', after === undefined ? {} : { after });
}

for (const [when, args] of [
  ['from the start', []],
  ['once a document is open', ['--late']],
  ['as soon as a busy machine lets it', ['--busy']],
  ['as soon as a busy machine lets it, once a document is open', ['--late', '--busy']],
] as const) {
  test.concurrent(
    `REQ-NAV-010: a server that says with $/progress that it loads, ${when}, is asked when it is done: nothing is no answer, nor is a part`,
    async () => {
      await using lab = await open([...args]);
      const mcp = await connect(lab);
      const first = ask(mcp, 'lsp_find_references');
      const one = await begun(lab);
      lab.probe.tell({ command: 'loaded' });
      await begun(lab, one);
      // An outline takes no project.
      expect(await ask(mcp, 'lsp_document_symbols')).toEqual([]);
      expect(lab.probe.received(REFERENCES)).toEqual([]);
      lab.probe.tell({ command: 'loaded' });
      expect(await first).toEqual([1, 3]);
      expect(await ask(mcp, 'lsp_find_references')).toEqual([1, 3]);
      expect(lab.probe.received(REFERENCES)).toHaveLength(2);
    },
  );
}

test('REQ-NAV-010: a server that says nothing of loading is asked after a moment, and from then on at once', async () => {
  await using lab = await open(['--silent']);
  const mcp = await connect(lab);
  expect(await ask(mcp, 'lsp_find_references')).toEqual([1, 3]);
  // The moment is 500 ms, and each of these would take it; on a busy machine one of them is quick all the same.
  const next: number[] = [];
  for (let n = 0; n < 5; n += 1) next.push(await elapsed(ask(mcp, 'lsp_find_references')));
  expect(Math.min(...next)).toBeLessThan(450);
});

test('REQ-NAV-010: a project that is not loaded in time has no answer, and a part of one is none', async () => {
  await using lab = await open([], 700);
  const mcp = await connect(lab);
  lab.sidecar.notify('lsp/warm', { filePath: 'a.fake' });
  await begun(lab);
  expect(await ask(mcp, 'lsp_find_references')).toBe('failed');
  expect(lab.probe.received(REFERENCES)).toEqual([]);
});
