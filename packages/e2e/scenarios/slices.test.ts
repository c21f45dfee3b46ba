import type { Diagnostic } from '@vybestack/llxprt-lsp-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, patch, TOOL_NAMES } from '../support/calls.js';
import { fake, Session } from '../support/session.js';

/** A text with that many errors, one a line. */
const errors = (count: number): string => Array.from({ length: count }, (_, n) => `ERROR ${n}\n`).join('');

/** How the first `shown` of them are reported. */
function tag(file: string, shown: number, leftOut = 0): string {
  const lines = Array.from({ length: shown }, (_, n) => `ERROR [${n + 1}:1] ${n} (F${n})\n`).join('');
  return `<diagnostics file="${file}">\n${lines}${leftOut > 0 ? `... and ${leftOut} more\n` : ''}</diagnostics>`;
}

describe('with the defaults', () => {
  let session: Session;
  beforeAll(async () => {
    const servers = {
      fake: fake('pull.ts'),
      other: fake('pull.ts', { extensions: ['.other'] }),
      disk: fake('compares-disk.ts', { extensions: ['.disk'] }),
    };
    session = await Session.open({ lsp: { servers } });
  });
  afterAll(() => session.close());

  it('REQ-LIFE-020, REQ-GRACE-010: a file type without a server is edited as it is without LSP, and nothing is started', async () => {
    for (const tool of TOOL_NAMES) {
      const file = `${tool}.txt`;
      session.write({ [file]: 'ERROR one\n' });
      const { text, plain } = await session.call(change(tool, file, 'ERROR one\n', 'ERROR two\n'));
      expect(text).toBe(plain);
    }
    expect(session.processes().map(({ pid }) => pid)).toEqual([session.pid]);
    expect(session.probe.events).toEqual([]);
  });

  it('REQ-DIAG-010: an edit comes back with its errors, and mended without them', async () => {
    session.write({ 'src/a b#.fake': 'fine\n' });
    const broken = await session.call(change('edit', 'src/a b#.fake', 'fine', '  ERROR <T> & more'));
    expect(broken.text).toBe(
      'Edited src/a b#.fake: replaced 1 time (line 1).\n\n' +
        'LSP diagnostics after edit:\n<diagnostics file="src/a b#.fake">\nERROR [1:3] &lt;T&gt; &amp; more (F0)\n</diagnostics>',
    );
    expect((await session.call(change('edit', 'src/a b#.fake', 'ERROR <T> & more', 'fine'))).found).toBe('');
    session.workspace.remove('src/a b#.fake');
  });

  it('REQ-DIAG-050, REQ-DIAG-060, REQ-FMT-090: write_file shows the written file, then at most five others by path', async () => {
    const others = ['g', 'b', 'sub/é', 'a', 'f', 'B', 'c'].map((name) => `${name}.other`);
    for (const file of others) await session.call(change('write_file', file, '', errors(1)));
    const { text } = await session.call(change('write_file', 'b.fake', '', errors(1)));
    const tags = ['B', 'a', 'b', 'c', 'f'].map((name) => tag(`${name}.other`, 1)).join('\n');
    const shown = `${tags}\n... and 2 more files: g.other, sub/é.other`;
    expect(text).toBe(
      `Created b.fake (1 line).\n\nLSP errors detected in this file:\n${tag('b.fake', 1)}\n\nLSP errors detected in other files:\n${shown}`,
    );
    const clean = await session.call(change('write_file', 'b.fake', '', 'fine\n'));
    expect(clean.found).toBe(`LSP errors detected in other files:\n${shown}`);
    // REQ-DIAG-030: only write_file speaks of them.
    for (const tool of ['edit', 'apply_patch'] as const) {
      session.write({ 'c.fake': 'one\n' });
      expect((await session.call(change(tool, 'c.fake', 'one\n', 'two\n'))).found).toBe('');
    }
    for (const file of others)
      expect((await session.call(change('write_file', file, '', 'fine\n'))).found).not.toContain(`"${file}"`);
    expect((await session.call(change('write_file', 'b.fake', '', 'clean\n'))).found).toBe('');
  });

  it('REQ-FMT-050, REQ-FMT-055, REQ-DIAG-070: twenty lines a file, fifty in all, and what is left out is counted', async () => {
    await session.call(change('write_file', 'x.fake', '', errors(25)));
    await session.call(change('write_file', 'y.fake', '', errors(25)));
    await session.call(change('write_file', 'z.fake', '', errors(1)));
    const written = await session.call(change('write_file', 'w.fake', '', errors(27)));
    expect(written.found).toBe(
      `LSP errors detected in this file:\n${tag('w.fake', 20, 7)}\n\n` +
        `LSP errors detected in other files:\n${tag('x.fake', 20, 5)}\n${tag('y.fake', 10, 15)}\n` +
        '... and 1 more file: z.fake',
    );
    const patched = await session.call(
      patch(
        ['x.fake', errors(25), errors(26)],
        ['y.fake', errors(25), errors(28)],
        ['w.fake', errors(27), errors(29)],
      ),
    );
    expect(patched.found).toBe(
      `LSP diagnostics after edit:\n${tag('x.fake', 20, 6)}\n${tag('y.fake', 20, 8)}\n${tag('w.fake', 10, 19)}`,
    );
    expect((await session.call(change('edit', 'x.fake', 'ERROR 25\n', 'fine\n'))).found).toBe(
      `LSP diagnostics after edit:\n${tag('x.fake', 20, 5)}`,
    );
    await session.call(
      patch(
        ...['w', 'x', 'y', 'z'].map(
          (name) => [`${name}.fake`, session.workspace.read(`${name}.fake`), 'fine\n'] as const,
        ),
      ),
    );
    expect(await session.client.getAllDiagnostics()).toEqual({});
  });

  it('REQ-DIAG-015, REQ-DIAG-017: a patch over several files is one check, and no file is judged before all are written and sent', async () => {
    const names = ['one.disk', 'two.disk', 'three.disk'];
    session.write(Object.fromEntries(names.map((name) => [name, 'old\n'])));
    for (const name of names) await session.call(change('edit', name, 'old\n', 'before\n'));
    const from = session.probe.events.length;
    const checks = session.log.filter((line) => line.startsWith('lsp: patch checked')).length;
    const moved = await session.call({
      tool: 'apply_patch',
      params: {
        patch: `*** Begin Patch
*** Update File: one.disk
@@
-before
+ERROR after
*** Update File: two.disk
*** Move to: four.disk
@@
-before
+after
*** Delete File: three.disk
*** End Patch`,
      },
    });
    expect(moved.found).toBe(
      'LSP diagnostics after edit:\n<diagnostics file="one.disk">\nERROR [1:1] after (F0)\n</diagnostics>',
    );
    expect(session.log.filter((line) => line.startsWith('lsp: patch checked'))).toHaveLength(checks + 1);
    const heard = session.probe.events
      .slice(from)
      .filter(({ method = '' }) => /^textDocument\/(didOpen|didChange|diagnostic)$/.test(method))
      .map(({ method, path = '' }) => `${method} ${path.slice(path.lastIndexOf('/') + 1)}`);
    expect(heard.slice(0, 2).sort()).toEqual([
      'textDocument/didChange one.disk',
      'textDocument/didOpen four.disk',
    ]);
    expect(heard.slice(2).sort()).toEqual([
      'textDocument/diagnostic four.disk',
      'textDocument/diagnostic one.disk',
    ]);
  });

  it('REQ-DRIFT-020: a diagnostic with every field crosses the boundary unchanged, from a real sidecar too', async () => {
    const message = `Type\t'"<é🙂&>"' is not\\n assignable.`;
    // Origins, explanations and fixes are set on request; a count says that it is no finding of its own.
    const everyField: Required<Omit<Diagnostic, 'origin' | 'related' | 'fix' | 'alternatives' | 'count'>> = {
      file: 'sub/ä b#.fake',
      line: 2,
      character: 4,
      endLine: 2,
      endCharacter: 4 + 'ERROR '.length + message.length,
      severity: 'error',
      message,
      code: 'F1',
      source: 'fakec',
    };
    expect(await session.client.checkFile('sub/ä b#.fake', `fine\n 🙂ERROR ${message}\n`)).toEqual([
      { ...everyField, column: everyField.character },
    ]);
    expect(await session.client.checkFile('sub/ä b#.fake', '')).toEqual([]);
  });
});

it('REQ-FMT-065, REQ-FMT-067: the configured severities count in every tool’s result and on every channel alike', async () => {
  const session = await Session.open({
    lsp: { includeSeverities: ['hint', 'warning'], servers: { fake: fake('pull.ts') } },
  });
  const all = 'ERROR an error\nWARN a warning\nINFO an info\nHINT a hint\n';
  const lines = (file: string): string =>
    `<diagnostics file="${file}">\nWARNING [2:1] a warning (F1)\nHINT [4:1] a hint (F3)\n</diagnostics>`;
  session.write({ 'edit.fake': 'fine\n', 'patch.fake': 'fine\n' });
  expect((await session.call(change('edit', 'edit.fake', 'fine\n', all))).found).toBe(
    `LSP diagnostics after edit:\n${lines('edit.fake')}`,
  );
  expect((await session.call(change('apply_patch', 'patch.fake', 'fine\n', all))).found).toBe(
    `LSP diagnostics after edit:\n${lines('patch.fake')}`,
  );
  expect((await session.call(change('write_file', 'write.fake', '', all))).found).toBe(
    `LSP errors detected in this file:\n${lines('write.fake')}\n\nLSP errors detected in other files:\n${lines('edit.fake')}\n${lines('patch.fake')}`,
  );
  const severities = (found: readonly Diagnostic[]): string[] => found.map(({ severity }) => severity);
  expect(severities(await session.client.checkFile('edit.fake'))).toEqual(['warning', 'hint']);
  const known = await session.client.getAllDiagnostics();
  expect(Object.entries(known).map(([file, found]) => [file, ...severities(found)])).toEqual([
    ['edit.fake', 'warning', 'hint'],
    ['patch.fake', 'warning', 'hint'],
    ['write.fake', 'warning', 'hint'],
  ]);
  await session.close();
});
