import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { eslintFormat } from '../../../src/languages/eslint/eslint-output.ts';
import { GccOutput } from '../../../src/backend/output/gcc-output.ts';
import { GoListOutput, GoVetOutput } from '../../../src/languages/go/go-output.ts';
import { JsonLinesOutput } from '../../../src/backend/output/json-lines-output.ts';
import { eachLine } from '../../../src/client/process/lines.ts';
import type { CompilerOutput, CompilerReport } from '../../../src/backend/output/output.ts';
import { pyrightFormat } from '../../../src/languages/python/pyright-output.ts';
import { ruffFormat } from '../../../src/languages/python/ruff-output.ts';
import { sarifFormat } from '../../../src/backend/output/sarif-output.ts';
import { TscOutput } from '../../../src/backend/output/tsc-output.ts';
import { WholeOutput } from '../../../src/backend/output/whole-output.ts';

/** What the real programs have printed about small projects below `/fixture`; see the first line of each test for which. */
const printed = (name: string): Buffer => readFileSync(join(import.meta.dir, name));

interface Print {
  readonly stdout?: string | Uint8Array;
  readonly stderr?: readonly string[];
  readonly code?: number;
}

async function report(
  output: CompilerOutput,
  { stdout = '', stderr = [], code = 1 }: Print,
): Promise<CompilerReport> {
  const bytes = typeof stdout === 'string' ? Buffer.from(stdout) : stdout;
  // In pieces, as pipes hand them over.
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield await Promise.resolve(bytes.subarray(at, at + 7));
  })();
  await eachLine(pieces, (line) => {
    output.line(line);
  });
  return output.conclude(code, stderr);
}

/** `a.ts 2:29-2:30 error 2322 ts`, of files below the fixture; the first line of the message where asked for. */
function shown({ findings }: CompilerReport): string[] {
  return findings.map(({ path, line, character, endLine, endCharacter, severity, code, source }) =>
    [
      path.replace('/fixture/', ''),
      `${line}:${character}${endCharacter === undefined ? '' : `-${endLine ?? line}:${endCharacter}`}`,
      severity,
      code ?? '-',
      source ?? '-',
    ].join(' '),
  );
}

const messages = ({ findings }: CompilerReport): string[] => findings.map(({ message }) => message);

test.each(['tsc-5.txt', 'tsc-7.txt'])('tsc 5.9.3 and 7.0.2: %s', async (file) => {
  const said = await report(new TscOutput('/fixture/ts prj'), { stdout: printed(file), code: 2 });
  expect(shown(said)).toEqual([
    'ts prj/src/a (1).ts 1:22 error 2307 ts',
    'ts prj/src/a (1).ts 2:29 error 2322 ts',
    'ts prj/src/a (1).ts 3:14 error 2322 ts',
    'ts prj/src/a (1).ts 7:3 error 2769 ts',
  ]);
  expect(messages(said)[2]?.split('\n')).toEqual([
    "Type '(a: { x: number; y: { z: number; }; }) => void' is not assignable to type '(a: { x: number; y: { z: string; }; }) => void'.",
    "  Types of parameters 'a' and 'a' are incompatible.",
    "    Type '{ x: number; y: { z: string; }; }' is not assignable to type '{ x: number; y: { z: number; }; }'.",
    "      The types of 'y.z' are incompatible between these types.",
    "        Type 'string' is not assignable to type 'number'.",
  ]);
  expect(said.failure).toBeUndefined();
});

interface Case {
  readonly name: string;
  readonly stdout: string | Uint8Array;
  readonly code?: number;
  readonly stderr?: readonly string[];
  readonly findings?: readonly string[];
  readonly failure?: string;
}

test.each<Case>([
  { name: 'nothing at all', stdout: '', code: 0 },
  {
    name: 'a project without files',
    stdout: "error TS18003: No inputs were found in config file 'bad.json'.\n",
    code: 2,
    failure: "No inputs were found in config file 'bad.json'.",
  },
  {
    name: 'an option that nobody knows',
    stdout: "bad.json(1,21): error TS5023: Unknown compiler option 'strct'.\n",
    findings: ['bad.json 1:21 error 5023 ts'],
    failure: 'TypeScript may look at no types while the configuration has errors',
  },
  {
    name: 'broken syntax, which hides all else',
    stdout: "a.ts(1,1): error TS1005: ';' expected.\nb.ts(2,1): error TS1109: Expression expected.\n",
    code: 2,
    findings: ['a.ts 1:1 error 1005 ts', 'b.ts 2:1 error 1109 ts'],
    failure: 'TypeScript looks at no types while a syntax error is in the program',
  },
  {
    name: 'Windows',
    stdout: "C:\\x y\\a.ts(3,4): error TS2304: Cannot find name 'a'.\r\n  more\r\n",
    findings: ['C:\\x y\\a.ts 3:4 error 2304 ts'],
  },
  {
    name: 'a byte that is no UTF-8',
    stdout: Buffer.from('b\u00ff.ts(1,1): error TS1: x\n', 'latin1'),
    findings: ['b\ufffd.ts 1:1 error 1 ts'],
  },
  {
    name: 'the same file in two projects',
    stdout: 'a.ts(1,1): error TS1: x\na.ts(1,1): error TS1: x\n',
    findings: ['a.ts 1:1 error 1 ts'],
  },
  {
    name: 'notes for the next run that cannot be written',
    stdout: "error TS5033: Could not write file '/c/tsconfig.tsbuildinfo': EROFS: read-only file system.\n",
    code: 2,
  },
  {
    name: 'a crash',
    stdout: '',
    code: 1,
    stderr: ['RangeError: Maximum call stack size exceeded'],
    failure: 'tsc exited with code 1: RangeError: Maximum call stack size exceeded',
  },
])('tsc: $name', async ({ findings = [], failure, ...print }) => {
  const said = await report(new TscOutput('/fixture'), print);
  expect(shown(said)).toEqual([...findings]);
  expect(said.failure).toBe(failure);
});

test('tsc lists what it has looked at, if it was told to', async () => {
  const stdout = 'a.ts(1,1): error TS2322: x\n  /no/file\n/fixture/a.ts\r\nC:/x y/b.ts\n';
  const { excludes: leavesOut } = await report(new TscOutput('/fixture', true), { stdout });
  expect(
    ['/fixture/a.ts', 'C:/x y/b.ts', '/no/file', '/fixture/b.ts'].map((path) => leavesOut?.(path)),
  ).toEqual([false, false, true, true]);
  expect((await report(new TscOutput('/fixture'), { stdout })).excludes).toBeUndefined();
});

test('pyright 1.1.414: 0-based places, rules as codes', async () => {
  const said = await report(new WholeOutput(pyrightFormat, '/fixture/py'), {
    stdout: printed('pyright.json'),
  });
  expect(shown(said)).toEqual([
    'py/a.py 1:8-1:10 warning reportUnusedImport Pyright',
    'py/a.py 2:6-2:10 error reportMissingImports Pyright',
    'py/a.py 2:18-2:19 warning reportUnusedImport Pyright',
    'py/a.py 4:22-4:23 error reportAssignmentType Pyright',
    'py/a.py 6:12-6:26 error reportUndefinedVariable Pyright',
    'py/a.py 9:19-9:22 error reportReturnType Pyright',
    'py/bad name.py 1:1-1:4 error - Pyright',
    'py/bad name.py 1:5-1:6 error - Pyright',
    'py/bad name.py 2:1-2:1 error - Pyright',
  ]);
  expect(messages(said)[3]).toBe(
    'Type "Literal[\'😀😀\']" is not assignable to declared type "int"\n\u00a0\u00a0"Literal[\'😀😀\']" is not assignable to "int"',
  );
});

test.each(['ruff.json', 'ruff.sarif'])('ruff 0.14.5: %s', async (file) => {
  const isSarif = file.endsWith('sarif');
  const output = isSarif
    ? new WholeOutput(sarifFormat, '/fixture/py')
    : new WholeOutput(ruffFormat, '/fixture/py');
  const said = await report(output, { stdout: printed(file) });
  const source = isSarif ? 'ruff' : 'Ruff';
  // Its log in SARIF makes an error of everything.
  const style = isSarif ? 'error' : 'warning';
  expect(shown(said)).toEqual([
    `py/a.py 1:8-1:10 ${style} F401 ${source}`,
    `py/a.py 2:18-2:19 ${style} F401 ${source}`,
    `py/a.py 4:9-4:10 ${style} E702 ${source}`,
    `py/a.py 5:12-5:14 ${style} B006 ${source}`,
    `py/a.py 6:12-6:26 error F821 ${source}`,
    `py/bad name.py 1:5-1:6 error invalid-syntax ${source}`,
    `py/bad name.py 1:6-1:7 error invalid-syntax ${source}`,
    `py/bad name.py 2:1-2:1 error invalid-syntax ${source}`,
  ]);
  if (!isSarif) expect(said.findings.every(({ columns }) => columns === 'scalars')).toBe(true);
});

test('eslint 10.15.0', async () => {
  const said = await report(new WholeOutput(eslintFormat, '/fixture/es'), { stdout: printed('eslint.json') });
  expect(shown(said)).toEqual([
    'es/eslint.config.js 1:1-1:7 error no-undef eslint',
    'es/syn.js 1:7 error - eslint',
    'es/x.js 1:7-1:8 warning no-unused-vars eslint',
    'es/x.js 2:1-2:4 error no-undef eslint',
    'es/x.js 2:11-2:14 error no-undef eslint',
  ]);
});

test.each<Case & { format: 'pyright' | 'ruff' | 'eslint' | 'sarif' }>([
  {
    name: 'an error before it could begin',
    format: 'eslint',
    stdout: '',
    code: 2,
    stderr: ['Oops', 'no config'],
    failure: 'eslint exited with code 2: no config',
  },
  {
    name: 'no document',
    format: 'ruff',
    stdout: 'hello\n',
    code: 0,
    failure: 'ruff did not print what it should: no reason given',
  },
  {
    name: 'another document',
    format: 'pyright',
    stdout: '{"version": 1}',
    code: 0,
    failure: 'pyright did not print what it should: no reason given',
  },
  {
    name: 'a word before it',
    format: 'pyright',
    stdout: 'No configuration file found.\n{"generalDiagnostics": []}',
    code: 0,
  },
  {
    name: 'words before it that begin as it might',
    format: 'eslint',
    stdout: '[plugin] is old\n{ "half": \n[]\n',
    code: 0,
  },
  {
    name: 'a run that failed',
    format: 'sarif',
    stdout:
      '{"runs":[{"tool":{"driver":{"name":"t"}},"invocations":[{"executionSuccessful":false,"toolExecutionNotifications":[{"message":{"text":"no memory"}}]}]}]}',
    code: 0,
    failure: 'no memory',
  },
  {
    name: 'base URIs, levels, suppressions, and results that did not fail',
    format: 'sarif',
    stdout: JSON.stringify({
      runs: [
        {
          tool: { driver: { name: 't' } },
          columnKind: 'unicodeCodePoints',
          originalUriBaseIds: {
            ROOT: { uri: 'file:///fixture/' },
            SRC: { uri: 'src%20x/', uriBaseId: 'ROOT' },
          },
          results: [
            {
              ruleId: 'r',
              level: 'error',
              message: { text: 'm' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'a.c', uriBaseId: 'SRC' },
                    region: { startLine: 2, startColumn: 3 },
                  },
                },
              ],
            },
            {
              message: { text: 'm' },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'b.c' } } }],
            },
            {
              level: 'note',
              message: { text: 'm' },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'b.c' } } }],
            },
            {
              level: 'none',
              message: { text: 'm' },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'b.c' } } }],
            },
            {
              kind: 'pass',
              message: { text: 'm' },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'b.c' } } }],
            },
            {
              suppressions: [{ kind: 'inSource' }],
              message: { text: 'm' },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'b.c' } } }],
            },
            { message: { text: 'at no place' } },
          ],
        },
      ],
    }),
    code: 0,
    findings: ['src x/a.c 2:3 error r t', 'b.c 1:1 warning - t', 'b.c 1:1 info - t'],
  },
])('$format: $name', async ({ format, findings = [], failure, ...print }) => {
  const formats = {
    pyright: new WholeOutput(pyrightFormat, '/fixture'),
    ruff: new WholeOutput(ruffFormat, '/fixture'),
    eslint: new WholeOutput(eslintFormat, '/fixture'),
    sarif: new WholeOutput(sarifFormat, '/fixture'),
  };
  const said = await report(formats[format], print);
  expect(shown(said)).toEqual([...findings]);
  expect(said.failure).toBe(failure);
});

test('go list of go 1.26.8: all errors of packages and their tests, imports that nobody has', async () => {
  const said = await report(new GoListOutput('/fixture/go'), { stdout: printed('go-list.txt'), code: 0 });
  expect(shown(said)).toEqual([
    'go/a.go 5:2 error - compiler',
    'go/a.go 9:19 error - compiler',
    'go/a.go 9:27 error - compiler',
    'go/a.go 11:9 error - compiler',
    'go/imp/i.go 3:8 error - compiler',
    'go/sub/b_test.go 5:32 error - compiler',
    'go/sub/b_test.go 5:40 error - compiler',
    'go/sub/b_test.go 5:45 error - compiler',
    'go/sub/b_test.go 6:28 error - compiler',
  ]);
  expect(messages(said)[4]).toBe(
    'no required module provides package example.com/nowhere/x; to add it:\n\tgo get example.com/nowhere/x',
  );
  expect(said.failure).toBeUndefined();
});

test('go: a go.mod that cannot be read is a finding, and the reason why nothing else was judged', async () => {
  const said = await report(new GoListOutput('/fixture/go'), {
    stderr: ['go: errors parsing go.mod:', 'go.mod:4: unknown directive: foo'],
  });
  expect(shown(said)).toEqual(['go/go.mod 4:1 error - compiler']);
  expect(said.failure).toBe('go list exited with code 1: go: errors parsing go.mod:');
});

const VET =
  '{\n\t"example.com/m/sub": {\n\t\t"printf": [\n\t\t\t{\n\t\t\t\t"posn": "/fixture/go/sub/b.go:5:26",\n\t\t\t\t"end": "/fixture/go/sub/b.go:5:28",\n\t\t\t\t"message": "wrong type"\n\t\t\t}\n\t\t],\n\t\t"bad": {"error": "failed"}\n\t}\n}\n';

test('go vet: its analyzers; what does not compile the compiler says', async () => {
  const said = await report(new GoVetOutput('/fixture/go'), {
    stdout: VET,
    stderr: ['# example.com/m', 'vet: ./a.go:9:27: cannot use s'],
  });
  expect(shown(said)).toEqual(['go/sub/b.go 5:26-5:28 warning default printf']);
  expect(said.failure).toBeUndefined();
});

test('go list: a package that depends on a broken one was not compiled; the program that runs tests is none', async () => {
  const error = { ImportStack: [], Pos: '', Err: '# m/a\na/a.go:3:5: bad\n' };
  const listed = (name: string, more: object): string =>
    `${JSON.stringify({ ImportPath: name, ...more }, undefined, '\t')}\n`;
  const own = listed('m/a', { Error: error });
  const runner = listed('m/a.test', { DepsErrors: [error] });
  const missing = listed('m/c', {
    DepsErrors: [{ ImportStack: ['m/c'], Pos: 'c/c.go:3:8', Err: 'package m/d is not in std' }],
  });
  expect(
    (await report(new GoListOutput('/fixture/go'), { stdout: own + runner + missing, code: 0 })).failure,
  ).toBeUndefined();
  const said = await report(new GoListOutput('/fixture/go'), {
    stdout: own + listed('m/b', { DepsErrors: [error] }),
    code: 0,
  });
  expect([shown(said), said.failure]).toEqual([
    ['go/a/a.go 3:5 error - compiler'],
    'm/b was not compiled: it depends on a package that has errors',
  ]);
});

test('go vet: an import that cannot be found keeps it from looking at anything', async () => {
  const said = await report(new GoVetOutput('/fixture/go'), {
    stderr: ['a/a.go:4:2: package m/nowhere is not in std'],
  });
  expect([said.findings, said.failure]).toEqual([
    [],
    'go vet exited with code 1: a/a.go:4:2: package m/nowhere is not in std',
  ]);
});

test('gcc 14: notes stand with what they belong to, options are codes, excerpts are nothing', async () => {
  const said = await report(new GccOutput('/fixture/c'), {
    stderr: printed('gcc.txt').toString().split('\n'),
  });
  expect(shown(said)).toEqual([
    'c/a.c 3:5 error - -',
    'c/a.c 4:48 warning -Wint-conversion -',
    'c/a.c 4:62 warning -Wformat= -',
    'c/a.c 4:74 warning -Wimplicit-function-declaration -',
    'c/a.c 4:95 error - -',
    'c/a.c 4:99 error - -',
    'c/a.c 4:44 warning -Wunused-variable -',
    'c/a.c 4:22 warning -Wunused-variable -',
  ]);
  expect(messages(said)[0]).toBe(
    'conflicting types for ‘f’; have ‘int(char *)’\nnote: previous declaration of ‘f’ with type ‘int(int)’',
  );
});

test.each<Case>([
  {
    name: 'Windows, no column',
    stdout: 'C:\\x\\a.c:3: error: bad\r\n',
    findings: ['C:\\x\\a.c 3:1 error - -'],
  },
  {
    name: 'a fatal error',
    stdout: 'a.c:1:10: fatal error: x.h: No such file or directory\n',
    findings: ['a.c 1:10 error - -'],
  },
  {
    name: 'a linter that exits for a warning',
    stdout: 'a.sh:2:6: warning: x\n',
    findings: ['a.sh 2:6 warning - -'],
  },
  {
    name: 'a warning, and an error at no place',
    stdout: 'a.c:2:6: warning: x\n',
    stderr: ['collect2: error: ld returned 1 exit status', 'done'],
    findings: ['a.c 2:6 warning - -'],
    failure: 'exited with code 1: collect2: error: ld returned 1 exit status',
  },
  {
    name: 'a linker',
    stdout: '',
    stderr: ["a.c:(.text+0x5): undefined reference to 'x'"],
    failure: "exited with code 1: a.c:(.text+0x5): undefined reference to 'x'",
  },
])('gcc: $name', async ({ findings = [], failure, ...print }) => {
  const said = await report(new GccOutput('/fixture'), print);
  expect(shown(said)).toEqual([...findings]);
  expect(said.failure).toBe(failure);
});

test.each<Case>([
  {
    name: 'findings in the shape of push-diagnostics, and in ours',
    stdout:
      '{"file":"src/foo.ts","line":42,"col":7,"severity":"warning","message":"m","code":"TS2322"}\nhello\n{"file":"b","line":1,"column":2,"endColumn":4,"message":"n","code":7,"source":"s"}\n',
    findings: ['src/foo.ts 42:7 warning TS2322 -', 'b 1:2-1:4 error 7 s'],
  },
  {
    name: 'objects that are none',
    stdout: '{"file": 1}\n{broken\n',
    code: 0,
    failure: 'printed 2 lines that are no findings',
  },
])('json-lines: $name', async ({ findings = [], failure, ...print }) => {
  const said = await report(new JsonLinesOutput('/fixture'), print);
  expect(shown(said)).toEqual([...findings]);
  expect(said.failure).toBe(failure);
});

test('GCC and Clang: a line of a megabyte that nearly ends in options is read at once', () => {
  const output = new GccOutput('/fixture');
  output.line(`a.c:1:2: error: ${' [-Wa'.repeat(200_000)}`);
  output.line('a.c:2:1: warning: unused [-Werror=unused,-Wb]');
  expect(output.conclude(0, []).findings.map(({ code }) => code)).toEqual([undefined, '-Werror=unused,-Wb']);
});

test('what floods a reader is bounded in number and in text, and the reason says that something is left out', async () => {
  const long = 'x'.repeat(1024 * 1024);
  const flood = (line: (number: number) => string): string =>
    Array.from({ length: 40 }, (_, number) => line(number)).join('\n');
  const rows: [CompilerOutput, string][] = [
    [new GccOutput('/w'), flood((number) => `a.c:${number + 1}:1: error: ${long}`)],
    [new TscOutput('/w'), flood((number) => `a.ts(${number + 1},1): error TS1: ${long}`)],
    [
      new JsonLinesOutput('/w'),
      flood((number) => JSON.stringify({ file: 'a', line: number + 1, message: long })),
    ],
  ];
  for (const [output, stdout] of rows) {
    for (const line of stdout.split('\n')) output.line(line);
    const { findings, failure } = output.conclude(1, []);
    expect(findings.length).toBeWithin(1, 20);
    expect(failure).toContain('those after the first are left out');
  }
});

test('tsc: a message that goes on without end is cut, and so is a list of files: then no file counts as passed over', async () => {
  const output = new TscOutput('/w', true);
  output.line('a.ts(1,1): error TS1: begins');
  for (let line = 0; line < 100; line++) output.line(`  ${'x'.repeat(10_000)}`);
  for (let file = 0; file <= 200_000; file++) output.line(`/w/${file}.ts`);
  const { findings, failure, excludes } = output.conclude(1, []);
  expect(findings[0]?.message.length).toBeWithin(60_000, 200_000);
  expect([failure, excludes]).toEqual(['tsc reads more than 200000 files', undefined]);
});

test('go: an object that is too long is passed over, and the reason says so', async () => {
  const output = new GoListOutput('/w');
  output.line('{');
  for (let line = 0; line < 40; line++) output.line(`"a${line}": "${'x'.repeat(1024 * 1024)}",`);
  output.line('}');
  expect(output.conclude(0, []).failure).toContain('printed more than');
});
