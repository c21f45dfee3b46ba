import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { appendDiagnostics, type AppendRequest } from '../src/lsp/append-diagnostics.js';
import { escaped } from '../src/support/escaped.js';
import { ShownFindings } from '../src/lsp/shown-findings.js';
import { type DiagnosticChecker, NO_REPORT } from '../src/lsp/checker.js';
import {
  type CheckParams,
  type CheckReport,
  type Diagnostic,
  LSP_DEFAULTS,
  type LspConfig,
  type Unjudged,
} from '../src/lsp/types.js';

const SUCCESS = 'Wrote src/a.ts.';
const BROKEN: Diagnostic = { file: 'src/a.ts', line: 2, character: 3, severity: 'error', message: 'broken' };
const TAG = '<diagnostics file="src/a.ts">\nERROR [2:3] broken\n</diagnostics>';

function report(over: Partial<CheckReport> = {}): CheckReport {
  return { files: { 'src/a.ts': [BROKEN] }, others: {}, othersComplete: true, servers: [], ...over };
}

/** A service that answers each check as told, and remembers what it was asked. */
class Service implements DiagnosticChecker {
  readonly asked: CheckParams[] = [];
  readonly signals: (AbortSignal | undefined)[] = [];
  constructor(
    private readonly answer: () => unknown = report,
    private readonly alive: () => boolean = () => true,
  ) {}
  isAlive(): boolean {
    return this.alive();
  }
  async check(params: CheckParams, signal?: AbortSignal): Promise<CheckReport> {
    this.asked.push(params);
    this.signals.push(signal);
    return (await this.answer()) as CheckReport;
  }
}

function append(over: Partial<AppendRequest>, success = SUCCESS): Promise<string> {
  const files = [{ filePath: 'src/a.ts', text: 'x' }];
  return appendDiagnostics(success, {
    checker: new Service(),
    config: LSP_DEFAULTS,
    kind: 'edit',
    files,
    ...over,
  });
}

function collectLog(): { lines: string[]; logger: { debug(line: string): void } } {
  const lines: string[] = [];
  return { lines, logger: { debug: (line) => lines.push(line) } };
}

const never = (): Promise<never> => new Promise(() => {});

function toss(error: unknown): never {
  throw error;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('findings', () => {
  test('REQ-DIAG-020: the success text comes first, then a blank line, then the diagnostics', async () => {
    const section = `LSP diagnostics after edit:\n${TAG}`;
    expect(await append({})).toBe(`${SUCCESS}\n\n${section}`);
    expect(await append({}, 'Wrote it.\n')).toBe(`Wrote it.\n\n${section}`);
    expect(await append({}, '')).toBe(section);
  });

  test('REQ-GRACE-055: a file that has vanished since it was written is not asked about', async () => {
    const checker = new Service();
    const files = [{ filePath: join(import.meta.dirname, 'vanished.ts'), text: 'x' }];
    expect(await append({ checker, files })).toBe(SUCCESS);
    expect(checker.asked).toEqual([]);
    await append({ checker, files: [...files, { filePath: import.meta.filename }] });
    expect(checker.asked).toEqual([{ files: [{ filePath: import.meta.filename }], written: true }]);
  });

  test('REQ-DIAG-030: edit and patch ask for no other files and show none', async () => {
    for (const kind of ['edit', 'patch'] as const) {
      const checker = new Service(() => report({ others: { 'src/b.ts': [BROKEN] } }));
      expect(await append({ checker, kind })).not.toContain('src/b.ts');
      expect(checker.asked).toEqual([{ files: [{ filePath: 'src/a.ts', text: 'x' }], written: true }]);
    }
  });

  test('REQ-DIAG-040: write asks for other files and shows them', async () => {
    const checker = new Service(() => report({ others: { 'src/b.ts': [BROKEN] } }));
    expect(await append({ checker, kind: 'write' })).toBe(
      `${SUCCESS}\n\nLSP errors detected in this file:\n${TAG}\n\n` +
        `LSP errors detected in other files:\n${TAG.replace('a.ts', 'b.ts')}`,
    );
    expect(checker.asked).toMatchObject([{ others: true }]);
  });

  const SCOPES: [otherFiles: Required<LspConfig>['otherFiles'], kinds: AppendRequest['kind'][]][] = [
    ['write', ['write']],
    ['always', ['edit', 'write', 'patch']],
    ['never', []],
  ];
  test.each(SCOPES)(
    'REQ-DIAG-030, REQ-DIAG-040: with otherFiles "%s", %j alone ask for other files and show them, found or left out',
    async (otherFiles, kinds) => {
      for (const kind of ['edit', 'write', 'patch'] as const) {
        const { lines, logger } = collectLog();
        const checker = new Service(() =>
          report({ others: { 'src/b.ts': [BROKEN] }, othersComplete: false }),
        );
        const text = await append({ checker, kind, logger, config: { ...LSP_DEFAULTS, otherFiles } });
        const asks = kinds.includes(kind);
        expect([kind, checker.asked[0]?.others]).toEqual([kind, asks ? true : undefined]);
        expect(text.endsWith(`\n\nLSP errors detected in other files:\n${TAG.replace('a.ts', 'b.ts')}`)).toBe(
          asks,
        );
        expect(text.includes('b.ts')).toBe(asks);
        // Nothing tells of this language which other files there are.
        expect(text).not.toContain('Not all files');
        expect(lines.join().includes('other files: src/b.ts 1 (search cut short)')).toBe(asks);
      }
    },
  );

  test.each([
    ['write', 'patch', true],
    ['write', 'edit', undefined],
    ['never', 'patch', undefined],
  ] as const)(
    'REQ-DIAG-030: in a host that has patches only, with otherFiles "%s", a result of %s shows other files: %s',
    async (otherFiles, kind, asks) => {
      const checker = new Service(() => report({ others: { 'src/b.ts': [BROKEN] } }));
      const text = await append({
        checker,
        kind,
        onlyPatches: true,
        config: { ...LSP_DEFAULTS, otherFiles },
      });
      expect([checker.asked[0]?.others, text.includes('b.ts') || undefined]).toEqual([asks, asks]);
    },
  );

  test('REQ-DIAG-045: the other files are those for which the service holds diagnostics', async () => {
    const checker = new Service(() => report({ others: { 'src/clean.ts': [], 'src/b.ts': [BROKEN] } }));
    const text = await append({ checker, kind: 'write' });
    expect([...text.matchAll(/file="([^"]*)"/g)].map(([, file]) => file)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  test('REQ-FMT-065: the configured severities and limits apply', async () => {
    const warnings = [1, 2, 3].map((line): Diagnostic => ({ ...BROKEN, line, severity: 'warning' }));
    const checker = new Service(() => report({ files: { 'src/a.ts': [...warnings, BROKEN] } }));
    const config = { ...LSP_DEFAULTS, includeSeverities: ['warning' as const], maxDiagnosticsPerFile: 2 };
    expect(await append({ checker, config })).toMatch(
      /WARNING \[1:3] broken\nWARNING \[2:3] broken\n\.\.\. and 1 more/,
    );
  });

  test('REQ-SCOPE-030: the answer is text, without the fields that have no place in a line', async () => {
    const checker = new Service(() =>
      report({ files: { 'src/a.ts': [{ ...BROKEN, source: 'raw-source', endLine: 77 }] } }),
    );
    const text = await append({ checker });
    expect(text).not.toMatch(/raw-source|77|severity/);
  });
});

describe('findings with an origin', () => {
  const config: Required<LspConfig> = { ...LSP_DEFAULTS, report: 'caused' };
  const old: Diagnostic = { ...BROKEN, line: 9, origin: 'before' };
  const answering = (over: Partial<CheckReport>): Service =>
    new Service(() => report({ files: { 'src/a.ts': [old] }, ...over }));
  const LINE = '1 error was there before; 2 from earlier changes still stand in src/b.ts.';

  test('REQ-DIAG-020: what was caused is listed, and one line counts the rest', async () => {
    const checker = answering({
      files: { 'src/a.ts': [{ ...BROKEN, origin: 'edit' }, old] },
      open: { 'src/b.ts': 2 },
    });
    expect(await append({ checker, config })).toBe(
      `${SUCCESS}\n\nLSP diagnostics after edit:\n${TAG}\n\n${LINE}`,
    );
    expect(await append({ checker })).toBe(
      `${SUCCESS}\n\nLSP diagnostics after edit:\n${TAG.replace('</', 'ERROR [9:3] broken\n</')}`,
    );
  });

  test('REQ-DIAG-020: where nothing was caused, that line is all', async () => {
    expect(await append({ checker: answering({ open: { 'src/b.ts': 2 } }), config })).toBe(
      `${SUCCESS}\n\n${LINE}`,
    );
    expect(await append({ checker: answering({ files: { 'src/a.ts': [] }, open: {} }), config })).toBe(
      SUCCESS,
    );
  });

  test('REQ-DIAG-030: other files that were not asked for are not counted either', async () => {
    const checker = answering({ files: {}, others: { 'src/b.ts': [old] } });
    expect(await append({ checker, config })).toBe(SUCCESS);
    expect(await append({ checker, config, kind: 'write' })).toBe(`${SUCCESS}\n\n1 error was there before.`);
  });

  test('what was listed under the name that a file had before is not listed under the next one', async () => {
    const named = (file: string, over: Partial<CheckReport>): CheckReport =>
      report({ files: { [file]: [{ ...BROKEN, file, ...(over.open && { origin: 'session' }) }] }, ...over });
    const answers = [
      named('src/a.ts', {}),
      named('src/b.ts', { open: { 'src/b.ts': 1 }, formerNames: { 'src/b.ts': 'src/a.ts' } }),
      named('src/c.ts', { open: { 'src/c.ts': 1 }, formerNames: { 'src/c.ts': 'src/b.ts' } }),
      named('src/d.ts', { open: { 'src/d.ts': 1 } }),
    ];
    const checker = Object.assign(new Service(() => answers.shift()), {
      shown: new ShownFindings(import.meta.dirname),
    });
    const ask = (): Promise<string> => append({ checker, config: { ...LSP_DEFAULTS, report: 'caused' } }, '');
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      `LSP diagnostics after edit:\n${TAG}`,
      '1 error from an earlier change still stands in src/b.ts.',
      '1 error from an earlier change still stands in src/c.ts.',
      `LSP diagnostics after edit:\n${TAG.replace('a.ts', 'd.ts')}`,
    ]);
  });

  test('what another service calls older is listed where no answer to its change has come, once', async () => {
    const filePath = import.meta.filename;
    const ofFile = (file: string): CheckReport['files'] => ({
      [file]: [{ ...BROKEN, file, origin: 'before' }],
    });
    const [named, alike] = [`test/${basename(filePath)}`, basename(filePath)];
    const older = report({ files: ofFile(named), others: ofFile(alike) });
    const answers = [NO_REPORT, older, older];
    const shown = new ShownFindings(dirname(import.meta.dirname));
    const checker = Object.assign(new Service(() => answers.shift()), { shown });
    const caused: Required<LspConfig> = { ...LSP_DEFAULTS, report: 'caused', otherFiles: 'always' };
    const ask = (): Promise<string> => append({ checker, files: [{ filePath }], config: caused }, '');
    expect([await ask(), await ask(), await ask()]).toEqual([
      '',
      `LSP diagnostics after edit:\n${TAG.replace('src/a.ts', named)}\n\n1 error was there before.`,
      '2 errors were there before.',
    ]);
  });

  test('REQ-DIAG-010: an error of an earlier change that no result has shown is listed, once', async () => {
    const shell: Diagnostic = { ...BROKEN, origin: 'session' };
    const reports = [
      { files: { 'src/a.ts': [shell, old] }, open: { 'src/a.ts': 1, 'src/b.ts': 2 } },
      { files: { 'src/a.ts': [{ ...shell, line: 7 }, old] }, open: { 'src/a.ts': 1, 'src/b.ts': 2 } },
    ];
    const checker = new Service(() => report(reports.shift()));
    const shown = new ShownFindings(import.meta.dirname);
    Object.assign(checker, { shown });
    expect(await append({ checker, config })).toBe(
      `${SUCCESS}\n\nLSP diagnostics after edit:\n${TAG}\n\n${LINE}`,
    );
    expect(await append({ checker, config })).toBe(
      `${SUCCESS}\n\n1 error was there before; 3 from earlier changes still stand in src/a.ts, src/b.ts.`,
    );
  });

  test('the count of all errors stays what it is, and comes last', async () => {
    const checker = answering({
      knownErrors: 7,
      servers: [{ id: 'x', root: '.', outcome: 'complete', ms: 1 }],
    });
    expect(await append({ checker, config: { ...config, meta: true } })).toBe(
      `${SUCCESS}\n\n1 error was there before.\n\n[meta] diagnostics_errors=7`,
    );
    expect(await append({ checker, config: { ...config, meta: true, editDiagnostics: false } })).toBe(
      `${SUCCESS}\n\n[meta] diagnostics_errors=7`,
    );
  });
});

describe('without findings', () => {
  test('REQ-GRACE-010: the success text is unchanged where nothing was found', async () => {
    for (const files of [{}, { 'src/a.ts': [] }]) {
      expect(await append({ checker: new Service(() => report({ files })) })).toBe(SUCCESS);
    }
  });

  test('REQ-CFG-010: no diagnostics are asked for where LSP is switched off', async () => {
    const checker = new Service();
    expect(await append({ checker, config: false })).toBe(SUCCESS);
    expect(checker.asked).toEqual([]);
  });

  test('REQ-GRACE-040: a service that is absent or dead is not asked', async () => {
    const checker = new Service(report, () => false);
    expect(await append({ checker })).toBe(SUCCESS);
    expect(checker.asked).toEqual([]);
    expect(await append({ checker: undefined })).toBe(SUCCESS);
  });
});

describe('how many errors are known', () => {
  const servers: CheckReport['servers'] = [
    { id: 'typescript', root: '.', outcome: 'complete', ms: 1, version: '7.0.2' },
  ];
  const counting = (over: Partial<CheckReport> = {}): Service =>
    new Service(() => report({ servers, knownErrors: 4, ...over }));
  const LINE = '[meta] diagnostics_errors=4';

  test('REQ-DIAG-020: with meta the count is the last line, after the diagnostics, and only then it is asked for', async () => {
    const checker = counting();
    const config: Required<LspConfig> = { ...LSP_DEFAULTS, meta: true };
    expect(await append({ checker, config })).toBe(
      `${SUCCESS}\n\nLSP diagnostics after edit:\n${TAG}\n\n${LINE}`,
    );
    expect(await append({ checker: counting({ files: { 'src/a.ts': [] } }), config })).toBe(
      `${SUCCESS}\n\n${LINE}`,
    );
    expect(await append({ checker: counting({ files: {} }), config }, '')).toBe(LINE);
    expect(checker.asked).toEqual([
      { files: [{ filePath: 'src/a.ts', text: 'x' }], written: true, counted: true },
    ]);
    expect(await append({ checker })).not.toContain('[meta]');
    expect(checker.asked.at(-1)).not.toHaveProperty('counted');
  });

  test('every kind of mutation has it, and a result says what it rests on', async () => {
    for (const kind of ['edit', 'write', 'patch'] as const) {
      const text = await append({
        checker: counting({ othersComplete: false }),
        kind,
        config: { ...LSP_DEFAULTS, meta: 'verdict' },
      });
      const others = kind === 'write' ? 'others(cut-short)' : 'others(not-searched)';
      expect(text.split('\n').at(-1)).toBe(`${LINE} checked=typescript@7.0.2 unchecked=${others}`);
    }
  });

  test('with editDiagnostics off it stands alone', async () => {
    const config: Required<LspConfig> = { ...LSP_DEFAULTS, meta: true, editDiagnostics: false };
    expect(
      await append({ checker: counting({ others: { 'src/b.ts': [BROKEN] } }), kind: 'write', config }),
    ).toBe(`${SUCCESS}\n\n${LINE}`);
  });

  const NOTHING: [title: string, over: Partial<AppendRequest>][] = [
    ['LSP is off', { config: false }],
    ['there is no service', { checker: undefined }],
    ['the service is dead', { checker: new Service(report, () => false) }],
    ['the service fails', { checker: new Service(() => toss(new Error('gone'))) }],
    ['no server is for the file', { checker: counting({ files: {}, servers: [] }) }],
    ['files were only deleted', { files: [], deleted: ['src/a.ts'], kind: 'patch', checker: counting() }],
    ['the call was aborted', { signal: AbortSignal.abort(), checker: counting() }],
  ];
  test.each(NOTHING)(
    'REQ-GRACE-010 REQ-GRACE-055: the result is what it would be without LSP where %s',
    async (_title, over) => {
      for (const meta of [true, 'verdict'] as const)
        expect(await append({ config: { ...LSP_DEFAULTS, meta }, ...over })).toBe(SUCCESS);
    },
  );

  test('a count of an earlier service, or none, is no count', async () => {
    const config: Required<LspConfig> = { ...LSP_DEFAULTS, meta: true };
    expect(await append({ checker: new Service(() => report({ servers })), config })).not.toContain('[meta]');
  });
});

test('a service that has not answered in time has not checked the edit: one line says so where that is asked for', async () => {
  const late = (unjudged: LspConfig['unjudged']): Promise<string> =>
    append({
      checker: new Service(() => NO_REPORT),
      config: { ...LSP_DEFAULTS, ...(unjudged !== undefined && { unjudged }) },
    });
  expect(await late('silent')).toBe(SUCCESS);
  expect(await late('say')).toBe(
    `${SUCCESS}\n\nThe language service has not answered in time; this edit was not checked.`,
  );
  const nobody = new Service(() => report({ files: {}, othersComplete: false }));
  expect(await append({ checker: nobody, config: { ...LSP_DEFAULTS, unjudged: 'say' } })).toBe(SUCCESS);
});

describe('nothing is to be reported', () => {
  const config: Required<LspConfig> = { ...LSP_DEFAULTS, editDiagnostics: false };

  test('REQ-DIAG-020: servers are notified of the change all the same, and nobody waits for them', async () => {
    const checker = new Service(never);
    expect(await append({ checker, config, kind: 'write', deleted: ['src/old.ts'] })).toBe(SUCCESS);
    expect(checker.asked).toEqual([
      { files: [{ filePath: 'src/a.ts', text: 'x' }], written: true, deleted: ['src/old.ts'], others: true },
    ]);
  });

  test('REQ-TIME-080: the end of the call is not the end of what servers do with the change', async () => {
    const user = new AbortController();
    const checker = new Service(never);
    await append({ checker, config, signal: user.signal });
    user.abort();
    expect(checker.signals).toEqual([undefined]);
  });

  test('REQ-GRACE-055: what fails then is logged and nothing else', async () => {
    const logged = new Promise<string>((resolve) => {
      const checker = new Service(() => toss(new Error('pipe closed')));
      void append({ checker, config, logger: { debug: resolve } });
    });
    expect(await logged).toBe('lsp: edit was not checked: pipe closed');
  });
});

describe('files that are gone', () => {
  const gone = { kind: 'patch' as const, files: [], deleted: ['src/old.ts'] };

  test('REQ-SCOPE-025: a patch that only deletes or renames asks nothing and waits for nothing', async () => {
    const checker = new Service(never);
    expect(await append({ ...gone, checker })).toBe(SUCCESS);
    expect(checker.asked).toEqual([{ files: [], deleted: ['src/old.ts'] }]);
  });

  test('REQ-SCOPE-020: without written or deleted files the service receives nothing', async () => {
    const checker = new Service();
    expect(await append({ ...gone, deleted: [], checker })).toBe(SUCCESS);
    expect(checker.asked).toEqual([]);
  });

  test('REQ-SCOPE-020: what a deletion would report is not shown', async () => {
    expect(await append({ ...gone, checker: new Service() })).toBe(SUCCESS);
  });

  test('REQ-DIAG-020: deletions go along with the files that were written', async () => {
    const checker = new Service();
    await append({ checker, kind: 'patch', deleted: ['src/old.ts'] });
    expect(checker.asked).toMatchObject([{ files: [{ filePath: 'src/a.ts' }], deleted: ['src/old.ts'] }]);
  });

  test('REQ-GRACE-055: an announcement that fails is logged and nothing else', async () => {
    const logged = new Promise<string>((resolve) => {
      const checker = new Service(() => toss(new Error('pipe closed')));
      void append({ ...gone, checker, logger: { debug: resolve } });
    });
    expect(await logged).toBe('lsp: deletions were not announced: pipe closed');
  });
});

describe('faults', () => {
  const check = async (checker: DiagnosticChecker, why: RegExp): Promise<void> => {
    const { lines, logger } = collectLog();
    expect(await append({ checker, logger })).toBe(SUCCESS);
    expect(lines.join('\n')).toMatch(why);
  };

  test('REQ-GRACE-050: a service that throws, rejects or lies about its state costs nothing', async () => {
    await check(
      new Service(() => toss(new Error('gone', { cause: new Error('EPIPE') }))),
      /edit goes without diagnostics: gone: EPIPE/,
    );
    await check(new Service(() => toss('a string')), /a string/);
    await check(new Service(report, () => toss(new Error('no state'))), /no state/);
    await check({ isAlive: () => true, check: () => toss(new Error('at once')) }, /at once/);
  });

  test('REQ-GRACE-050: a logger that throws costs neither the edit nor its diagnostics', async () => {
    const logger = { debug: () => toss(new Error('disk full')) };
    expect(await append({ logger })).toContain(TAG);
    expect(await append({ logger, checker: new Service(() => toss(Object.create(null))) })).toBe(SUCCESS);
  });

  test('REQ-TIME-080: an abort ends the wait at once, even if the service ignores it', async () => {
    const user = new AbortController();
    const checker = new Service(() => {
      queueMicrotask(() => user.abort());
      return never();
    });
    expect(await append({ checker, signal: user.signal })).toBe(SUCCESS);
    expect(checker.signals[0]?.aborted).toBe(true);
  });

  test('REQ-TIME-080: after an abort nothing is asked', async () => {
    const checker = new Service();
    expect(await append({ checker, signal: AbortSignal.abort() })).toBe(SUCCESS);
    expect(checker.asked).toEqual([]);
  });

  test('REQ-TIME-080: a check that fails after the abort is nobody’s unhandled rejection', async () => {
    const user = new AbortController();
    let fail = (_: Error): void => {};
    const late = new Promise<never>((_, reject) => (fail = reject));
    const unhandled = vi.fn();
    process.once('unhandledRejection', unhandled);
    const result = append({ checker: new Service(() => late), signal: user.signal });
    user.abort();
    expect(await result).toBe(SUCCESS);
    fail(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('REQ-TIME-080: no listener outlives the check, and the service alone has a timer', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    await append({ signal });
    expect(removed).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the log', () => {
  const servers: CheckReport['servers'] = [
    { id: 'typescript', root: '.', outcome: 'complete', ms: 12.4 },
    { id: 'eslint', root: 'packages/a', outcome: 'timed-out', ms: 3000 },
  ];

  test('REQ-OBS-020: names latency, counts per file, outcomes and timeouts', async () => {
    const { lines, logger } = collectLog();
    const files = { 'src/a.ts': [BROKEN, BROKEN], 'src/b.ts': [] };
    await append({ kind: 'patch', logger, checker: new Service(() => report({ files, servers })) });
    expect(lines).toEqual([
      expect.stringMatching(
        /^lsp: patch checked in \d+ ms; diagnostics: src\/a.ts 2, src\/b.ts 0; servers: typescript at \. complete 12 ms, eslint at packages\/a timed-out 3000 ms; timed out: 1 of 2$/,
      ),
    ]);
  });

  test.each([
    ['write', ['src/a.ts'], true, 'Not all files that import it were checked yet.'],
    ['write', ['src/a.ts'], undefined, undefined],
    ['edit', ['src/a.ts'], true, undefined],
  ] as const)(
    'a search that was cut short is one line where other files are reported: %s',
    async (kind, names, pending, want) => {
      const answer = report({
        files: Object.fromEntries(names.map((name) => [name, []])),
        othersComplete: false,
        ...(pending && { othersPending: pending }),
      });
      const text = await append({ kind, checker: new Service(() => answer) });
      expect(text.split('\n\n').slice(1)).toEqual(want === undefined ? [] : [want]);
    },
  );

  test('a file that was not judged whole is named once, until the reason changes', async () => {
    const shown = new ShownFindings(import.meta.dirname);
    const inPart = { 'src/a.ts': 'only <its> syntax was checked' };
    const say = async (given: Partial<CheckReport>): Promise<string> => {
      const checker = Object.assign(new Service(() => report({ files: { 'src/a.ts': [] }, ...given })), {
        shown,
      });
      return (await append({ checker })).slice(SUCCESS.length);
    };
    const line = '\n\nOf src/a.ts, only &lt;its&gt; syntax was checked.';
    expect(await say({ inPart })).toBe(line);
    expect(await say({ inPart })).toBe('');
    expect(await say({})).toBe('');
    expect(await say({ inPart })).toBe(line);
  });

  test('REQ-OBS-020: write names the other files and whether their search was cut short', async () => {
    const { lines, logger } = collectLog();
    const answer = report({ others: { 'src/b.ts': [BROKEN] }, othersComplete: false });
    await append({ kind: 'write', logger, checker: new Service(() => answer) });
    expect(lines.join()).toContain(
      'other files: src/b.ts 1 (search cut short); servers: none; timed out: 0 of 0',
    );
  });

  test('REQ-OBS-010: goes to the logger and nowhere else', async () => {
    const output = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
    await append({});
    await append({ checker: new Service(() => toss(new Error('gone'))) });
    for (const stream of output) expect(stream).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test('REQ-OBS-030: holds no text of a diagnostic', async () => {
    const { lines, logger } = collectLog();
    await append({
      logger,
      checker: new Service(() => report({ files: { 'src/a.ts': [{ ...BROKEN, message: 'SECRET' }] } })),
    });
    expect(lines.join()).not.toContain('SECRET');
    expect(lines).toHaveLength(1);
  });
});

describe('what was not judged', () => {
  const config = { ...LSP_DEFAULTS, unjudged: 'say' as const };
  const row = { id: 'ts', language: 'TypeScript', root: '.', files: ['src/a.ts'] };
  const clean = { 'src/a.ts': [] };
  const result = (unjudged: Unjudged[], over: Partial<CheckReport> = {}): Promise<string> =>
    append({ config, checker: new Service(() => report({ files: clean, unjudged, ...over })) });

  test.each<[said: string, row: Unjudged]>([
    ['ts is still loading src; this edit was not checked.', { ...row, root: 'src', state: 'loading' }],
    ['ts is still loading the workspace; this edit was not checked.', { ...row, state: 'loading' }],
    ['ts is still starting; this edit was not checked.', { ...row, state: 'starting', waited: 9000 }],
    ['ts did not answer within 3 s; this edit was not checked.', { ...row, state: 'late', waited: 3014 }],
    ['ts has given no answer yet; this edit was not checked.', { ...row, state: 'late' }],
    [
      'ts has given no answer (too &lt;long&gt;); this edit was not checked by it.',
      { ...row, state: 'late', reason: 'too <long>', judgedByOthers: true },
    ],
    ['ts has ended; TypeScript files are no longer checked.', { ...row, state: 'ended' }],
    [
      '&lt;b&gt; is still loading a\\u{a}b; this edit was not checked.',
      { ...row, id: '<b>', root: 'a\nb', state: 'loading' },
    ],
  ])('%s', async (said, unjudged) => {
    expect(await result([unjudged])).toBe(`${SUCCESS}\n\n${said}`);
  });

  test('of several files, those are named', async () => {
    expect(await result([{ ...row, state: 'starting' }], { files: { ...clean, 'src/b.ts': [] } })).toContain(
      'ts is still starting; src/a.ts was not checked.',
    );
  });

  test('after a command the files are named: its result is about no edit', async () => {
    const late = { files: clean, found: { written: 1, asked: 1 }, othersPending: true } as const;
    const checker = new Service(() => report({ ...late, unjudged: [{ ...row, state: 'starting' }] }));
    const settings = { ...config, afterCommands: true };
    expect(await append({ checker, config: settings, kind: 'command', files: [] }, '')).toBe(
      'Not all files that import what the command changed were checked yet.\n\n' +
        'ts is still starting; src/a.ts was not checked.',
    );
  });

  test('REQ-TIME-020: by default the result has nothing of it', async () => {
    const told = report({ files: clean, unjudged: [{ ...row, state: 'late' }], late: { 'b.ts': [BROKEN] } });
    expect(await append({ checker: new Service(() => told) })).toBe(SUCCESS);
  });

  test('a server that has ended is reported once a session, and again where it has run since', async () => {
    const shown = new ShownFindings(import.meta.dirname);
    let outcome: 'broken' | 'complete' = 'broken';
    const checker = Object.assign(
      new Service(() =>
        report({
          files: clean,
          servers: [{ id: 'ts', root: '.', outcome, ms: 1 }],
          ...(outcome === 'broken' && { unjudged: [{ ...row, state: 'ended' }] }),
        }),
      ),
      { shown },
    );
    const said = async (): Promise<boolean> => (await append({ checker, config })).includes('has ended');
    expect([await said(), await said()]).toEqual([true, false]);
    outcome = 'complete';
    expect(await said()).toBe(false);
    outcome = 'broken';
    expect(await said()).toBe(true);
  });

  test('what has come since is listed, and counted no more once it was shown', async () => {
    const checker = Object.assign(
      new Service(() =>
        report({
          files: clean,
          late: { 'src/b.ts': [{ ...BROKEN, file: 'src/b.ts', origin: 'session' }] },
          open: { 'src/b.ts': 1 },
        }),
      ),
      { shown: new ShownFindings(import.meta.dirname) },
    );
    const caused = { ...config, report: 'caused' as const };
    expect(await append({ checker, config: caused })).toBe(
      `${SUCCESS}\n\nLSP diagnostics of earlier edits, which have come since:\n${TAG.replace('a.ts', 'b.ts')}`,
    );
    expect(await append({ checker, config: caused })).toBe(
      `${SUCCESS}\n\n1 error from an earlier change still stands in src/b.ts.`,
    );
  });
});

describe('after a command of a shell', () => {
  const config: Required<LspConfig> = { ...LSP_DEFAULTS, afterCommands: true };
  const found = (written: number, asked = Math.min(written, 10)): Partial<CheckReport> => ({
    found: { written, asked },
  });

  test('REQ-DIAG-010: what has changed on disk is asked about, with the other files that it broke', async () => {
    const checker = new Service(() => report({ ...found(1), others: { 'src/b.ts': [BROKEN] } }));
    expect(await append({ checker, config, kind: 'command', files: [] }, 'Ran.')).toBe(
      `Ran.\n\nLSP diagnostics after command:\n${TAG}\n\n` +
        `LSP errors detected in other files:\n${TAG.replace('a.ts', 'b.ts')}`,
    );
    expect(checker.asked).toEqual([{ files: [], written: true, found: true, others: true }]);
  });

  test('the setting otherFiles: "never" leaves the other files out', async () => {
    const checker = new Service(() => report(found(1)));
    await append({ checker, kind: 'command', files: [], config: { ...config, otherFiles: 'never' } });
    expect(checker.asked).toEqual([{ files: [], written: true, found: true }]);
  });

  test('nothing has changed: the result stays as it is, without a count', async () => {
    const checker = new Service(() => ({ ...report({ files: {} }), knownErrors: 3 }));
    expect(await append({ checker, kind: 'command', files: [], config: { ...config, meta: true } })).toBe(
      SUCCESS,
    );
  });

  test('a service that came back has not seen what was there before: its line is in the result of the command', async () => {
    const fates = [escaped`It was restarted.`];
    const checker = Object.assign(new Service(() => report({ files: {} })), {
      takeFate: () => fates.shift(),
    });
    const ask = (): Promise<string> =>
      append({ checker, kind: 'command', files: [], config: { ...config, unjudged: 'say' } }, 'Ran.');
    expect([await ask(), await ask()]).toEqual(['Ran.\n\nIt was restarted.', 'Ran.']);
  });

  test('a service that does not answer: the first command says so, and again after an answer', async () => {
    const answers = [NO_REPORT, NO_REPORT, report({ ...found(1), files: {} }), NO_REPORT];
    const checker = Object.assign(new Service(() => answers.shift()), {
      shown: new ShownFindings(import.meta.dirname),
    });
    const ask = (): Promise<string> =>
      append({ checker, kind: 'command', files: [], config: { ...config, unjudged: 'say' } }, '');
    const silent = expect.stringMatching(/^The language service has not answered in time; what commands /);
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([silent, '', '', silent]);
  });

  test('nothing has changed: what has come of an earlier edit is listed all the same', async () => {
    const late = { 'src/b.ts': [{ ...BROKEN, file: 'src/b.ts' }] };
    const asked = async (settings: Partial<LspConfig>): Promise<string> =>
      append({
        checker: new Service(() => report({ files: {}, late })),
        kind: 'command',
        files: [],
        config: { ...config, ...settings },
      });
    expect(await asked({ unjudged: 'say', meta: true })).toBe(
      `${SUCCESS}\n\nLSP diagnostics of earlier edits, which have come since:\n${TAG.replace('a.ts', 'b.ts')}`,
    );
    expect(await asked({})).toBe(SUCCESS);
  });

  test.each([
    ['without the setting', LSP_DEFAULTS],
    ['where results of edits have no diagnostics either', { ...config, editDiagnostics: false }],
  ])('%s nothing is asked', async (_, settings) => {
    const checker = new Service();
    expect(await append({ checker, kind: 'command', files: [], config: settings })).toBe(SUCCESS);
    expect(checker.asked).toEqual([]);
  });

  test('of a thousand files the result counts them, and shows the first five that are broken', async () => {
    const broken = (from: number, to: number): CheckReport['files'] =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, n) => [`src/${from + n}.ts`, [{ ...BROKEN, file: 'x' }]]),
      );
    const many = (files: CheckReport['files'], others: CheckReport['files']) =>
      append(
        {
          checker: new Service(() => report({ ...found(1000), files, others })),
          config,
          kind: 'command',
          files: [],
        },
        '',
      );
    const own = await many(broken(10, 17), broken(20, 23));
    expect(own.match(/<diagnostics file="[^"]*">/g)?.map((tag) => tag.slice(19, -2))).toEqual([
      ...['src/10.ts', 'src/11.ts', 'src/12.ts', 'src/13.ts', 'src/14.ts'],
      'src/20.ts',
    ]);
    expect(own).toContain('... and 2 more files: src/15.ts, src/16.ts');
    expect(own).toContain('... and 2 more files: src/21.ts, src/22.ts');
    expect(own).toMatch(/\n\nThe command changed 1000 source files, and 10 of them were checked by name\.$/);
    const others = await many({}, broken(10, 20));
    expect(others.match(/<diagnostics file=/g)).toHaveLength(5);
    expect(others).toContain('... and 5 more files: src/15.ts,');
  });
});
