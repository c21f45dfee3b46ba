import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { toAcceptanceJson } from '../src/acceptance-command.js';
import { project } from './support/checked.js';
import { folderOf } from './support/io.js';

it('says which commands judge which project, and what is missing where', () => {
  const { checker, language, commands } = project();
  const missing = {
    checker: 'ruff',
    language: 'Python (Ruff)',
    root: 'py',
    reason: 'ruff was not found',
    install: 'pip install ruff',
  };
  expect(
    toAcceptanceJson('/w', [{ checker, language, commands: commands ?? [], root: 'web' }, missing]),
  ).toEqual({
    version: 1,
    workspace: '/w',
    criteria: [
      {
        checker: 'tsc',
        language,
        root: 'web',
        commands: [{ argv: ['npx', 'tsc', '--noEmit'], shell: 'cd web && npx tsc --noEmit' }],
        available: true,
      },
      { ...missing, commands: [], available: false },
    ],
    check: 'llxprt-lsp check --project',
  });
});

it.each<[argv: string[], shell: string]>([
  [['go', 'vet', './...'], 'go vet ./...'],
  [['cargo', 'check', '--message-format=json'], 'cargo check --message-format=json'],
  [['eslint', '--ext', '.js,.ts', 'src/*.ts'], "eslint --ext .js,.ts 'src/*.ts'"],
])('%j is %s, as somebody would type it', (argv, shell) => {
  expect(toAcceptanceJson('/w', [{ ...project(), commands: [argv] }]).criteria[0]?.commands[0]?.shell).toBe(
    shell,
  );
});

it.skipIf(process.platform === 'win32').each(['plain', '-odd', 'a b#$HOME\'"`x`', 'é\\n*', 'web/x'])(
  'sh runs in the folder %j what argv says',
  (root) => {
    const words = [
      '',
      ' ',
      "it's",
      '"',
      '$HOME',
      '`x`',
      'a\nb',
      '#',
      '~',
      '*',
      '\\',
      'A=b',
      '!',
      '-x=y z',
      'é👩‍💻',
      '&&',
      ';',
    ];
    const print = 'console.log(JSON.stringify([process.cwd(), process.argv.slice(1)]))';
    const folder = folderOf({ [`${root}/x`]: '' });
    const json = toAcceptanceJson(folder, [
      { ...project(), root, commands: [[process.execPath, '-e', print, '--', ...words]] },
    ]);
    const said = execFileSync('sh', ['-c', json.criteria[0]?.commands[0]?.shell ?? ''], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(JSON.parse(said)).toEqual([`${folder}/${root}`, words]);
  },
);
