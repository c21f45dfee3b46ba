import { expect } from 'bun:test';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckFileParams, CheckReport } from '../../../../types.ts';
import { outcomes, type Lab } from '../../../../../test/harness/lab.ts';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, openReal, rows } from '../../../../../test/real/real-lab.ts';
import { goBuild } from '../../../../../test/real/truth.ts';

const test = testWith('go', 'gopls');

const NUMBER = 'package lib\n\nvar Value = 1\n';
const TEXT = 'package lib\n\nvar Value = "one"\n';
const WRONG = 'package lib\n\nvar Wrong int = "x"\n';
const user = (module: string): string =>
  `package user\n\nimport "${module}/lib"\n\nvar Wanted int = lib.Value\n`;

const NOT_AN_INT =
  '3:17 IncompatibleAssign cannot use "x" (untyped string constant) as int value in variable declaration';
const MISMATCH =
  '5:18 IncompatibleAssign cannot use lib.Value (variable of type string) as int value in variable declaration';

const module = (name: string): string => `module ${name}\n\ngo 1.21\n`;
const PROJECT = { 'go.mod': module('demo'), 'lib/lib.go': NUMBER, 'user/user.go': user('demo') };

let lab: Lab;
test.beforeAll(async () => {
  lab = await openReal({ servers: ['gopls'], files: PROJECT });
});
test.afterAll(() => lab[Symbol.asyncDispose]());

interface Changes {
  created?: boolean;
  deleted?: string[];
  /** Of another lab than the one that most tests share. */
  of?: Lab;
}

/** Writes files as the tools do, and asks about them and all others in one question. */
async function check(
  files: Record<string, string>,
  { created = false, deleted = [], of = lab }: Changes = {},
): Promise<CheckReport> {
  const asked = Object.entries(files).map(([filePath, text]): CheckFileParams => {
    of.workspace.write(filePath, text);
    return { filePath, text, ...(created ? { created } : {}) };
  });
  const report = await of.sidecar.request('lsp/check', { files: asked, deleted, others: true });
  expect([
    Object.values(outcomes(report)).filter((outcome) => outcome !== 'complete'),
    report.othersComplete,
  ]).toEqual([[], true]);
  return report;
}

async function expectReport(
  report: Promise<CheckReport>,
  files: Record<string, string[]>,
  others: Record<string, string[]> = {},
): Promise<void> {
  const { files: own, others: rest } = await report;
  expect({ files: found(own), others: found(rest) }).toEqual({ files, others });
}

test('REQ-DIAG-010 REQ-TIME-030 REQ-FMT-080: cold, exactly the error that is there is reported, and a clean file is clean', async () => {
  const { files } = await check({ 'cold/cold.go': WRONG, 'clean/clean.go': NUMBER }, { created: true });
  expect(files).toEqual({
    'cold/cold.go': [
      {
        file: 'cold/cold.go',
        line: 3,
        character: 17,
        endLine: 3,
        endCharacter: 20,
        severity: 'error',
        message: 'cannot use "x" (untyped string constant) as int value in variable declaration',
        code: 'IncompatibleAssign',
        source: 'compiler',
      },
    ],
    'clean/clean.go': [],
  });
});

test('REQ-DIAG-010: every breaking and mending edit has its own result', async () => {
  for (let round = 0; round < 5; round += 1) {
    await expectReport(check({ 'cold/cold.go': NUMBER }), {});
    await expectReport(check({ 'cold/cold.go': WRONG }), { 'cold/cold.go': [NOT_AN_INT] });
  }
  await expectReport(check({ 'cold/cold.go': NUMBER }), {});
});

test('REQ-DIAG-040 REQ-DIAG-045 REQ-KNOWN-020: that an edit breaks a package that nobody opened is reported, and that one mends it too', async () => {
  for (let round = 0; round < 3; round += 1) {
    await expectReport(check({ 'lib/lib.go': TEXT }), {}, { 'user/user.go': [MISMATCH] });
    expect(found(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ 'user/user.go': [MISMATCH] });
    await expectReport(check({ 'lib/lib.go': NUMBER }), {});
    expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
  }
});

test('REQ-DIAG-040 REQ-DIAG-045: the same for one that was asked about before, be it open or closed to make room', async () => {
  for (const maxOpenDocuments of [64, 1]) {
    await using other = await openReal({ servers: ['gopls'], files: PROJECT, config: { maxOpenDocuments } });
    const of = other;
    for (let round = 0; round < 2; round += 1) {
      await expectReport(check({ 'user/user.go': user('demo') }, { of }), {});
      await expectReport(check({ 'lib/lib.go': TEXT }, { of }), {}, { 'user/user.go': [MISMATCH] });
      await expectReport(check({ 'user/user.go': `${user('demo')}// ${round}\n` }, { of }), {
        'user/user.go': [MISMATCH],
      });
      await expectReport(check({ 'lib/lib.go': NUMBER }, { of }), {});
      // An error of its own outlives every change elsewhere, until it is mended itself.
      await expectReport(check({ 'user/user.go': user('demo').replace('int', 'bool') }, { of }), {
        'user/user.go': [expect.stringContaining('as bool value')],
      });
      await expectReport(
        check({ 'lib/lib.go': `${NUMBER}// ${round}\n` }, { of }),
        {},
        { 'user/user.go': [expect.stringContaining('as bool value')] },
      );
    }
  }
});

test('REQ-DIAG-017: a patch is judged as a whole, whichever of its files comes first', async () => {
  for (let round = 0; round < 2; round += 1) {
    await expectReport(check({ 'user/user.go': `${user('demo')}// ${round}\n`, 'lib/lib.go': TEXT }), {
      'user/user.go': [MISMATCH],
    });
    await expectReport(check({ 'user/user.go': user('demo'), 'lib/lib.go': NUMBER }), {});
  }
});

test('REQ-DIAG-010: a file that is created mends the package that needs it, and one that is deleted breaks it', async () => {
  const needsHelper = 'package pair\n\nvar Sum = helper()\n';
  const helper = 'package pair\n\nfunc helper() int { return 1 }\n';
  const missing = { 'pair/pair.go': ['3:11 UndeclaredName undefined: helper'] };
  await expectReport(check({ 'pair/pair.go': needsHelper }, { created: true }), missing);
  for (let round = 0; round < 2; round += 1) {
    await expectReport(check({ 'pair/helper.go': helper }, { created: true }), {});
    await expectReport(check({ 'pair/pair.go': `${needsHelper}// ${round}\n` }), {});
    lab.workspace.remove('pair/helper.go');
    await expectReport(check({}, { deleted: ['pair/helper.go'] }), {}, missing);
  }
  lab.workspace.remove('pair/pair.go');
  await expectReport(check({}, { deleted: ['pair/pair.go'] }), {});
});

test('REQ-DIAG-010: an import cycle that is undone leaves nothing behind, in whichever file it is closed', async () => {
  const hidden = 'package hid\n\nfunc Hidden() int { return 1 }\n';
  const use = 'package round\n\nimport "demo/round/hid"\n\nvar Use = hid.Hidden()\n';
  const cycle = 'package hid\n\nimport "demo/round"\n\nvar Again = round.Limit\n';
  const files = {
    'go.mod': module('demo'),
    'round/round.go': 'package round\n\nconst Limit = 10\n',
    'round/use.go': use,
    'round/hid/hid.go': hidden,
  };
  await using of = await openReal({ servers: ['gopls'], files });
  const closed = async (name: string, text: string, without: string): Promise<void> => {
    const broken = await check({ [name]: text }, { of });
    expect(JSON.stringify(broken)).toContain('import cycle not allowed');
    await expectReport(check({ [name]: without }, { of }), {});
  };
  await closed('round/hid/hid.go', `${cycle}${hidden.replace('package hid\n', '')}`, hidden);
  await closed('round/hid/hid.go', `${cycle}${hidden.replace('package hid\n', '')}`, hidden);
  await expectReport(check({ 'round/use.go': 'package round\n', 'round/hid/hid.go': cycle }, { of }), {});
  await closed('round/use.go', use, 'package round\n');
});

test('REQ-DIAG-010: test files, of the package and beside it', async () => {
  const inside =
    'package lib\n\nimport "testing"\n\nfunc TestValue(t *testing.T) { var text string = Value; t.Log(text) }\n';
  const beside =
    'package lib_test\n\nimport (\n\t"testing"\n\n\t"demo/lib"\n)\n\nfunc TestValue(t *testing.T) { lib.Nothing() }\n';
  const report = check({ 'lib/inside_test.go': inside, 'lib/beside_test.go': beside }, { created: true });
  await expectReport(report, {
    'lib/inside_test.go': [
      '5:50 IncompatibleAssign cannot use Value (variable of type int) as string value in variable declaration',
    ],
    'lib/beside_test.go': ['9:36 UndeclaredImportedName undefined: lib.Nothing'],
  });
  await expectReport(
    check({ 'lib/lib.go': TEXT }),
    {},
    { 'lib/beside_test.go': [expect.anything()], 'user/user.go': [MISMATCH] },
  );
  for (const name of ['lib/inside_test.go', 'lib/beside_test.go']) lab.workspace.remove(name);
  await expectReport(
    check({ 'lib/lib.go': NUMBER }, { deleted: ['lib/inside_test.go', 'lib/beside_test.go'] }),
    {},
  );
});

test('REQ-KNOWN-010: what a shell changed on disk behind open documents is judged, not what they were', async () => {
  await expectReport(check({ 'lib/lib.go': NUMBER }), {});
  lab.workspace.write('lib/lib.go', TEXT);
  await expectReport(check({ 'clean/clean.go': `${NUMBER}\n` }), {}, { 'user/user.go': [MISMATCH] });
  lab.workspace.write('lib/lib.go', NUMBER);
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('REQ-KNOWN-010: a file outside of every module keeps its own findings through all changes elsewhere', async () => {
  await using other = await openReal({
    servers: ['gopls'],
    files: { 'in/go.mod': module('demo'), 'in/lib/lib.go': NUMBER, 'in/user/user.go': user('demo') },
  });
  const of = other;
  const script = 'package main\n\nfunc main() { nowhere() }\n';
  const undefinedName = ['3:15 UndeclaredName undefined: nowhere'];
  await expectReport(check({ 'script.go': script }, { created: true, of }), { 'script.go': undefinedName });
  for (let round = 0; round < 2; round += 1) {
    await expectReport(
      check({ 'in/lib/lib.go': TEXT }, { of }),
      {},
      { 'in/user/user.go': [MISMATCH], 'script.go': undefinedName },
    );
    await expectReport(check({ 'in/lib/lib.go': NUMBER }, { of }), {}, { 'script.go': undefinedName });
  }
  await expectReport(check({ 'script.go': 'package main\n\nfunc main() {}\n' }, { of }), {});
});

test('REQ-FMT-080: lines are those of the compiler, columns are UTF-16, whatever ends a line', async () => {
  const table = {
    'table/emoji/x.go': 'package emoji\n\nvar s, n = "🎉é", nowhere\n',
    'table/crlf/x.go': 'package crlf\r\n\r\n// 日本\r\nvar n int = "x"\r\n',
    'table/bom/x.go': '\uFEFFpackage bom; var n int = "x"\n',
    'table/unused/x.go': 'package unused\n\nimport "os"\n\nfunc f() {\n\tx := 1\n}\n',
    'table/returns/x.go': 'package returns\n\nfunc f() int {\n}\n\nvar a, b = f()\n',
    'table/arguments/x.go': 'package arguments\n\nfunc f(int) {}\n\nfunc g() { f(); f(1, 2); f("x") }\n',
    'table/twice/x.go': 'package twice\n\nvar a = 1\nvar a = 2\n',
    'table/syntax/x.go': 'package syntax\n\nfunc f( {\n}\n',
    'table/clean/x.go': 'package clean\n',
  };
  for (const [name, content] of Object.entries(table)) lab.workspace.write(name, content);
  const asked = Object.keys(table).map((filePath) => ({ filePath, created: true }));
  const [{ files }, truth] = await Promise.all([
    lab.sidecar.request('lsp/check', { files: asked }),
    goBuild(lab.workspace, './table/...'),
  ]);
  const lines = Object.entries(files).map(([name, list]) => [
    name,
    [...new Set(list.map(({ line }) => line))],
  ]);
  expect(Object.fromEntries(lines.filter(([, list]) => list?.length !== 0))).toEqual(truth);
  expect(found(files)).toMatchObject({
    'table/emoji/x.go': ['3:19 UndeclaredName undefined: nowhere'],
    'table/crlf/x.go': [NOT_AN_INT.replace('3:17', '4:13')],
    'table/bom/x.go': [NOT_AN_INT.replace('3:17', '1:26')],
    'table/unused/x.go': [
      expect.stringContaining('"os" imported and not used'),
      expect.stringContaining('declared and not used: x'),
    ],
  });
  for (const name of Object.keys(table)) lab.workspace.remove(name);
  await expectReport(check({}, { deleted: Object.keys(table) }), {});
});

test('REQ-FMT-065: what vet finds comes with the pull, as the warning that it is', async () => {
  await using other = await openReal({
    servers: ['gopls'],
    files: PROJECT,
    config: { includeSeverities: ['error', 'warning'] },
  });
  const text = 'package vetted\n\nimport "fmt"\n\nfunc F() { fmt.Printf("%d\\n", "x") }\n';
  const { files } = await check({ 'vetted/vetted.go': text }, { created: true, of: other });
  expect(
    files['vetted/vetted.go']?.map(({ severity, line, source, message }) => [
      severity,
      line,
      source,
      message,
    ]),
  ).toEqual([['warning', 5, 'printf', 'fmt.Printf format %d has arg "x" of wrong type string']]);
  await expectReport(check({ 'vetted/vetted.go': text.replace('%d', '%s') }, { of: other }), {});
});

test('REQ-DIAG-040: a change of go.mod reaches the files that depend on it', async () => {
  await using other = await openReal({ servers: ['gopls'], files: PROJECT });
  await expectReport(check({ 'lib/lib.go': NUMBER }, { of: other }), {});
  const others = async (text: string): Promise<Record<string, string[]>> => {
    // The go command may take longer than other files are waited for: then nothing is said, and asking again brings it.
    for (;;) {
      const report = await other.check({ 'go.mod': text }, true);
      if (report.othersComplete) return found(report.others);
      expect(report.others).toEqual({});
    }
  };
  for (let round = 0; round < 2; round += 1) {
    expect(await others(module('renamed'))).toEqual({
      'user/user.go': [expect.stringContaining('3:8 BrokenImport could not import demo/lib')],
    });
    expect(await others(module('demo'))).toEqual({});
  }
  const broken = await other.check({ 'go.mod': 'modul demo\n' }, true);
  if (broken.othersComplete)
    expect(found(broken.files)).toEqual({ 'go.mod': ['1:1 - unknown directive: modul'] });
  expect(broken.others).not.toHaveProperty('go.mod');
  expect(found(await other.sidecar.request('lsp/diagnostics', {}))['go.mod']).toEqual([
    '1:1 - unknown directive: modul',
  ]);
  expect(await others(module('demo'))).toEqual({});
  await expectReport(check({ 'lib/lib.go': TEXT }, { of: other }), {}, { 'user/user.go': [MISMATCH] });
});

test('REQ-DIAG-010 REQ-DIAG-017: an edit of a go.mod, or a patch of it, says what is wrong there, and the files that depend on it stay stale', async () => {
  await using other = await openReal({
    servers: ['gopls'],
    files: PROJECT,
    config: { otherFilesTimeout: 20_000 },
  });
  await expectReport(check({ 'lib/lib.go': NUMBER }, { of: other }), {});
  for (let round = 0; round < 2; round += 1) {
    const patch = await other.check({ 'go.mod': 'modul demo\n', 'README.md': '# Read me' });
    expect([found(patch.files), patch.others]).toEqual([
      { 'go.mod': ['1:1 - unknown directive: modul'] },
      {},
    ]);
    other.workspace.write('go.mod', module('renamed'));
    expect(await other.checkFile('go.mod', module('renamed'))).toEqual([]);
    await expectReport(
      check({ 'lib/lib.go': NUMBER }, { of: other }),
      {},
      { 'user/user.go': [expect.stringContaining('3:8 BrokenImport could not import demo/lib')] },
    );
    other.workspace.write('go.mod', module('demo'));
    expect(await other.checkFile('go.mod', module('demo'))).toEqual([]);
    await expectReport(check({ 'lib/lib.go': NUMBER }, { of: other }), {});
  }
});

test('REQ-LIFE-030 REQ-ARCH-090: several modules of a workspace, with go.work and without, are one process and all exact', async () => {
  const modules = {
    'a/go.mod': module('a'),
    'a/lib/lib.go': NUMBER,
    'a/user/user.go': user('a'),
    'b/go.mod': module('b'),
    'b/lib/lib.go': NUMBER,
    'b/user/user.go': user('b'),
  };
  const across = {
    'a/go.mod': module('a'),
    'a/lib/lib.go': NUMBER,
    'b/go.mod': module('b'),
    'b/user/user.go': user('a'),
    'go.work': 'go 1.21\n\nuse (\n\t./a\n\t./b\n)\n',
  };
  await using apart = await openReal({ servers: ['gopls'], files: modules });
  await expectReport(check({ 'a/lib/lib.go': NUMBER, 'b/lib/lib.go': NUMBER }, { of: apart }), {});
  for (const name of ['a', 'b']) {
    await expectReport(
      check({ [`${name}/lib/lib.go`]: TEXT }, { of: apart }),
      {},
      { [`${name}/user/user.go`]: [MISMATCH] },
    );
    await expectReport(check({ [`${name}/lib/lib.go`]: NUMBER }, { of: apart }), {});
  }
  expect(await rows(apart, 'gopls')).toHaveLength(1);

  await using together = await openReal({ servers: ['gopls'], files: across });
  for (let round = 0; round < 2; round += 1) {
    await expectReport(
      check({ 'a/lib/lib.go': TEXT }, { of: together }),
      {},
      { 'b/user/user.go': [MISMATCH] },
    );
    await expectReport(check({ 'a/lib/lib.go': NUMBER }, { of: together }), {});
  }
});

test('REQ-PATH-010: a root whose name needs escaping and is reached through a symlink, and a file name that is odd too', async () => {
  await using odd = await openReal({
    servers: ['gopls'],
    files: PROJECT,
    name: 'my #1 [work] 100% (x)',
    root: ({ root, outside }) => {
      symlinkSync(root, join(outside, 'linked #2'));
      return join(outside, 'linked #2');
    },
  });
  const name = 'user/what# é 日本🎉.go';
  const text = user('demo').replace('Wanted', 'Other');
  await expectReport(check({ [name]: text }, { created: true, of: odd }), {});
  for (const path of [
    'lib/lib.go',
    join(odd.workspace.outside, 'linked #2', 'lib/lib.go'),
    odd.workspace.path('lib/lib.go'),
  ]) {
    odd.workspace.write('lib/lib.go', TEXT);
    const broke = await odd.sidecar.request('lsp/check', {
      files: [{ filePath: path, text: TEXT }],
      others: true,
    });
    expect([found(broke.files), found(broke.others)]).toEqual([
      {},
      { 'user/user.go': [MISMATCH], [name]: [MISMATCH.replace('5:18', '5:17')] },
    ]);
    odd.workspace.write('lib/lib.go', NUMBER);
    const mended = await odd.sidecar.request('lsp/check', {
      files: [{ filePath: path, text: NUMBER }],
      others: true,
    });
    expect([found(mended.files), mended.others]).toEqual([{}, {}]);
  }
});

test('REQ-STATUS-020 REQ-TIME-020: a go that does not work is reported by the status, and its silence is not taken for a clean file', async () => {
  using tools = new Workspace({ go: '#!/bin/sh\necho this go is broken >&2\nexit 1\n' });
  chmodSync(tools.path('go'), 0o755);
  await using broken = await openReal({
    servers: { gopls: { env: { PATH: `${tools.root}:${process.env['PATH'] ?? ''}` } } },
    files: PROJECT,
  });
  const report = await broken.check({ 'user/user.go': WRONG });
  expect([found(report.files), outcomes(report)]).toEqual([{}, { gopls: 'timed-out' }]);
  const [row] = await rows(broken, 'gopls');
  expect(row?.status).toBe('active');
  expect(row?.reason).toContain('this go is broken');
});

test('REQ-STATUS-020: status names the program, its version and where it was found', async () => {
  const status = await rows(lab, 'gopls');
  expect(status).toHaveLength(1);
  expect(status[0]).toMatchObject({
    status: 'active',
    language: 'Go',
    root: '.',
    program: { name: 'gopls', origin: 'path' },
  });
  expect(status[0]?.program?.version).toBeDefined();
});
