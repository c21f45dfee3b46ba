import { afterEach, expect } from 'bun:test';
import { chmodSync, existsSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';

import type { CheckReport, LspConfig, ServerConfig } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, openReal, rows } from '../../../../../test/real/real-lab.ts';

const test = testWith('mypy');

const BOTH: Record<string, ServerConfig> = { mypy: {}, pyright: {} };
const MYPY = { 'mypy.ini': '[mypy]\n' };
const LIB = 'def add(a: int, b: int) -> int:\n    return a + b\n';
const USER = 'from lib import add\n\ntotal: int = add(1, 2)\n';
/** An error for pyright alone. */
const UNKNOWN = 'def unknown():\n    return (1).nothing\n';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.[Symbol.asyncDispose]();
  lab = undefined;
});

async function open(
  files: Record<string, string>,
  servers: Record<string, ServerConfig> = BOTH,
  config: Omit<LspConfig, 'servers' | 'checkers'> = {},
): Promise<Lab> {
  lab = await openReal({ servers, checkers: { mypy: {}, pyright: {} }, files, config });
  return lab;
}

async function edit(path: string, text: string): Promise<CheckReport> {
  if (lab === undefined) throw new Error('no lab');
  lab.workspace.write(path, text);
  return lab.sidecar.request('lsp/check', { files: [{ filePath: path, text }], others: true });
}

const said = (report: CheckReport, path: string): string[] =>
  (report.files[path] ?? []).map(({ line, code, source }) => `${line} ${code ?? '-'} ${source ?? '-'}`);

test('mypy judges where the project runs it, pyright leaves the types to it, and other files are reported', async () => {
  await open({ ...MYPY, 'lib.py': LIB, 'user.py': USER });
  const first = await edit('lib.py', `${LIB}\ndef wrong() -> int:\n    return "1"\n`);
  expect([said(first, 'lib.py'), found(first.others), outcomes(first)]).toEqual([
    ['5 return-value mypy'],
    {},
    { mypy: 'complete', pyright: 'complete' },
  ]);
  const second = await edit('lib.py', LIB.replace('b: int)', 'b: str)'));
  expect([said(second, 'lib.py'), Object.keys(found(second.others))]).toEqual([
    ['2 operator mypy'],
    ['user.py'],
  ]);
  expect(said(await edit('app.py', UNKNOWN), 'app.py')).toEqual([]);
  // A name that is not defined, and an import that is not found, are each one line.
  expect(
    said(await edit('app.py', 'undefined_name\nimport nowhere\nx: int = undefined_name\n'), 'app.py'),
  ).toEqual([
    '1 reportUndefinedVariable Pyright',
    '2 reportMissingImports Pyright',
    '3 reportUndefinedVariable Pyright',
  ]);
  const broken = await edit('app.py', 'x = (\n');
  expect(said(broken, 'app.py')).toEqual(['1 - Pyright', '2 - Pyright']);
  expect(said(await edit('app.py', 'x = 1\n'), 'app.py')).toEqual([]);
  expect(said(await edit('lib.py', LIB), 'lib.py')).toEqual([]);
});

test('mypy is not run where the project names it nowhere; a project that runs pyright gets its findings, too', async () => {
  await open({ 'lib.py': LIB });
  expect(outcomes(await edit('lib.py', `${LIB}wrong: int = "1"\n`))).toEqual({ pyright: 'complete' });
  await lab?.[Symbol.asyncDispose]();
  await open({ ...MYPY, 'pyrightconfig.json': '{}', 'lib.py': LIB });
  const report = await edit('lib.py', `${LIB}wrong: int = "1"\nwanted: int = add("a", 2)\n${UNKNOWN}`);
  expect(said(report, 'lib.py')).toEqual([
    '3 reportAssignmentType Pyright',
    '4 reportArgumentType Pyright',
    '6 reportAttributeAccessIssue Pyright',
  ]);
});

test('what the configuration of mypy leaves out, pyright judges', async () => {
  await open({ 'pyproject.toml': '[tool.mypy]\nfiles = ["src"]\n', 'src/lib.py': LIB, 'tests/lib.py': LIB });
  expect(said(await edit('tests/lib.py', `${LIB}wrong: int = "1"\n`), 'tests/lib.py')).toEqual([
    '3 reportAssignmentType Pyright',
  ]);
  expect(said(await edit('src/lib.py', `${LIB}wrong: int = "1"\n`), 'src/lib.py')).toEqual([
    '3 assignment mypy',
  ]);
});

/** The environment that mypy is installed in, with its plugins. */
function withEnvironment(root: string): void {
  const home = dirname(dirname(realpathSync(Bun.which('mypy') ?? raise())));
  symlinkSync(home, `${root}/.venv`);
}

const DJANGO = {
  'mypy.ini':
    '[mypy]\nplugins = mypy_django_plugin.main\ndisable_error_code = union-attr\n[mypy.plugins.django-stubs]\ndjango_settings_module = "shop.settings"\n',
  'shop/__init__.py': '',
  'shop/settings.py':
    'SECRET_KEY = "x"\nINSTALLED_APPS = ["django.contrib.contenttypes", "shop"]\nDEFAULT_AUTO_FIELD = "django.db.models.AutoField"\n',
  'shop/models.py':
    'from django.db import models\n\n\nclass Book(models.Model):\n    title = models.CharField(max_length=10)\n',
  'shop/views.py': 'from shop.models import Book\n',
};

test('Django is judged by its plugin: a type that only the plugin knows, and a field that a shell adds', async () => {
  await open(DJANGO);
  withEnvironment(lab?.workspace.root ?? raise());
  const views = DJANGO['shop/views.py'];
  const wrong = `${views}\n\ndef pages(book: Book) -> int:\n    return book.title\n`;
  expect(said(await edit('shop/views.py', wrong), 'shop/views.py')).toEqual(['5 return-value mypy']);
  const missing = `${views}\n\nfound = Book.objects.filter(pages=1)\n`;
  expect(said(await edit('shop/views.py', missing), 'shop/views.py')).toEqual(['4 misc mypy']);
  lab?.workspace.write('shop/models.py', `${DJANGO['shop/models.py']}    pages = models.IntegerField()\n`);
  expect(said(await edit('shop/views.py', `${missing}\n`), 'shop/views.py')).toEqual([]);
});

test('a plugin that crashes is no finding: it is named, and pyright judges until mypy does again', async () => {
  await open({ ...DJANGO, 'shop/settings.py': 'raise RuntimeError("no secret")\n' });
  withEnvironment(lab?.workspace.root ?? raise());
  const wrong = 'wrong: int = "1"\n';
  const first = await edit('shop/views.py', wrong);
  expect(outcomes(first)).toEqual({ mypy: 'timed-out', pyright: 'complete' });
  const { reason } = first.unjudged?.find(({ id }) => id === 'mypy') ?? {};
  expect(reason).toMatch(/^mypy has failed with exit code 2: RuntimeError: no secret/);
  expect(said(await edit('shop/views.py', `${wrong}\n`), 'shop/views.py')).toEqual([
    '1 reportAssignmentType Pyright',
  ]);
  expect((await rows(lab ?? raise(), 'mypy'))[0]?.reason).toContain('no secret');
  lab?.workspace.write('shop/settings.py', DJANGO['shop/settings.py']);
  await edit('shop/views.py', wrong);
  expect(said(await edit('shop/views.py', `${wrong}\n\n`), 'shop/views.py')).toEqual(['1 assignment mypy']);
});

test('nothing is written into the workspace, and its daemon ends with the session', async () => {
  const bin = dirname(Bun.which('mypy') ?? raise());
  const slow = (name: string): string => `#!/bin/sh\nsleep 0.6\nexec '${bin}/${name}' "$@"\n`;
  const { sidecar, workspace } = await open({
    ...MYPY,
    'lib.py': LIB,
    '.venv/pyvenv.cfg': '',
    '.venv/bin/python': '',
    '.venv/bin/mypy': slow('mypy'),
    '.venv/bin/dmypy': slow('dmypy'),
  });
  for (const name of ['python', 'mypy', 'dmypy']) chmodSync(workspace.path(`.venv/bin/${name}`), 0o755);
  await edit('lib.py', `${LIB}\n`);
  expect(existsSync(workspace.path('.mypy_cache'))).toBe(false);
  // Its own findings are those of mypy, also after other changes.
  let edits = 0;
  while (!sidecar.processes().some(({ command }) => command.includes(' daemon ')))
    await edit('lib.py', `${LIB}# ${String((edits += 1))}\n`);
  for (const type of ['str', 'int', 'bytes']) {
    const report = await edit('lib.py', LIB.replace('b: int)', `b: ${type})`));
    expect(said(report, 'lib.py')).toEqual(type === 'int' ? [] : ['2 operator mypy']);
  }
  await lab?.[Symbol.asyncDispose]();
  lab = undefined;
  expect(await sidecar.leftovers(10_000)).toEqual([]);
});

test('a check of the whole project is one by mypy, and by what pyright has beside it', async () => {
  const { sidecar } = await open({
    ...MYPY,
    'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
    'lib.py': `${LIB}wrong: int = "1"\nimport nowhere\n${UNKNOWN}`,
  });
  const { files, projects } = await sidecar.request('lsp/checkProject', {});
  expect(projects.map(({ checker, outcome }) => `${checker} ${outcome}`)).toEqual([
    'mypy complete',
    'pyright complete',
  ]);
  expect((files['lib.py'] ?? []).map(({ line, code }) => `${line} ${code ?? '-'}`)).toEqual([
    '3 assignment',
    '4 reportMissingImports',
  ]);
});

function raise(): never {
  throw new Error('there is none');
}

test('what mypy says of a file that it leaves out, and that another one imports, is reported', async () => {
  const legacy = (parameters: string, value: string): string =>
    `def f(x: int${parameters}) -> int:\n    return ${value}\n`;
  await using lab = await openReal({
    servers: ['mypy', 'pyright'],
    files: {
      'mypy.ini': '[mypy]\nstrict = True\nexclude = ^legacy/\n',
      'main.py': 'from legacy.old import f\nx: int = f(1)\n',
      'legacy/old.py': legacy('', 'x'),
    },
  });
  await lab.check({ 'main.py': 'from legacy.old import f\nx: int = f(2)\n' });
  const text = legacy(', y=1', 'z');
  lab.workspace.write('legacy/old.py', text);
  const { files } = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'legacy/old.py', text, before: legacy('', 'x') }],
    written: true,
    origins: true,
  });
  const codes = files['legacy/old.py']?.map(({ code }) => code);
  expect(codes).toContain('no-untyped-def');
  expect(codes).toContain('reportUndefinedVariable');
});
