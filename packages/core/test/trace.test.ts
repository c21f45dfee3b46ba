import { execFileSync } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import fc from 'fast-check';
import { LSP_DEFAULTS, type LspConfig } from '../src/lsp/types.js';
import { edit } from '../src/tools/edit.js';
import { applyPatch } from '../src/tools/apply-patch.js';
import { Recorder, teed } from '../src/lsp/recorder.js';
import { redact, redactLog, type TraceLine } from '../src/trace/trace-line.js';
import { appendDiagnostics } from '../src/lsp/append-diagnostics.js';
import type { DiagnosticChecker } from '../src/lsp/checker.js';
import { tempFolder } from './support/fake-sidecar.js';

let said: string[] = [];
afterEach(() => {
  said = [];
});
const logger = { debug: (message: string) => void said.push(message) };

function open(trace: LspConfig['trace'], root: string): Recorder | undefined {
  return Recorder.open({ ...LSP_DEFAULTS, ...(trace !== undefined && { trace }) }, root, logger);
}

function linesOf(file: string): TraceLine[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceLine);
}

describe('where a trace is written', () => {
  test('without the setting nothing is', () => {
    const root = tempFolder();
    expect(open(false, root)).toBeUndefined();
    expect(said).toEqual([]);
  });

  test('the file is its owner’s only, under any umask, and also if it was not before', async () => {
    const root = tempFolder();
    writeFileSync(join(root, 'was open'), '{"t":1}\n', { mode: 0o644 });
    chmodSync(join(root, 'was open'), 0o644);
    const umask = process.umask(0);
    try {
      for (const name of ['new', 'was open']) {
        await open(name, root)?.close();
        expect(statSync(join(root, name)).mode & 0o777).toBe(0o600);
      }
    } finally {
      process.umask(umask);
    }
  });

  const traps: [string, (root: string, outside: string) => string, RegExp][] = [
    [
      'a symbolic link',
      (root, outside) => (symlinkSync(join(outside, 'mine'), join(root, 'trace')), 'trace'),
      /it is a symbolic link/,
    ],
    [
      'a hard link',
      (root, outside) => (linkSync(join(outside, 'mine'), join(root, 'trace')), 'trace'),
      /it has another name, too/,
    ],
    [
      'a folder that leads out of the workspace',
      (root, outside) => (symlinkSync(outside, join(root, 'out')), 'out/trace'),
      /a link leads out of the workspace/,
    ],
    ['a pipe', (root) => (execFileSync('mkfifo', [join(root, 'pipe')]), 'pipe'), /no regular file/],
    ['a device', () => '/dev/full', /no regular file/],
    ['a folder', (root) => (mkdirSync(join(root, 'folder')), 'folder'), /EISDIR/],
    [
      'a file that is no trace',
      (root) => (writeFileSync(join(root, 'settings'), 'export A=1\n'), 'settings'),
      /is no trace/,
    ],
    ['a folder that is not there', () => 'no/such/folder/trace', /ENOENT/],
  ];
  test.each(traps)('nothing is written to %s; the debug log says so once', async (_, make, reason) => {
    const [root, outside] = [tempFolder(), tempFolder()];
    writeFileSync(join(outside, 'mine'), '');
    expect(open(make(root, outside), root)).toBeUndefined();
    expect(said).toEqual([expect.stringMatching(reason)]);
    expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('');
  });

  test('two that write at once write whole lines', async () => {
    const root = tempFolder();
    const [one, other] = [open('trace', root)!, open('trace', root)!];
    for (let at = 0; at < 500; at++)
      for (const recorder of [one, other]) recorder.log(`${'x'.repeat(at * 3)} ${at}`);
    await Promise.all([one.close(), other.close()]);
    expect(linesOf(join(root, 'trace'))).toHaveLength(2 * 501);
  });

  test('what gathers during a write is on disk when the trace is closed', async () => {
    const root = tempFolder();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const recorder = open('trace', root)!;
      vi.advanceTimersByTime(1000);
      // The first line is being written; behind it, writes have to wait for a thread.
      const busy = Array.from({ length: 16 }, () => promisify(pbkdf2)('', '', 20_000, 64, 'sha512'));
      recorder.log('last');
      await recorder.close();
      expect(linesOf(join(root, 'trace')).at(-1)).toMatchObject({ text: 'last' });
      await Promise.all(busy);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a full file stays within its bound, and says how much was left out', async () => {
    const root = tempFolder();
    const recorder = open({ file: 'trace', maxBytes: 65_536 }, root)!;
    for (let at = 0; at < 2000; at++) recorder.log('x'.repeat(200));
    await recorder.close();
    expect(statSync(join(root, 'trace')).size).toBeLessThanOrEqual(65_536);
    const lines = linesOf(join(root, 'trace'));
    const last = lines.at(-1);
    expect(last).toMatchObject({ kind: 'dropped', reason: 'the file is full' });
    expect(
      lines.filter(({ kind }) => kind === 'log').length + (last?.kind === 'dropped' ? last.lines : 0),
    ).toBe(2000);
    expect(open({ file: 'trace', maxBytes: 65_536 }, root)).toBeUndefined();
    expect(said.slice(-1)).toEqual([
      `lsp: no trace in ${join(root, 'trace')}: it is full; take it away, or raise maxBytes`,
    ]);
    expect(open({ file: 'trace', maxBytes: 131_072 }, root)).toBeDefined();
  });

  test('a disk that is full ends the trace with one line in the debug log, and nothing else', async () => {
    const root = tempFolder();
    const script = `
      import { Recorder } from ${JSON.stringify(new URL('../src/lsp/recorder.ts', import.meta.url).href)};
      let recorder;
      // A trace keeps no process alive.
      const alive = setInterval(() => undefined, 1000);
      await new Promise((ended) => {
        recorder = Recorder.open({ trace: 'trace' }, process.argv[1], { debug: (message) => (console.log(message), ended()) });
        for (let at = 0; at < 40; at++) recorder.log('x'.repeat(1000));
      });
      clearInterval(alive);
      for (let at = 0; at < 40; at++) recorder.log('x'.repeat(1000));
      await recorder.close();
      console.log('done');`;
    // A limit of 8 KiB on files stands for a full disk: the write comes up short, or fails.
    const output = execFileSync(
      '/bin/bash',
      [
        '-c',
        'ulimit -f 8; trap "" XFSZ; exec "$0" --import tsx --input-type=module -e "$1" "$2"',
        process.execPath,
        script,
        root,
      ],
      { encoding: 'utf8', cwd: new URL('../../..', import.meta.url) },
    );
    expect(output.trim().split('\n')).toEqual([expect.stringContaining('no trace in'), 'done']);
  });
});

const SECRET = 'SECRET-text';

describe('what is redacted', () => {
  test('texts are replaced by their length; numbers, places and words stay', () => {
    const message = {
      textDocument: { uri: 'file:///a.ts', version: 3, text: `const a = '${SECRET}'` },
      code: 'TS2322',
      message: SECRET,
      tags: [1],
      name: SECRET,
    };
    expect(redact(message)).toEqual({
      textDocument: { uri: 'file:///a.ts', version: 3, text: '<23 characters>' },
      code: 'TS2322',
      message: '<11 characters>',
      tags: [1],
      name: '<11 characters>',
    });
  });

  test('a text is in no outline of a message, wherever it stands but in a place, a word or a key', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const marked = JSON.parse(JSON.stringify(value), (_, part: unknown) =>
          typeof part === 'string' ? `${SECRET} ${part}` : part,
        ) as unknown;
        expect(JSON.stringify(redact({ a: marked }) ?? null)).not.toContain(SECRET);
      }),
    );
  });

  test('an outline is short, however long the message is', () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => ({
      uri: `file:///${at}`,
      range: { start: { line: at, character: 0 } },
    }));
    expect(
      JSON.stringify(redact({ rows, by: Object.fromEntries(rows.map(({ uri }) => [uri, 1])) })).length,
    ).toBeLessThan(50_000);
    let deep: unknown = SECRET;
    for (let at = 0; at < 5000; at++) deep = [deep];
    expect(JSON.stringify(redact(deep)).length).toBeLessThan(1000);
  });

  test.each([
    ['gopls[12]: undefined: secretName', 'gopls[12]: <21 characters>'],
    ['my server: stderr: panic: secretName', 'my server: stderr: <17 characters>'],
    ['host: not JSON: "let password = 1"', 'host: not JSON: <18 characters>'],
    ['src/a.ts: not checked: outside the workspace', 'src/a.ts: not checked: outside the workspace'],
  ])('of a line of the log: %s', (line, want) => {
    expect(redactLog(line)).toBe(want);
  });
});

describe('the phases of an edit', () => {
  const report = {
    files: { 'a.ts': [] },
    others: {},
    othersComplete: true,
    servers: [{ id: 'typescript', root: '.', outcome: 'complete' as const, ms: 3 }],
  };

  async function phases(
    check: DiagnosticChecker['check'] | undefined,
    call: (context: Parameters<typeof edit>[1]) => Promise<unknown>,
  ): Promise<(string | undefined)[]> {
    const root = tempFolder();
    writeFileSync(join(root, 'a.ts'), 'a\n');
    const recorder = open('trace.jsonl', root)!;
    const checker = check && { isAlive: () => true, check };
    await call({
      workspaceRoot: root,
      recorder,
      appendDiagnostics: (success, request) =>
        appendDiagnostics(success, {
          ...request,
          checker,
          config: LSP_DEFAULTS,
          logger: teed(logger, recorder),
        }),
    });
    await recorder.close();
    const edits = linesOf(join(root, 'trace.jsonl')).filter((line) => line.kind === 'edit');
    expect(new Set(edits.map((line) => line.edit)).size).toBe(1);
    expect(edits.map(({ t }) => t)).toEqual(edits.map(({ t }) => t).sort((a, b) => a - b));
    return edits.map((line) => line.phase);
  }

  const change = (context: Parameters<typeof edit>[1]) =>
    edit({ file_path: 'a.ts', old_string: 'a', new_string: 'b' }, context);

  test('all five, each after the other, and the check carries the edit’s name', async () => {
    const asked: (string | undefined)[] = [];
    const check: DiagnosticChecker['check'] = (params) => {
      asked.push(params.edit);
      return Promise.resolve(report);
    };
    expect(await phases(check, change)).toEqual(['received', 'written', 'sent', 'answered', 'formatted']);
    expect(asked).toEqual([expect.stringMatching(/^\d+\.\d+$/)]);
  });

  const others: [string, DiagnosticChecker['check'] | undefined, typeof change, string[]][] = [
    [
      'the tool refuses',
      () => Promise.resolve(report),
      (context) => edit({ file_path: 'a.ts', old_string: 'z', new_string: 'b' }, context),
      ['received', 'refused'],
    ],
    ['there is no service', undefined, change, ['received', 'written', 'unanswered']],
    [
      'the service fails',
      () => Promise.reject(new Error(`"${SECRET}"`)),
      change,
      ['received', 'written', 'sent', 'unanswered'],
    ],
    [
      'a patch moves a file',
      () => Promise.resolve(report),
      (context) =>
        applyPatch(
          { patch: '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n-a\n+b\n*** End Patch' },
          context,
        ),
      ['received', 'written', 'sent', 'answered', 'formatted'],
    ],
  ];
  test.each(others)('%s', async (_, check, call, want) => {
    expect(await phases(check, call)).toEqual(want);
  });

  test('who has no recorder asks as before', async () => {
    const root = tempFolder();
    writeFileSync(join(root, 'a.ts'), 'a\n');
    const asked: unknown[] = [];
    const checker: DiagnosticChecker = {
      isAlive: () => true,
      check: (params) => (asked.push(Object.keys(params)), Promise.resolve(report)),
    };
    await change({
      workspaceRoot: root,
      appendDiagnostics: (success, request) =>
        appendDiagnostics(success, { ...request, checker, config: LSP_DEFAULTS }),
    });
    expect(asked).toEqual([['files', 'written']]);
  });
});
