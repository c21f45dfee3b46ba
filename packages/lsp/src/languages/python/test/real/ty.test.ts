import { expect } from 'bun:test';

import type { CheckFileParams, CheckReport, ServerConfig } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { openReal, rows } from '../../../../../test/real/real-lab.ts';
import { ty } from '../../../../../test/real/truth.ts';

const test = testWith('ty');

const NUMBER = 'value = 1\n';
const TEXT = "value = 'one'\n";
const user = (of: string): string => `from ${of} import value\n\nwanted: int = value\n`;

const PROJECT = {
  'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n\n[tool.ty.src]\nexclude = ["scratch"]\n',
  'lib.py': NUMBER,
  'direct.py': user('lib'),
  'pkg/__init__.py': 'from lib import value as value\n',
  'indirect.py': user('pkg'),
  'scratch/left_out.py': user('lib'),
  'alone.py': 'x = 1\n',
};

let lab: Lab;
test.beforeAll(async () => {
  lab = await open(['ty']);
});
test.afterAll(() => lab[Symbol.asyncDispose]());

function open(servers: string[] | Record<string, ServerConfig>): Promise<Lab> {
  return openReal({ servers, files: PROJECT, config: { otherFilesTimeout: 20_000 } });
}

/** As write_file does; the answer is what the command line says of the whole project. */
async function write(
  path: string,
  text: string,
  more: Omit<CheckFileParams, 'filePath' | 'text'> = {},
): Promise<void> {
  lab.workspace.write(path, text);
  await expectTruth(
    await lab.sidecar.request('lsp/check', { files: [{ filePath: path, text, ...more }], others: true }),
  );
}

/** The shell changes something; then somebody asks about `path`. */
async function afterShell(path: string, change: () => void): Promise<void> {
  change();
  await expectTruth(await lab.sidecar.request('lsp/check', { files: [{ filePath: path }], others: true }));
}

/** Lines and rules: the command line counts other columns, and words most findings more briefly. */
async function expectTruth(report: CheckReport): Promise<void> {
  const asked = Object.entries({ ...report.files, ...report.others }).map(([file, list]) => [
    file,
    list.map(({ line, code }) => `${line} ${code ?? '-'}`),
  ]);
  const found = Object.fromEntries(asked.filter(([, list]) => list?.length !== 0));
  expect([found, outcomes(report), report.othersComplete]).toEqual([
    await ty(lab.workspace),
    { ty: 'complete' },
    true,
  ]);
}

test('REQ-DIAG-010 REQ-DIAG-040 REQ-KNOWN-020: that an edit breaks files that nobody opened is reported, and that one mends them, too', async () => {
  await write('direct.py', user('lib'));
  for (let round = 0; round < 3; round += 1) {
    await write('lib.py', TEXT, { before: NUMBER });
    await write('lib.py', NUMBER, { before: TEXT });
  }
});

test('REQ-FMT-080: lines and rules are those of the command line, columns count UTF-16 code units', async () => {
  await write('own.py', 's = "🎉"; n: int = "🎉é"\r\n"日本"; e\u0301: int = "x"\r\nundefined_name\r\n', {
    created: true,
  });
  expect(
    (await lab.checkFile('own.py')).map(({ line, character, endCharacter }) => [
      line,
      character,
      endCharacter,
    ]),
  ).toEqual([
    [1, 20, 25],
    [2, 17, 20],
    [3, 1, 15],
  ]);
  await write('own.py', '\uFEFFa: int = "x"\n');
  await write('own.py', 'def f(:\n  pass\n');
  await write('own.py', '');
});

test('REQ-DIAG-010: files and packages that the shell makes, changes, renames and removes', async () => {
  await afterShell('late_user.py', () => lab.workspace.write('late_user.py', user('late')));
  await afterShell('late_user.py', () => lab.workspace.write('late.py', NUMBER));
  await afterShell('alone.py', () => lab.workspace.write('late.py', TEXT));
  await afterShell('alone.py', () => lab.workspace.remove('late.py'));
  await afterShell('alone.py', () => lab.workspace.write('late/__init__.py', NUMBER));
  await afterShell('alone.py', () =>
    lab.workspace.write(
      'pyproject.toml',
      `${PROJECT['pyproject.toml']}\n[tool.ty.rules]\ninvalid-assignment = "ignore"\n`,
    ),
  );
  await afterShell('lib.py', () => lab.workspace.write('lib.py', TEXT));
  await afterShell('alone.py', () => lab.workspace.write('pyproject.toml', PROJECT['pyproject.toml']));
  await afterShell('alone.py', () => lab.workspace.write('lib.py', NUMBER));
});

test('REQ-STATUS-020: status names the program', async () => {
  expect(await rows(lab, 'ty')).toMatchObject([
    { status: 'active', language: 'Python', program: { name: 'ty', origin: 'path' } },
  ]);
});

test('REQ-LANG-040 REQ-FMT-070: beside pyright nothing is reported twice, and what ty alone finds is reported', async () => {
  await using both = await open(['pyright', 'ty']);
  const text = [
    'import nowhere',
    'from lib import value',
    'wanted: str = value',
    'value.nothing',
    'value(',
    '    1,',
    ')',
    'def f(a: int = None): ...',
    '',
  ].join('\n');
  const speakers = async (): Promise<unknown> => {
    const report = await both.check({ 'both.py': text });
    expect(outcomes(report)).toEqual({ pyright: 'complete', ty: 'complete' });
    return (report.files['both.py'] ?? []).map(({ line, source }) => `${line} ${source ?? ''}`);
  };
  expect(await speakers()).toEqual(['1 Pyright', '3 Pyright', '4 Pyright', '5 Pyright', '8 Pyright']);
  both.workspace.write(
    'pyproject.toml',
    `${PROJECT['pyproject.toml']}\n[tool.pyright]\nreportMissingImports = false\n`,
  );
  expect(await speakers()).toEqual(['1 ty', '3 Pyright', '4 Pyright', '5 Pyright', '8 Pyright']);
});
