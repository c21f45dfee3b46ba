import { expect, test } from 'bun:test';
import { modulesIgnored } from '../../ignored-lines.ts';

const method = (body: string): string => `class A:\n    def f(self) -> str:\n        ${body}`;
const client = (body: string): string => `from http_x import Client\ndef f(c: Client) -> str:\n    ${body}`;

test.each<[code: string, isOne: boolean]>([
  [client('return c.name'), true],
  [
    `from http_x import (\n    A,  # one\n    Client as C,\n)\nasync def f(c: "C | None") -> str:\n    return await c.get()`,
    true,
  ],
  ['import http_x.api as api\ndef f() -> str:\n    return (api.get())', true],
  [
    'import http_x\nr = http_x.get()\nfor one in r.items:\n    pass\ndef f() -> str:\n    return one.name',
    true,
  ],
  ['from http_x import Client\nclass Own(Client): ...\ndef f(o: list[Own]) -> str:\n    return o[0]', true],
  [
    `from http_x import Client\nclass B:\n    def __init__(self) -> None:\n        self.c = Client()\n${method('return self.c.name')}`,
    true,
  ],
  ['from http_x import open_it\ndef f() -> str:\n    with open_it() as it:\n        return it', true],
  [`import json\n${client('return json.loads(c.text)')}`, false],
  [`from http_x import Client\n${method('return self.other')}`, false],
  ['from other import Client\ndef f(c: Client) -> str:\n    return c.name', false],
  ['import http_xy\ndef f() -> str:\n    return http_xy.get()', false],
  [client('x = 1'), false],
])('what a function returns is of a module that is not there, or is not: %p', (code, isOne) => {
  const modules = modulesIgnored({ code: 'no-any-return', line: code.split('\n').length }, code);
  expect(modules.some((module) => module.split('.')[0] === 'http_x')).toBe(isOne);
});

test.each([
  ['words', `x = "${'we go with you and for all we do '.repeat(32_768)}"`],
  ['spaces', ' '.repeat(1024 * 1024)],
  ['spaces behind `for`', `for${' '.repeat(1024 * 1024)}`],
  ['imports without an end', 'from a import (b\n'.repeat(65_536)],
])('much text of %s is read at once', (_, text) => {
  const code = `from http_x import Client\nc = Client()\n${text})\nc.go()`;
  const line = code.split('\n').length;
  expect(modulesIgnored({ code: 'unused-ignore', line }, code)).toEqual(['http_x']);
});
