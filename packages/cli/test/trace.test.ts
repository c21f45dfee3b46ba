import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { remarksOn } from '../src/trace/page.js';
import { type TraceRecord, parseLine } from '../src/trace/parse-line.js';
import { PAGE_LIMITS, readTrace } from '../src/trace/read-trace.js';
import { Redactor } from '../src/trace/redact-line.js';
import { traceRedact, traceView } from '../src/trace/trace-commands.js';
import { folderOf, recordingIo } from './support/io.js';

const log = (text: string, t = 1): string => JSON.stringify({ t, pid: 7, from: 'core', kind: 'log', text });

describe('reading', () => {
  test('half a line at its end, foreign lines and long ones are counted; all others are read', async () => {
    const folder = folderOf({
      trace: `${log('é')}\nno JSON\n{"t":1}\n\n\r\n${log('b')}\r\n[1]\n"x"\nnull\n${log('x'.repeat(500))}\n${log('c')}\n{"t":1,"pid"`,
    });
    const trace = await readTrace(join(folder, 'trace'), { ...PAGE_LIMITS, maxLineLength: 300 });
    expect(trace.lines.map((line) => line['text'])).toEqual(['é', 'b', 'c']);
    expect(trace).toMatchObject({ foreign: 5, half: true, leftOut: 1 });
    expect(remarksOn(trace)).toEqual([
      expect.stringContaining('The last line has no end'),
      '5 lines are no part of a trace and not shown.',
      '1 line is left out here: the file is longer than a page can be.',
    ]);
  });

  test('a line is read whole, wherever its chunks end', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => log('ü😀'.repeat(at % 90), at));
    const trace = await readTrace(join(folderOf({ trace: `${lines.join('\n')}\n` }), 'trace'));
    expect(trace.lines.map((line) => JSON.stringify(line))).toEqual(lines);
    expect(trace.half).toBe(false);
  });

  test('no more than a page can hold', async () => {
    const folder = folderOf({ trace: `${Array.from({ length: 50 }, () => log('x')).join('\n')}\n` });
    expect(await readTrace(join(folder, 'trace'), { ...PAGE_LIMITS, maxLines: 20 })).toMatchObject({
      leftOut: 30,
    });
    expect(
      (await readTrace(join(folder, 'trace'), { ...PAGE_LIMITS, maxLength: 200 })).leftOut,
    ).toBeGreaterThan(40);
  });

  test('a loss is reported in numbers, whatever the line says', () => {
    const dropped = (pid: number, lines: unknown) =>
      ({ t: 1, pid, from: 'core', kind: 'dropped', lines }) as TraceRecord;
    const lines = [dropped(1, 3), dropped(1, 4), dropped(2, { toString: 1, valueOf: 1 })];
    expect(remarksOn({ lines, foreign: 0, half: false, leftOut: 0 })).toEqual([
      'Process 1 did not record 4 lines.',
    ]);
  });

  test('any text is a line of a trace, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const line = parseLine(text);
        if (line !== undefined) expect(Number.isFinite(line.t)).toBe(true);
      }),
    );
  });

  test.each([
    ['missing.jsonl', /ENOENT/],
    ['empty', /holds no line of a trace/],
    ['.', /EISDIR/],
  ])('what cannot be read is reported: %s', async (name, reason) => {
    const io = recordingIo(folderOf({ empty: '' }));
    expect(await traceView(io, name, { out: undefined, open: false })).toBe(2);
    expect(io.stderr()).toMatch(reason);
    expect(io.stdout()).toBe('');
  });
});

test.runIf(process.platform === 'linux')(
  'the browser is opened by a program of the system, which finds nothing of the workspace on PATH',
  async () => {
    const folder = folderOf({ trace: `${log('a')}\n` });
    const [workspace, outside] = ['workspace', 'outside'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    for (const place of [workspace, join(workspace, 'node_modules/.bin'), outside]) {
      const mark = join(folder, place === outside ? 'opened' : 'planted');
      mkdirSync(place, { recursive: true });
      writeFileSync(
        join(place, 'xdg-open'),
        `#!/bin/sh\necho "$PATH" > '${mark}.new'\n/bin/mv '${mark}.new' '${mark}'\n`,
        { mode: 0o755 },
      );
    }
    const before = process.env['PATH'];
    onTestFinished(() => void (process.env['PATH'] = before));
    process.env['PATH'] = [workspace, join(workspace, 'node_modules/.bin'), '', '.', outside].join(':');
    expect(
      await traceView(recordingIo(workspace), '../trace', { out: join(folder, 'page.html'), open: true }),
    ).toBe(0);
    await expect.poll(() => existsSync(join(folder, 'opened'))).toBe(true);
    expect([readFileSync(join(folder, 'opened'), 'utf8'), existsSync(join(folder, 'planted'))]).toEqual([
      `${outside}\n`,
      false,
    ]);
  },
);

const SECRET = 'Secretive';
/** What a session of a private project may have in its trace, in any place where there may be a text or a name. */
const LINES = [
  { kind: 'start', version: 1, workspace: `/home/${SECRET}/proj`, content: 'full', runtime: 'Node v20' },
  { kind: 'edit', edit: '7.1', phase: 'written', tool: 'write', files: [`/home/${SECRET}/proj/a.ts`] },
  {
    kind: 'edit',
    edit: '7.1',
    phase: 'answered',
    findings: { [`src/${SECRET}.ts`]: 2, 'b.ts': 0 },
    others: 0,
    servers: [{ id: 'typescript', root: SECRET, outcome: 'complete', ms: 3 }],
  },
  { kind: 'edit', edit: '7.1', phase: 'unanswered', reason: `no ${SECRET}` },
  {
    kind: 'server',
    dir: 'out',
    type: 'notification',
    method: 'textDocument/didOpen',
    server: 'gopls[12]',
    bytes: 9,
    body: {
      textDocument: {
        uri: `file:///home/${SECRET}/proj/a.ts`,
        text: `const ${SECRET} = 1`,
        languageId: 'typescript',
        version: 1,
      },
    },
  },
  {
    kind: 'server',
    dir: 'in',
    type: 'answer',
    method: 'textDocument/documentSymbol',
    id: 4,
    server: 'gopls[12]',
    bytes: 9,
    ms: 1.5,
    body: [{ name: SECRET, kind: 12, detail: SECRET }],
  },
  {
    kind: 'rpc',
    dir: 'in',
    type: 'answer',
    method: 'lsp/check',
    id: 4,
    bytes: 9,
    body: {
      files: {
        [`${SECRET}/x.ts`]: [{ file: `${SECRET}/x.ts`, message: SECRET, code: 'TS2322', severity: 'error' }],
      },
    },
  },
  {
    kind: 'mcp',
    dir: 'in',
    type: 'request',
    method: 'tools/call',
    tool: 'lsp_hover',
    id: 1,
    bytes: 3,
    body: { name: 'lsp_hover', arguments: { symbol: SECRET, [`${SECRET} key`]: 1, command: SECRET } },
  },
  { kind: 'log', text: `${SECRET} failed` },
  { kind: 'process', event: 'exit', role: 'server', name: 'gopls', child: 12, how: 'killed by SIGKILL' },
  { kind: 'log', [`odd ${SECRET}`]: [SECRET], text: 1 },
].map((line, at) => ({ t: 1000 + at, pid: 7, from: 'sidecar', ...line }) as TraceRecord);

describe('redacting', () => {
  test('no path, name or text is left; words of protocols, numbers and what belongs together are', () => {
    const redactor = new Redactor();
    const lines = LINES.map((line) => redactor.line(line));
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(lines.map(({ kind, t }) => [kind, t])).toEqual(LINES.map(({ kind, t }) => [kind, t]));
    const [start, written, , , open, symbols, , call] = lines;
    // The file that was written is the one that was opened, and it is in the workspace.
    expect(start).toMatchObject({ workspace: '/n1/n2/n3', content: 'redacted' });
    expect(written).toMatchObject({ files: ['/n1/n2/n3/n4.ts'] });
    expect(open).toMatchObject({
      method: 'textDocument/didOpen',
      server: 'gopls[12]',
      body: { textDocument: { uri: 'file:///n1/n2/n3/n4.ts', languageId: 'typescript', version: 1 } },
    });
    const name = expect.stringMatching(/^<text \d+, 9 characters>$/);
    expect(symbols).toMatchObject({ ms: 1.5, body: [{ name, kind: 12, detail: name }] });
    expect(call).toMatchObject({ tool: 'lsp_hover' });
  });

  test('the command writes a trace that can be viewed, and says what it left out', async () => {
    const folder = folderOf({
      'trace.jsonl': `${LINES.map((line) => JSON.stringify(line)).join('\n')}\nforeign\n`,
    });
    const io = recordingIo(folder);
    expect(await traceRedact(io, 'trace.jsonl', undefined)).toBe(0);
    const out = join(folder, 'trace.redacted.jsonl');
    expect(io.stdout()).toBe(`${out}\n`);
    expect(io.stderr()).toContain('1 lines are no part of a trace');
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect((await readTrace(out)).lines).toHaveLength(LINES.length);
    // Once more changes nothing that matters: it says no more than before, and is no longer.
    expect(await traceRedact(recordingIo(folder), 'trace.redacted.jsonl', 'again.jsonl')).toBe(0);
    expect(readFileSync(join(folder, 'again.jsonl'), 'utf8')).not.toContain(SECRET);
  });

  test('a trace that cannot be written is no crash', async () => {
    const io = recordingIo(folderOf({ 'trace.jsonl': `${log('x')}\n` }));
    expect(await traceRedact(io, 'trace.jsonl', 'no/such/folder/out')).toBe(2);
    expect(io.stderr()).toContain('ENOENT');
  });

  test('a file that is there is kept where the trace cannot be read', async () => {
    const folder = folderOf({ kept: 'kept' });
    writeFileSync(join(folder, 'kept'), 'kept');
    const io = recordingIo(folder);
    expect(await traceRedact(io, 'missing', 'kept')).toBe(2);
    expect(io.stderr()).toContain('ENOENT');
    expect(readdirSync(folder)).toEqual(['kept']);
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('kept');
  });
});
