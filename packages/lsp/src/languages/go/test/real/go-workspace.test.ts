import { describe, expect } from 'bun:test';
import { renameSync, rmSync } from 'node:fs';

import type { CheckFileParams, CheckReport } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import type { Tree } from '../../../../../test/harness/workspace.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, openReal, rows } from '../../../../../test/real/real-lab.ts';
import { goBuild } from '../../../../../test/real/truth.ts';

const test = testWith('go', 'gopls');

const NUMBER = 'package lib\n\nvar Value = 1\n';
const TEXT = 'package lib\n\nvar Value = "one"\n';
const module = (name: string, more = ''): string => `module example.test/${name}\n\ngo 1.21\n${more}`;
const takes = (name: string, folder: string): string =>
  `\nrequire example.test/${name} v0.0.0\n\nreplace example.test/${name} => ${folder}\n`;
const user = (name: string): string =>
  `package user\n\nimport "example.test/${name}/lib"\n\nvar Wanted int = lib.Value\n`;

const MISMATCH =
  '5:18 IncompatibleAssign cannot use lib.Value (variable of type string) as int value in variable declaration';

const GO_WORK = 'go 1.21\n\nuse (\n\t./a\n\t./b\n)\n';

/** `a` and `b` in one go.work, `a/nested` outside of it, though below; `far` uses `a` by way of `nested`. */
const PROJECT: Tree = {
  'go.work': GO_WORK,
  'a/go.mod': module('a'),
  'a/lib/lib.go': NUMBER,
  'a/user/user.go': user('a'),
  'b/go.mod': module('b'),
  'b/user/user.go': user('a'),
  'b/own/own.go': 'package own\n\nvar Own = 1\n',
  'a/nested/go.mod': module('nested', takes('a', '..')),
  'a/nested/lib/lib.go': 'package lib\n\nimport "example.test/a/lib"\n\nvar Value = lib.Value\n',
  'a/nested/user/user.go': user('a'),
  'far away/go.mod': module('far', `${takes('nested', '../a/nested')}${takes('a', '../a')}`),
  'far away/user/user.go': user('nested'),
};

const IN_GO_WORK = { 'a/user/user.go': [MISMATCH], 'b/user/user.go': [MISMATCH] };
const EVERYWHERE = {
  ...IN_GO_WORK,
  'a/nested/user/user.go': [MISMATCH],
  'far away/user/user.go': [MISMATCH],
};

interface Changes {
  created?: boolean;
  deleted?: string[];
}

/** Writes files as the tools do, and asks about them and all others in one question. */
function check(
  lab: Lab,
  files: Record<string, string>,
  { created = false, deleted = [] }: Changes = {},
): Promise<CheckReport> {
  const asked = Object.entries(files).map(([filePath, text]): CheckFileParams => {
    lab.workspace.write(filePath, text);
    return { filePath, text, ...(created ? { created } : {}) };
  });
  return lab.sidecar.request('lsp/check', { files: asked, deleted, others: true });
}

/** Everything that is wrong, of the files asked about and of all others. The go command may take longer than others are waited for: then it is asked again. */
async function expectErrors(
  lab: Lab,
  report: Promise<CheckReport>,
  files: Record<string, string[]>,
  others: Record<string, string[]> = {},
): Promise<void> {
  const first = await report;
  expect(Object.values(outcomes(first)).filter((outcome) => outcome !== 'complete')).toEqual([]);
  const { others: rest } = await untilComplete(lab, report);
  expect({ files: found(first.files), others: found(rest) }).toEqual({ files, others });
}

async function untilComplete(lab: Lab, report: Promise<CheckReport>): Promise<CheckReport> {
  let last = await report;
  while (!last.othersComplete) last = await lab.sidecar.request('lsp/check', { files: [], others: true });
  return last;
}

/** By file, the lines that `go build` complains about in each of these modules, as the other files of a report have them. */
async function truth(lab: Lab, modules: readonly string[]): Promise<Record<string, number[]>> {
  const all = await Promise.all(
    modules.map(async (folder) => {
      const lines = await goBuild({ root: lab.workspace.path(folder) }, './...');
      return Object.entries(lines).map(([file, list]): [string, number[]] => [`${folder}/${file}`, list]);
    }),
  );
  return Object.fromEntries(all.flat());
}

function linesOf(errors: Record<string, string[]>): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([file, list]) => [file, list.map((line) => Number(line.split(':')[0]))]),
  );
}

describe('several modules, one of them outside of go.work', () => {
  let lab: Lab;
  test.beforeAll(async () => {
    lab = await openReal({ servers: ['gopls'], files: PROJECT });
  });
  test.afterAll(() => lab[Symbol.asyncDispose]());

  test('REQ-DIAG-040 REQ-KNOWN-020: an edit breaks what imports it in every module that nobody opened, and mends it', async () => {
    for (let round = 0; round < 2; round += 1) {
      await expectErrors(lab, check(lab, { 'a/lib/lib.go': TEXT }), {}, EVERYWHERE);
      expect(await truth(lab, ['a', 'b'])).toEqual(linesOf(IN_GO_WORK));
      await expectErrors(lab, check(lab, { 'a/lib/lib.go': NUMBER }), {});
    }
    expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
    expect(await rows(lab, 'gopls')).toHaveLength(1);
  });

  test('REQ-DIAG-040: other files are those of all that changed since they were asked for last, whichever file is written now', async () => {
    lab.workspace.write('a/lib/lib.go', TEXT);
    expect(await lab.checkFile('a/lib/lib.go', TEXT)).toEqual([]);
    await expectErrors(lab, check(lab, { 'b/own/own.go': 'package own\n\nvar Own = 2\n' }), {}, EVERYWHERE);
    await expectErrors(lab, check(lab, { 'a/lib/lib.go': NUMBER }), {});
  });

  test('REQ-KNOWN-020: what a shell creates, changes, renames and deletes between two checks is judged as it is', async () => {
    const own = (n: number): Record<string, string> => ({
      'b/own/own.go': `package own\n\nvar Own = ${n}\n`,
    });
    lab.workspace.write('a/lib/lib.go', TEXT);
    await expectErrors(lab, check(lab, own(3)), {}, EVERYWHERE);
    lab.workspace.write('a/lib/lib.go', NUMBER);
    await expectErrors(lab, check(lab, own(4)), {});

    lab.workspace.write('a/lib/more.go', 'package lib\n\nvar Value = 2\n');
    const twice = [expect.stringContaining('Value redeclared')];
    await expectErrors(lab, check(lab, own(5)), {}, { 'a/lib/lib.go': twice, 'a/lib/more.go': twice });
    rmSync(lab.workspace.path('a/lib/more.go'));
    await expectErrors(lab, check(lab, own(6)), {});

    renameSync(lab.workspace.path('a/lib'), lab.workspace.path('a/moved'));
    const gone = [expect.stringContaining('3:8 BrokenImport')];
    await expectErrors(
      lab,
      check(lab, own(7)),
      {},
      {
        'a/user/user.go': gone,
        'b/user/user.go': gone,
        'a/nested/user/user.go': gone,
        'a/nested/lib/lib.go': gone,
      },
    );
    renameSync(lab.workspace.path('a/moved'), lab.workspace.path('a/lib'));
    await expectErrors(lab, check(lab, own(8)), {});
  });

  test('REQ-KNOWN-020: a go.mod and a go.work that a shell changed are those that count', async () => {
    const own = (n: number): Record<string, string> => ({
      'b/own/own.go': `package own\n\nvar Own = ${n}\n`,
    });
    lab.workspace.write('a/go.mod', module('renamed'));
    const unknown = [expect.stringContaining('3:8 BrokenImport')];
    const { others } = await untilComplete(lab, check(lab, own(10)));
    expect(found(others)).toMatchObject({ 'a/user/user.go': unknown, 'b/user/user.go': unknown });
    lab.workspace.write('a/go.mod', module('a'));
    await expectErrors(lab, check(lab, own(11)), {});

    lab.workspace.write('go.work', 'go 1.21\n\nuse ./b\n');
    expect(found((await untilComplete(lab, check(lab, own(12)))).others)).toMatchObject({
      'b/user/user.go': unknown,
    });
    lab.workspace.write('go.work', GO_WORK);
    await expectErrors(lab, check(lab, own(13)), {});
  });
});

test('REQ-DIAG-040 REQ-KNOWN-020: a package that a shell made, or renamed, is judged though nobody imports it and nothing of it is open', async () => {
  await using lab = await openReal({
    servers: ['gopls'],
    files: {
      'go.mod': module('m'),
      'a/a.go': 'package a\n\nvar A = 1\n',
      'a/b.go': 'package a\n\nvar B = A\n',
    },
  });
  const own = (n: number): Record<string, string> => ({ 'a/a.go': `package a\n\nvar A = ${n}\n` });
  const undefinedA = ['3:9 UndeclaredName undefined: A'];
  await expectErrors(lab, check(lab, own(2)), {});
  lab.workspace.write('made/made.go', 'package made\n\nvar M = A\n');
  await expectErrors(lab, check(lab, own(3)), {}, { 'made/made.go': undefinedA });
  lab.workspace.write('made/made.go', 'package made\n\nvar M = 1\n');
  lab.workspace.write('moved/.keep', '');
  renameSync(lab.workspace.path('a/b.go'), lab.workspace.path('moved/b.go'));
  await expectErrors(lab, check(lab, own(4)), {}, { 'moved/b.go': undefinedA });
});

test('REQ-DIAG-040: an edit in one module is known in another one of which alone a file is open', async () => {
  await using lab = await openReal({ servers: ['gopls'], files: PROJECT });
  await expectErrors(lab, check(lab, { 'b/own/own.go': 'package own\n\nvar Own = 2\n' }), {});
  lab.workspace.write('a/lib/lib.go', TEXT);
  await expectErrors(lab, check(lab, { 'b/own/own.go': 'package own\n\nvar Own = 3\n' }), {}, EVERYWHERE);
});

test('GOWORK=off of the user counts: without go.work, a module knows what it replaces, and nothing else', async () => {
  const gopls = { env: { GOWORK: 'off' } };
  await using lab = await openReal({ servers: { gopls }, files: PROJECT });
  const { files } = await check(lab, { 'b/user/user.go': user('a') });
  expect(found(files)).toEqual({ 'b/user/user.go': [expect.stringContaining('3:8 BrokenImport')] });
  const { others } = await untilComplete(lab, check(lab, { 'a/lib/lib.go': TEXT }));
  const { 'b/user/user.go': _, ...rest } = found(others);
  const { 'b/user/user.go': __, ...want } = EVERYWHERE;
  expect(rest).toEqual(want);
});

test('the only file of a module that gopls was shown is deleted: what that breaks in its module is reported', async () => {
  await using lab = await openReal({
    servers: ['gopls'],
    files: {
      'go.mod': module('a'),
      'lib/lib.go': NUMBER,
      'nested/go.mod': module('nested'),
      'nested/one.go': 'package nested\n\nvar One = 1\n',
      'nested/two.go': 'package nested\n\nvar Two = One\n',
    },
  });
  await check(lab, { 'nested/one.go': 'package nested\n\nvar One = 2\n' });
  rmSync(lab.workspace.path('nested/one.go'));
  const { others } = await check(lab, { 'lib/lib.go': TEXT });
  expect(found(others)).toEqual({ 'nested/two.go': ['3:11 UndeclaredName undefined: One'] });
});
