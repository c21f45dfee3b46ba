import { describe, expect, test } from 'vitest';
import { CLANG, GCC, judgementOf, parseUnit } from '../../src/accuracy/judges/c-family.js';
import { parseCargo } from '../../src/accuracy/judges/cargo.js';
import { firstOfEach, parseGo, parseVet, silence } from '../../src/accuracy/judges/go.js';
import { optionsIn, parseJavac } from '../../src/accuracy/judges/javac.js';
import { parsePyright } from '../../src/accuracy/judges/pyright.js';
import { COMMONS_CSV } from '../../src/accuracy/corpora.js';
import { parseTsc } from '../../src/accuracy/judges/tsc.js';

describe("compilers' outputs", () => {
  test('tsc: a line each; what is indented explains', () => {
    const output =
      "src/a (b).ts(3,5): error TS2322: Type 'x' is not\n  assignable: because(1,2): error TS1: no\nerror TS18003: No inputs.\n";
    expect(parseTsc(output)).toEqual([
      { file: 'src/a (b).ts', line: 3, severity: 'error', code: '2322', message: "Type 'x' is not" },
    ]);
  });

  test('gcc and clang: what a file includes, and the line that leads to an error elsewhere, whichever include is named first', () => {
    const told = [
      { file: 'b.h', line: 1, kind: 'error', message: "unknown type name 'in'", includedAt: 3 },
      { file: 'b.h', line: 2, kind: 'warning', message: 'no semicolon', includedAt: 3 },
      { file: 'src/a.c', line: 9, kind: 'error', message: "'nope' undeclared", includedAt: undefined },
      { file: 'c.h', line: 7, kind: 'fatal error', message: 'x.h: No such file or directory', includedAt: 4 },
    ];
    const body =
      "b.h:1:12: error: unknown type name 'in'\n    1 | struct\nb.h:2:24: warning: no semicolon\nsrc/a.c: In function 'f':\nsrc/a.c:9:22: error: 'nope' undeclared\nsrc/a.c:9:22: note: each is reported once\n";
    const gcc = `. ./a.h\n.. b.h\n. /usr/include/stdio.h\nIn file included from a.h:1,\n                 from src/a.c:3:\n${body}In file included from src/a.c:4:\nc.h:7:10: fatal error: x.h: No such file or directory\ncompilation terminated.\n`;
    const clang = `. ./a.h\n.. ./b.h\nIn file included from src/a.c:3:\nIn file included from ./a.h:1:\n${body.replaceAll('b.h:', './b.h:')}In file included from src/a.c:4:\n./c.h:7:10: fatal error: x.h: No such file or directory\n4 errors generated.\n`;
    for (const output of [gcc, clang])
      expect(parseUnit(output, 'src/a.c')).toEqual({ files: ['src/a.c', 'a.h', 'b.h'], told });
  });

  test("gcc: what it says once, and where it goes on after a syntax error, is known; clang is of clangd's words", () => {
    const output =
      "a.c:3:5: error: 'x' undeclared (first use in this function)\na.c:9:1: error: expected ';' before '}'\na.c:12:1: error: 'y' undeclared (first use in this function)\n";
    const units = new Map([['a.c', parseUnit(output, 'a.c')]]);
    const at = (line: number) => ({ file: 'a.c', line, severity: 'error' as const, message: 'm' });
    const gcc = judgementOf(units, GCC);
    expect(gcc.findings.map(({ line }) => line)).toEqual([3, 9]);
    expect([2, 4].map((line) => gcc.silentOn(at(line))?.slice(0, 13))).toEqual([undefined, 'gcc says once']);
    expect((gcc.echoes ?? []).flatMap(({ findings }) => findings.map(({ line }) => line))).toEqual([12]);
    const clang = judgementOf(units, CLANG);
    expect([clang.findings.length, clang.silentOn(at(4))]).toEqual([3, undefined]);
  });

  test('clang: a place behind the last word of a line is the next word; an error that a header has on its own may be reported in its includers', () => {
    const texts: Record<string, string> = {
      'a.h': 'int f() {\n  return 1\n\n}\n',
      'a.cc': '#include "a.h"\n',
    };
    const error = "2:11: error: expected ';' after return statement\n";
    const units = new Map([
      ['a.h', parseUnit(`a.h:${error}`, 'a.h', (file) => texts[file])],
      [
        'a.cc',
        parseUnit(
          `. ./a.h\nIn file included from a.cc:1:\n./a.h:${error}./a.h:1:5: error: other\n`,
          'a.cc',
          (file) => texts[file],
        ),
      ],
    ]);
    const { findings, echoes = [] } = judgementOf(units, CLANG);
    expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual(['a.h:4']);
    expect(
      echoes.flatMap(({ findings: each }) =>
        each.map(({ file, line, message }) => `${file}:${line} ${message}`),
      ),
    ).toContain("a.cc:1 In included file: expected ';' after return statement");
    expect(parseUnit(`a.h:${error}`, 'a.h').told.map(({ line }) => line)).toEqual([2]);
  });

  test('pyright: errors only; lines begin with 0; syntax errors have no rule', () => {
    const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 1 } });
    const generalDiagnostics = [
      { file: '/w/a/b.py', severity: 'error', message: 'm', rule: 'reportX', range: at(0) },
      { file: '/w/a/b.py', severity: 'error', message: 's', range: at(4) },
      { file: '/w/a/b.py', severity: 'warning', message: 'w', range: at(5) },
    ];
    expect(parsePyright(JSON.stringify({ generalDiagnostics }), '/w')).toEqual([
      { file: 'a/b.py', line: 1, severity: 'error', code: 'reportX', message: 'm' },
      { file: 'a/b.py', line: 5, severity: 'error', code: undefined, message: 's' },
    ]);
    expect(() => parsePyright('{}', '/w')).toThrow();
  });

  test('cargo: every primary place of an error', () => {
    const span = (line_start: number, is_primary: boolean) => ({
      file_name: 'src/a.rs',
      line_start,
      is_primary,
    });
    const message = {
      level: 'error',
      message: 'moved',
      code: { code: 'E0382' },
      spans: [span(3, true), span(2, false)],
    };
    const lines = [
      { reason: 'compiler-message', message },
      { reason: 'compiler-message', message: { ...message, level: 'warning' } },
      { reason: 'build-finished', success: false },
    ];
    expect(parseCargo(`${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot JSON\n`)).toEqual([
      { file: 'src/a.rs', line: 3, severity: 'error', code: 'E0382', message: 'moved' },
    ]);
  });

  const BUILD =
    '# m/sub\n./sub/a.go:3:5: undefined: x\n\thave ()\nsub/b.go:4:1: cannot use y\n# m/other\nother/c.go:1:2: syntax error: unexpected }\nnew.go:9:9: cannot range over 100: requires go1.22 or later (-lang was set to go1.17; check go.mod)\n';

  test('go build: lines below the name of a package', () => {
    expect(parseGo(BUILD).map(({ file, line, message }) => [file, line, message])).toEqual([
      ['sub/a.go', 3, 'undefined: x'],
      ['sub/b.go', 4, 'cannot use y'],
      ['other/c.go', 1, 'syntax error: unexpected }'],
      ['new.go', 9, 'cannot range over 100: requires go1.22 or later'],
    ]);
  });

  test('go vet: findings of all analyzers are warnings', () => {
    const output =
      '# m/sub\n{\n\t"m/sub": {\n\t\t"printf": [\n\t\t\t{\n\t\t\t\t"posn": "/w/sub/a.go:5:2",\n\t\t\t\t"message": "bad verb"\n\t\t\t}\n\t\t],\n\t\t"shift": {\n\t\t\t"error": "failed"\n\t\t}\n\t}\n}\n# m\n{}\n';
    expect(parseVet(output, '/w')).toEqual([
      { file: 'sub/a.go', line: 5, severity: 'warning', message: 'bad verb' },
    ]);
  });

  test('go: where the compiler stops, it is known to be silent, but not about syntax', () => {
    const packages = [
      { folder: '.', path: 'm', imports: ['m/sub'], testImports: [], outside: [] },
      { folder: 'sub', path: 'm/sub', imports: [], testImports: [], outside: ['outside_test.go'] },
      { folder: 'other', path: 'm/other', imports: [], testImports: [], outside: [] },
      { folder: 'tested', path: 'm/tested', imports: [], testImports: ['m/sub'], outside: [] },
    ];
    const silentOn = silence(BUILD, parseGo(BUILD), packages);
    const about = (file: string, source?: string) =>
      silentOn({ file, line: 1, severity: 'error', message: 'm', source });
    expect(about('sub/a.go')).toBeUndefined();
    expect(about('main.go')).toMatch(/imports does not compile/);
    expect([about('tested/a.go'), about('sub/a_test.go')]).toEqual([undefined, undefined]);
    expect(about('tested/a_test.go')).toMatch(/imports does not compile/);
    expect(about('sub/outside_test.go')).toMatch(/imports does not compile/);
    expect(about('other/d.go')).toMatch(/syntax error/);
    expect(about('other/d.go', 'syntax')).toBeUndefined();
  });

  test('go: a package that only its tests keep from being compiled is compiled for the others', () => {
    const packages = [
      { folder: '.', path: 'm', imports: ['m/sub'], testImports: [], outside: [] },
      { folder: 'sub', path: 'm/sub', imports: [], testImports: [], outside: ['outside_test.go'] },
    ];
    const output = '# m/sub [m/sub.test]\nsub/a_test.go:3:5: undefined: x\n';
    const silentOn = silence(output, parseGo(output), packages);
    const about = (file: string) => silentOn({ file, line: 1, severity: 'error', message: 'm' });
    expect([about('main.go'), about('main_test.go'), about('sub/a.go')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(about('sub/outside_test.go')).toMatch(/imports does not compile/);
  });

  test('javac: the whole path and the message of one run, the code of the other', () => {
    const plain =
      "/w/a/A.java:3: error: cannot find symbol\n    f(x); // B.java:1: error: no\n      ^\n  symbol: variable x\n/w/b/A.java:3: error: ';' expected\nNote: some notes\n2 errors\n";
    const raw =
      'A.java:3:7: compiler.err.cant.resolve.location: kindname.variable, x, , \nA.java:3:9: compiler.err.expected: token.semicolon\n- compiler.note.deprecated.plural\n2 errors\n';
    expect(parseJavac(plain, raw, '/w')).toEqual([
      {
        file: 'a/A.java',
        line: 3,
        severity: 'error',
        code: 'cant.resolve.location',
        message: 'cannot find symbol',
      },
      { file: 'b/A.java', line: 3, severity: 'error', code: 'expected', message: "';' expected" },
    ]);
    expect(() => parseJavac(plain, raw.replace('A.java:3:9', 'A.java:4:9'), '/w')).toThrow(
      /A\.java:4 expected for .*A\.java:3/,
    );
    expect(() => parseJavac(plain, '', '/w')).toThrow('0 codes for 2 errors');
  });

  test("javac: the POM's options", () => {
    expect(optionsIn(COMMONS_CSV.files?.['pom.xml'] ?? '')).toEqual([
      '--release',
      '11',
      '-encoding',
      'UTF-8',
      '-parameters',
    ]);
  });

  test('go: the first syntax error of each file', () => {
    const found = parseGo('a.go:1:1: one\na.go:2:1: two\nb.go:3:1: three\n');
    const { syntax, echoes } = firstOfEach(found);
    expect([syntax.map(({ message }) => message), echoes.map(({ message }) => message)]).toEqual([
      ['one', 'three'],
      ['two'],
    ]);
  });
});
