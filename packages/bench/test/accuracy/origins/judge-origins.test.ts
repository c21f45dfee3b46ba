import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckReport, Diagnostic } from '@vybestack/llxprt-lsp-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replacing } from '../../../src/accuracy/mutators/sites.js';
import { judgeOrigins } from '../../../src/accuracy/origins/judge-origins.js';
import { originFlaws } from '../../../src/accuracy/origins/lines.js';
import { originsSections, originsSummary } from '../../../src/accuracy/origins/page.js';
import { hasWrongOrigin, originScoreOf, type OriginsResult } from '../../../src/accuracy/origins/results.js';
import type { Reply, OriginsService } from '../../../src/accuracy/origins/service.js';
import type { Subject } from '../../../src/accuracy/subject.js';
import { filesOf } from '../../../src/workspace.js';

let scratch: string;
beforeAll(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'judge-origins-')));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Errors = Pick<Diagnostic, 'file' | 'line' | 'message'>[];

/** A language in which each line with the word `bad` is an error, and no line occurs twice. */
function errorsIn(file: string, text: string): Errors {
  return text
    .split('\n')
    .flatMap((line, index) => (line.includes('bad') ? [{ file, line: index + 1, message: line }] : []));
}

function errorsOnDisk(workspace: string): Errors {
  const files = filesOf(workspace).filter((file) => file.endsWith('.txt'));
  return files.flatMap((file) => errorsIn(file, readFileSync(join(workspace, file), 'utf8')));
}

const SUBJECT: Subject = {
  ...{ id: 'lines', language: 'Lines', title: 'lines 1', server: 'lines', compiler: 'grep bad' },
  makeWorkspace(folder) {
    mkdirSync(folder);
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const lines = Array.from(
        { length: 12 },
        (_, index) => `${name} ${index % 5 === 0 ? 'bad' : 'good'} ${index}\n`,
      );
      writeFileSync(join(folder, `${name}.txt`), lines.join(''));
    }
    return Promise.resolve(folder);
  },
  edits: (file) => file.endsWith('.txt'),
  settings: () => false,
  ways: {
    mutators: [
      replacing('change a literal', /good/dg, 'bad'),
      replacing('break syntax', /^.*good.*\n/dgm, (line) => `${line}more ${line.replace('good', 'bad')}`),
      replacing('delete a function', /^.*bad.*\n/dgm, ''),
    ],
    moved: (file) => `moved/${file}`,
    copied: (file) => `again-${file}`,
    settings: [],
  },
  judge: (workspace) =>
    Promise.resolve({
      findings: errorsOnDisk(workspace).map((error) => ({ ...error, severity: 'error' })),
      silentOn: () => undefined,
    }),
  rules: { byMessage: false, variants: [] },
};

type Fault =
  | 'calls all older'
  | 'calls all caused'
  | 'has no origins'
  | 'keeps a proposal'
  | 'forgets the session'
  | 'is late'
  | 'cannot propose';

/** A service for that language, right about everything but its fault. */
class LineService implements OriginsService {
  readonly #start: Errors;
  readonly #asked = new Map<string, string>();
  #kept: { file: string; text: string } | undefined;

  constructor(
    readonly workspace: string,
    readonly fault: Fault | undefined,
  ) {
    this.#start = errorsOnDisk(workspace);
  }

  check: OriginsService['check'] = ({ files, origins }) => {
    const [
      { filePath, text, created, before = created === true ? '' : (this.#asked.get(filePath) ?? '') } = {
        filePath: '',
      },
    ] = files;
    const now = text ?? readFileSync(join(this.workspace, filePath), 'utf8');
    this.#asked.set(filePath, now);
    const kept = this.#kept?.file === filePath ? this.#kept.text : now;
    this.#kept = undefined;
    return this.#report(filePath, before, kept, origins === true);
  };

  propose: OriginsService['propose'] = ({ files }) => {
    const [{ filePath, text } = { filePath: '', text: '' }] = files;
    const path = join(this.workspace, filePath);
    if (this.fault === 'keeps a proposal') this.#kept = { file: filePath, text };
    return this.#report(
      filePath,
      existsSync(path) ? readFileSync(path, 'utf8') : '',
      text,
      true,
      this.fault === 'cannot propose' ? 'unavailable' : 'complete',
    );
  };

  session: OriginsService['session'] = () => {
    const caused = errorsOnDisk(this.workspace).filter((error) => !this.#stoodAtStart(error));
    const open: Record<string, Diagnostic[]> = {};
    for (const error of this.fault === 'forgets the session' ? [] : caused)
      (open[error.file] ??= []).push({ ...error, character: 1, severity: 'error' });
    return Promise.resolve({ kind: 'answered', value: { open, complete: true } });
  };

  read = (): void => undefined;
  close = (): Promise<void> => Promise.resolve();

  #report(
    file: string,
    before: string,
    now: string,
    origins: boolean,
    usual: 'complete' | 'unavailable' = 'complete',
  ): Promise<Reply<CheckReport>> {
    const stood = new Set(errorsIn(file, before).map(({ message }) => message));
    const originOf = (error: Errors[number]): NonNullable<Diagnostic['origin']> => {
      if (this.fault === 'calls all caused') return 'edit';
      if (this.fault !== 'calls all older' && !stood.has(error.message)) return 'edit';
      return this.#stoodAtStart(error) ? 'before' : 'session';
    };
    const withOrigin = origins && this.fault !== 'has no origins';
    const diagnostics = errorsIn(file, now).map((error): Diagnostic => ({
      ...error,
      character: 1,
      severity: 'error',
      ...(withOrigin && { origin: originOf(error) }),
    }));
    const outcome = this.fault === 'is late' ? 'timed-out' : usual;
    return Promise.resolve({
      kind: 'answered',
      value: {
        files: { [file]: diagnostics },
        others: {},
        othersComplete: true,
        servers: [{ id: 'lines', root: '.', outcome, ms: 1 }],
      },
    });
  }

  #stoodAtStart({ file, message }: Errors[number]): boolean {
    return this.#start.some((known) => known.file === file && known.message === message);
  }
}

let runs = 0;
async function judged(fault?: Fault): Promise<OriginsResult> {
  const options = { seed: 2, mutations: 12, rounds: 12, times: 1, only: undefined };
  return judgeOrigins(
    SUBJECT,
    join(scratch, String(++runs)),
    options,
    (workspace) => Promise.resolve(new LineService(workspace, fault)),
    () => undefined,
  );
}

describe('the judge of origins, beside a service', () => {
  test('that is right: finds nothing wrong, and measures everything', async () => {
    const result = await judged();
    expect(originFlaws(result, { seed: 2, mutations: 12 })).toEqual([]);
    expect(hasWrongOrigin(result)).toBe(false);
    const score = originScoreOf(result);
    expect(score).toMatchObject({
      precision: 1,
      recall: 1,
      absent: 0,
      noAnswer: 0,
      confused: 0,
      notJudged: 0,
      sessions: { exact: 2, differing: 0 },
      following: { differing: 0 },
    });
    expect(score.caused).toBeGreaterThan(5);
    expect(score.older).toBeGreaterThan(30);
    expect(score.noise.all).toBeGreaterThan(0.5);
    expect(score.noise.caused).toBe(0);
    expect(score.proposals).toMatchObject({ differing: 0, noAnswer: 0, unavailable: 0 });
    expect(score.proposals.right).toBeGreaterThan(12);
    expect(score.following.checks).toBeGreaterThanOrEqual(24);
    expect(result).toMatchObject({ atStart: 15, cost: { known: { length: 3 }, unknown: { length: 3 } } });
    expect(new Set(result.cases.map(({ asking }) => asking))).toEqual(new Set(['text', 'before', 'name']));
    expect(result.cases.flatMap(({ unannounced }) => unannounced).length).toBeGreaterThan(0);
  });

  test.each<[Fault, Partial<Record<keyof ReturnType<typeof originScoreOf>, unknown>>, RegExp]>([
    ['calls all older', { precision: 1, recall: 0 }, /check, caused, and reported as older: \w/],
    [
      'calls all caused',
      { recall: 1, precision: expect.closeTo(0.3, 0) },
      /check, not caused by the edit: \w/,
    ],
    [
      'keeps a proposal',
      { following: expect.objectContaining({ differing: expect.any(Number) }) },
      /following check of .*, (invented|missed): \w/,
    ],
    [
      'forgets the session',
      { precision: 1, sessions: expect.objectContaining({ exact: 0, differing: 2 }) },
      /session, missed: \w/,
    ],
    ['is late', { noAnswer: 24 }, /no answer: lines: timed-out/],
  ])('that %s', async (fault, want, flaw) => {
    const result = await judged(fault);
    expect(hasWrongOrigin(result)).toBe(true);
    expect(originScoreOf(result)).toMatchObject(want);
    expect(originFlaws(result, { seed: 2, mutations: 12 }).join('\n')).toMatch(flaw);
  });

  test('that has no origins: nothing is hidden by that, and yet it fails', async () => {
    const result = await judged('has no origins');
    expect(originScoreOf(result)).toMatchObject({ precision: 1, recall: 1, absent: 1 });
    expect(originFlaws(result, { seed: 2, mutations: 12 })).toEqual([]);
    expect(hasWrongOrigin(result)).toBe(true);
  });

  test('that cannot propose: is counted, and is no flaw', async () => {
    const result = await judged('cannot propose');
    expect(hasWrongOrigin(result)).toBe(false);
    expect(originScoreOf(result).proposals).toMatchObject({ right: 0, differing: 0, noAnswer: 0 });
    expect(originScoreOf(result).proposals.unavailable).toBeGreaterThan(12);
  });

  test('prints the same figures on the terminal and in docs', async () => {
    const result = await judged('calls all older');
    const terminal = originsSummary(result).join('\n');
    const page = Object.values(originsSections([result])).join('\n');
    expect(terminal).toMatch(
      /^FAIL {2}Lines, lines 1, origins: precision 1\.0, recall 0\.0000, without origin 0 %/,
    );
    expect(page).toContain('| Lines | lines 1 | 15 | 24 |');
    for (const text of [terminal, page]) expect(text).toMatch(/100\.0 %|\d\d\.\d %/);
  });
});
