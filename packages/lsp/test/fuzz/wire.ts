import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import * as fc from 'fast-check';
import * as v from 'valibot';

import { type Budget, type Details, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.ts';
import type { LspRequests } from '../../src/types.ts';
import { Lab, type LabOptions, fake } from '../harness/lab.ts';
import { frame } from '../harness/framing.ts';
import { anyJson, hostileText, objectOf } from './values.ts';

/** What no answer may show. */
export const SECRET = 'SECRET-OF-SOMEBODY-ELSE';

/** A workspace with links that lead everywhere, and a server that answers all questions. */
export async function openLab(options: LabOptions = {}): Promise<Lab> {
  const files = {
    'a.fake': 'def alpha\n  beta ERROR one\n',
    'b.fake': 'class beta\n  alpha\n',
    'sub/c.fake': 'alpha beta\n',
    'empty.fake': '',
    '__proto__.fake': 'WARN x\n',
  };
  const config = {
    diagnosticTimeout: 1000,
    firstTouchTimeout: 5000,
    otherFilesTimeout: 200,
    navigationTimeout: 2000,
    checkerTimeout: 1000,
  };
  const lab = await Lab.open({ files, config, servers: { fake: fake('navigates.ts') }, ...options });
  lab.workspace.write('../outside/s.fake', `def ${SECRET}\n  ERROR ${SECRET}\n`);
  symlinkSync('../outside', lab.workspace.path('out'));
  symlinkSync('../outside/s.fake', lab.workspace.path('s.fake'));
  symlinkSync('../outside/new.fake', lab.workspace.path('dangling.fake'));
  symlinkSync('loop.fake', lab.workspace.path('loop.fake'));
  symlinkSync('a.fake', lab.workspace.path('linked.fake'));
  return lab;
}

export const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a.fake',
      'b.fake',
      'sub/c.fake',
      'empty.fake',
      'linked.fake',
      's.fake',
      'out/s.fake',
      'dangling.fake',
      'loop.fake',
      'new.fake',
      'no/such.fake',
      'sub',
      '.',
      '..',
      '../outside/s.fake',
      '/etc/passwd',
      '__proto__.fake',
      'a.fake/x',
      'README.md',
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
const text = fc.oneof(
  hostileText,
  fc.constantFrom('def alpha\n', 'ERROR x\nERROR y\n', '', '\ufeffERROR bom'),
);
const file = objectOf({ filePath: path, text, created: fc.boolean(), before: text });
const name = fc.oneof(hostileText, fc.constantFrom('alpha', 'beta', 'gamma', ''));
const short = fc.constantFrom(-1, 0, 1, 20);
const projects = {
  paths: fc.array(path, { maxLength: 2 }),
  checkers: fc.array(hostileText, { maxLength: 2 }),
  only: fc.array(objectOf({ checker: hostileText, root: path }), { maxLength: 1 }),
};

/** `lsp/shutdown` comes at the end of all; it waits for nobody's time, so it has none to be wrong about. */
const params: Readonly<Record<Exclude<keyof LspRequests, 'lsp/shutdown'> | 'other', fc.Arbitrary<unknown>>> =
  {
    'lsp/checkFile': file,
    'lsp/check': objectOf({
      files: fc.array(file, { maxLength: 3 }),
      deleted: fc.array(path, { maxLength: 2 }),
      others: fc.boolean(),
      counted: fc.boolean(),
      origins: fc.boolean(),
      explain: fc.boolean(),
      fixes: fc.boolean(),
      edit: hostileText,
    }),
    'lsp/refactor': fc.oneof(
      objectOf({
        kind: fc.constantFrom('rename', 'replace', 'insert', 'delete'),
        filePath: path,
        symbol: name,
        newName: name,
        text: name,
        where: fc.constantFrom('before', 'after'),
        line: fc.integer({ min: -1, max: 5 }),
      }),
      objectOf({ kind: fc.constant('organize-imports'), filePath: path }),
      objectOf({ kind: fc.constant('move'), from: path, to: path, force: fc.boolean() }),
    ),
    'lsp/fixes': objectOf({ filePath: path, line: short }),
    'lsp/fix': fc.oneof(
      objectOf({ ids: fc.array(fc.constantFrom('f1', 'f2', 'f9', ''), { maxLength: 3 }) }),
      objectOf({ filePath: path, all: fc.constantFrom('imports', 'unused', 'safe') }),
    ),
    'lsp/propose': objectOf({
      files: fc.array(objectOf({ filePath: path, text }), { maxLength: 3 }),
      deleted: fc.array(path, { maxLength: 2 }),
      others: fc.boolean(),
      origins: fc.boolean(),
      solved: fc.boolean(),
    }),
    'lsp/session': anyJson,
    'lsp/checkProject': objectOf({ ...projects, timeout: short }),
    'lsp/projects': objectOf(projects),
    'lsp/environments': anyJson,
    'lsp/diagnostics': anyJson,
    'lsp/getDiagnosticEpoch': anyJson,
    'lsp/diagnosticsAfter': fc.record({ afterEpoch: fc.oneof(fc.integer(), anyJson), waitMs: short }),
    'lsp/status': objectOf({ verbose: fc.boolean(), all: fc.boolean() }),
    'lsp/metrics': anyJson,
    'lsp/restart': objectOf({ id: fc.oneof(hostileText, fc.constant('fake')) }),
    other: anyJson,
  };

const severity = v.picklist(['error', 'warning', 'info', 'hint']);
const place = v.pipe(v.number(), v.integer(), v.minValue(1));
const diagnostic = v.looseObject({
  file: v.string(),
  line: place,
  character: place,
  severity,
  message: v.string(),
});
const byFile = v.record(v.string(), v.array(diagnostic));
const statusRows = v.array(
  v.looseObject({
    id: v.string(),
    status: v.picklist(['active', 'starting', 'broken', 'disabled', 'unavailable']),
  }),
);
const results: Readonly<Record<string, v.GenericSchema>> = {
  'lsp/checkFile': v.array(diagnostic),
  'lsp/check': v.looseObject({
    files: byFile,
    others: byFile,
    othersComplete: v.boolean(),
    servers: v.array(
      v.looseObject({ id: v.string(), root: v.string(), outcome: v.string(), ms: v.number() }),
    ),
  }),
  'lsp/propose': v.looseObject({
    files: byFile,
    others: byFile,
    othersComplete: v.boolean(),
    servers: v.array(
      v.looseObject({ id: v.string(), root: v.string(), outcome: v.string(), ms: v.number() }),
    ),
  }),
  'lsp/refactor': v.union([
    v.looseObject({ changes: v.array(v.looseObject({ file: v.string(), text: v.string() })) }),
    v.looseObject({ refused: v.string() }),
  ]),
  'lsp/fixes': v.looseObject({
    fixes: v.array(v.looseObject({ id: v.string(), title: v.string() })),
    complete: v.boolean(),
  }),
  'lsp/fix': v.union([
    v.looseObject({ changes: v.array(v.looseObject({ file: v.string(), text: v.string() })) }),
    v.looseObject({ refused: v.string() }),
  ]),
  'lsp/session': v.looseObject({ open: byFile, complete: v.boolean() }),
  'lsp/checkProject': v.looseObject({}),
  'lsp/projects': v.array(v.looseObject({ checker: v.string(), root: v.string() })),
  'lsp/environments': v.array(
    v.looseObject({ language: v.string(), root: v.string(), uses: v.string(), why: v.string() }),
  ),
  'lsp/diagnostics': byFile,
  'lsp/getDiagnosticEpoch': v.number(),
  'lsp/diagnosticsAfter': byFile,
  'lsp/status': statusRows,
  'lsp/restart': statusRows,
  'lsp/metrics': v.looseObject({ pid: v.number(), uptime: v.number() }),
};

interface Request {
  method: string;
  params: unknown;
  cancelled: boolean;
}

const request: fc.Arbitrary<Request> = fc
  .constantFrom(...(Object.keys(params) as (keyof typeof params)[]))
  .chain((method) =>
    fc.record({
      method: fc.constant(method),
      params: params[method],
      cancelled: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  );

/** Not a message, or none that is known. */
const stray = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom(
    'garbage',
    'Content-Length: 2\r\n\r\n{}',
    'Content-Length: 4\r\n\r\nnull',
    'Content-Length: 3\r\n\r\n{,}',
    'Content-Length: x\r\n\r\n',
  ),
  objectOf({ filePath: path }).map((warm) =>
    frame({ jsonrpc: '2.0', method: 'lsp/warm', params: warm }).toString(),
  ),
  anyJson.map((value) =>
    frame({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: value } }).toString(),
  ),
);

let nextId = 1_000_000;

/** All at once; each is answered by what it may be answered with, and the sidecar lives on. */
const answered = (lab: Lab, runs: Runs) =>
  fc.asyncProperty(
    fc.array(fc.tuple(stray, request), { minLength: 1, maxLength: 4 }),
    runs.of(async (asked) => {
      const { sidecar } = lab;
      const answers = asked.map(([before, { method, params: given, cancelled }]) => {
        if (before !== '') sidecar.send(Buffer.from(before));
        const id = nextId++;
        const answer = sidecar.raw({ id, method, params: given });
        if (cancelled) sidecar.cancel(id);
        return answer;
      });
      for (const [at, { result, error }] of (await Promise.all(answers)).entries()) {
        const { method } = asked[at]?.[1] ?? assert.fail();
        if (error !== undefined)
          assert.ok(
            error.code === -32601 ? method === 'other' : error.code === -32602,
            `${method}: ${error.code} ${error.message}`,
          );
        else v.assert(results[method] ?? v.never(), result);
        assert.doesNotMatch(JSON.stringify(result ?? error), new RegExp(SECRET));
      }
      assert.equal(typeof (await sidecar.request('lsp/getDiagnosticEpoch', {})), 'number');
    }),
  );

export const wire: FuzzTarget = {
  name: 'wire',
  holds:
    'REQ-BOUNDARY-010: every method answers anything with a result of its form or a defined error, shows nothing from outside, and the sidecar lives on',
  check: async (budget: Budget): Promise<Details> => {
    await using lab = await openLab();
    await using runs = new Runs();
    return await fc.check(answered(lab, runs), budget);
  },
  found: {},
};
