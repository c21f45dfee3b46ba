import { expect, test } from 'bun:test';
import { returnsOneOf } from '../../untyped-names.ts';

test.each<[code: string, isOne: boolean]>([
  ['from http_x import Client\ndef f(c: Client) -> str:\n    return c.name', true],
  [
    'from http_x import (\n    A,  # one\n    Client as C,\n)\nasync def f(c: "C | None") -> str:\n    return await c.get()',
    true,
  ],
  ['import http_x.api as api\ndef f() -> str:\n    return (api.get())', true],
  [
    'import http_x\nr = http_x.get()\nfor one in r.items:\n    pass\ndef f() -> str:\n    return one.name',
    true,
  ],
  ['from http_x import Client\nclass Own(Client): ...\ndef f(o: list[Own]) -> str:\n    return o[0]', true],
  [
    'from http_x import Client\nclass A:\n    def __init__(self) -> None:\n        self.c = Client()\n    def f(self) -> str:\n        return self.c.name',
    true,
  ],
  ['from http_x import open_it\ndef f() -> str:\n    with open_it() as it:\n        return it', true],
  ['import json\nfrom http_x import Client\ndef f(c: Client) -> str:\n    return json.loads(c.text)', false],
  ['from http_x import Client\nclass A:\n    def f(self) -> str:\n        return self.other', false],
  ['from other import Client\ndef f(c: Client) -> str:\n    return c.name', false],
  ['import http_xy\ndef f() -> str:\n    return http_xy.get()', false],
  ['from http_x import Client\ndef f() -> str:\n    x = 1', false],
])('what a function returns is of a module that is not there, or is not: %p', (code, isOne) => {
  expect(returnsOneOf(code, code.split('\n').length, ['http_x'])).toBe(isOne);
});
