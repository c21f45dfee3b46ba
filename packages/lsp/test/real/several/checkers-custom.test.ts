import { describe, expect } from 'bun:test';

import type { CheckerConfig } from '../../../src/types.ts';
import { Agent } from '../../harness/agent.ts';
import { diagnose } from '../checkers-suite.ts';
import { testWith } from '../needs.ts';
import { openReal } from '../real-lab.ts';

/** As a user would write them. */
const CHECKERS: Readonly<Record<string, CheckerConfig>> = {
  c: {
    command: 'find',
    args: [
      '.',
      '-name',
      '*.c',
      '-exec',
      'gcc',
      '-fsyntax-only',
      '-Wall',
      '-fdiagnostics-column-unit=byte',
      '{}',
      '+',
    ],
    extensions: ['.c'],
    parser: 'gcc',
  },
  style: {
    command: 'ruff',
    args: ['check', '--isolated', '--no-cache', '--quiet', '--output-format', 'sarif', '.'],
    extensions: ['.py'],
    parser: 'sarif',
  },
  shell: { command: 'sh', args: ['-c', 'exec shellcheck -f gcc *.sh'], extensions: ['.sh'], parser: 'gcc' },
  review: {
    command: 'grep',
    args: ['-rn', 'REVIEW:', '--include=*.txt', '.'],
    extensions: ['.txt'],
    parser: {
      severity: 'info',
      pattern: { regexp: '^(.+?):(\\d+):.*(REVIEW): *(.*)$', file: 1, line: 2, code: 3, message: 4 },
    },
  },
};

describe('checkers of the user', () => {
  let agent: Agent;
  testWith().beforeAll(async () => {
    agent = await Agent.over(
      await openReal({
        servers: [],
        checkers: CHECKERS,
        config: { includeSeverities: ['error', 'warning', 'info', 'hint'] },
      }),
    );
  });
  testWith().afterAll(() => agent[Symbol.asyncDispose]());

  /** `severity line:column code message` */
  async function rows(path: string, text: string): Promise<string[]> {
    agent.lab.workspace.write(path, text);
    const { diagnostics, checkers } = await diagnose(agent, { path });
    expect(checkers?.map(({ outcome }) => outcome)).toEqual(['complete']);
    return (diagnostics[path] ?? []).map(
      ({ severity, line, character, code, message }) =>
        `${severity} ${line}:${character} ${code ?? '-'} ${message.split('\n', 1)[0] ?? ''}`,
    );
  }

  testWith('gcc')(
    'gcc, columns in bytes: an error, a warning with its option, and none behind a byte order mark that would be off',
    async () => {
      expect(await rows('src/my code.c', 'int f(void) { int unused = 1; return 0; }\n')).toEqual([
        'warning 1:19 -Wunused-variable unused variable ‘unused’',
      ]);
      expect(await rows('src/my code.c', '\uFEFFint a = b;\nconst char *s = "🎉é"; int y = z;\n')).toEqual([
        'error 1:9 - ‘b’ undeclared here (not in a function)',
        'error 2:32 - ‘z’ undeclared here (not in a function)',
      ]);
      expect(await rows('src/my code.c', 'int f(void) { return 0; }\n')).toEqual([]);
    },
  );

  testWith('ruff')('SARIF, printed by Ruff', async () => {
    expect(await rows('a b.py', 's = "🎉"; print(nowhere)\n')).toEqual([
      'error 1:17 F821 Undefined name `nowhere`',
    ]);
    expect(await rows('a b.py', 'print(1)\n')).toEqual([]);
  });

  testWith('shellcheck')('shellcheck, in the format of gcc', async () => {
    expect(await rows('run.sh', '#!/bin/sh\necho $x\n')).toEqual([
      'warning 2:6 - x is referenced but not assigned. [SC2154]',
    ]);
    expect(await rows('run.sh', '#!/bin/sh\necho\n')).toEqual([]);
  });

  testWith('gcc')('a problem matcher: what its pattern names, and nothing found', async () => {
    expect(await rows('notes/a b.txt', 'one\n  REVIEW: write two\n')).toEqual(['info 2:1 REVIEW write two']);
  });

  testWith('gcc')('the whole workspace: what each of them finds', async () => {
    agent.lab.workspace.write('src/x.c', 'int a = b;\n');
    const { diagnostics, checkers } = await diagnose(agent, { path: 'src' });
    expect([Object.keys(diagnostics), checkers?.map(({ id }) => id)]).toEqual([['src/x.c'], ['c']]);
    agent.lab.workspace.remove('src/x.c');
  });
});
