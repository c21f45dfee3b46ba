import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from './support/cli.js';
import { describeWith } from './support/needs.js';

interface Acceptance {
  criteria: {
    checker: string;
    root: string;
    commands: { argv: [string, ...string[]]; shell: string }[];
    available: boolean;
    install?: string;
  }[];
}

async function acceptanceOf(cwd: string, ...args: string[]): Promise<Acceptance> {
  const { code, stdout, stderr } = await run(['acceptance', ...args], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Acceptance;
}

describe('acceptance', () => {
  it('prints the commands of all projects, and what installs a missing one', async () => {
    const cwd = folderOf({
      'web/tsconfig.json': '{}',
      'web/a.ts': '',
      'pyproject.toml': '[tool.ruff]\n',
      'a b/go.mod': 'module example.test/m\n',
      'a b/m.go': 'package m\n',
    });
    const { code, stdout } = await run(['acceptance'], { cwd, env: { PATH: folderOf({}) } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      workspace: cwd,
      criteria: [
        {
          checker: 'go',
          language: 'Go',
          root: 'a b',
          commands: [],
          available: false,
          reason: expect.stringContaining('go'),
          install: expect.stringMatching(/Go/),
        },
        expect.objectContaining({ checker: 'pyright', root: '.', available: true }),
        {
          checker: 'ruff',
          language: expect.any(String),
          root: '.',
          commands: [],
          available: false,
          reason: expect.stringContaining('ruff'),
          install: 'pip install ruff',
        },
        {
          checker: 'tsc',
          language: 'TypeScript, JavaScript',
          root: 'web',
          commands: [
            {
              argv: ['npx', '--package', 'typescript', 'tsc', '--noEmit'],
              shell: 'cd web && npx --package typescript tsc --noEmit',
            },
          ],
          available: true,
        },
      ],
      check: 'llxprt-lsp check --project',
    });
  });

  it('has no criteria where there is no project, and takes --json for what it does anyway', async () => {
    expect(await acceptanceOf(folderOf({ 'a.txt': '' }), '--json')).toMatchObject({
      version: 1,
      criteria: [],
      check: 'llxprt-lsp check --project',
    });
  });

  it.each<[title: string, options: { lsp?: unknown; env?: NodeJS.ProcessEnv }, message: string]>([
    [
      'REQ-GRACE-020: without Bun',
      { env: { LLXPRT_BUN: '/nowhere' } },
      'LSP unavailable: LLXPRT_BUN is not the absolute path of an executable file: /nowhere',
    ],
    ['REQ-CFG-010: where LSP is switched off', { lsp: false }, 'LSP disabled by configuration'],
  ])('%s, the reason is reported', async (_title, options, message) => {
    expect(await run(['acceptance'], { cwd: folderOf({}), ...options })).toEqual({
      code: 2,
      stdout: '',
      stderr: `llxprt-lsp: ${message}\n`,
    });
  });
});

describeWith(['go'], 'acceptance', () => {
  it('its commands fail where check --project does, and pass where it passes, as argv and for sh', async () => {
    const cwd = folderOf({
      "it's #1/go.mod": 'module example.test/m\n\ngo 1.21\n',
      "it's #1/m.go": 'package m\n\nvar N int = "s"\n',
    });
    const { criteria } = await acceptanceOf(cwd);
    const commands = criteria.flatMap(({ root, commands }) =>
      commands.map((command) => ({ root, ...command })),
    );
    expect(criteria.map(({ checker, root }) => [checker, root])).toEqual([['go', "it's #1"]]);
    const codes = (): (number | null)[] =>
      commands.flatMap(({ root, argv: [program, ...args], shell }) => [
        spawnSync(program, args, { cwd: join(cwd, root) }).status,
        spawnSync('sh', ['-c', shell], { cwd }).status,
      ]);
    expect(codes()).toEqual([1, 1]);
    expect((await run(['check', '--project'], { cwd })).code).toBe(1);
    writeFileSync(join(cwd, "it's #1", 'm.go'), 'package m\n\nvar N int = 1\n');
    expect(codes()).toEqual([0, 0]);
    expect((await run(['check', '--project'], { cwd })).code).toBe(0);
  });
});
