import { expect, test } from 'bun:test';
import { whyUnread } from '../../go-mod.ts';

const MODULE = 'module example.com/m\n\ngo 1.22rc1\n';

test('what the go command reads of a go.mod is no hole, what it does not read is, by its line', () => {
  for (const [text, why] of [
    [`${MODULE}\nrequire (\n\ta.com/a v1.0.0 // indirect\n)\n\nreplace a.com/a => ../a\n`, undefined],
    [
      `${MODULE}require ()\nretract [v1.0.0, v1.1.0]\ntoolchain go1.24.1\ngodebug default=go1.21\n`,
      undefined,
    ],
    [`module "example.com/m"\r\nexclude a.com/a v1.0.0\r\ntool a.com/a/cmd\r\n`, undefined],
    [`${MODULE}requrie a.com/a v1.0.0\n`, 'cannot be read: line 4 has the unknown directive "requrie"'],
    [`${MODULE}require a.com/a 1.0.0\n`, 'cannot be read: line 4 is no line of "require"'],
    [`${MODULE}require (\n\ta.com/a\n)\n`, 'cannot be read: line 5 is no line of "require"'],
    [`${MODULE}replace a.com/a =>\n`, 'cannot be read: line 4 is no line of "replace"'],
    ['module m\ngo banana\n', 'cannot be read: line 2 is no line of "go"'],
    [`${MODULE}go 1.23\n`, 'cannot be read: line 4 is a second "go"'],
    [`${MODULE}require (\n`, 'cannot be read: the block that begins in line 4 does not end'],
    ['// nothing\ngo 1.22\n', 'names no module'],
    ['module ""\n', 'cannot be read: line 1 is no line of "module"'],
    [`module m\nreplace a.com/a =>../a\n`, undefined],
    [`${MODULE}constructor x\n`, 'cannot be read: line 4 has the unknown directive "constructor"'],
  ] as const)
    expect([text, whyUnread(text)]).toEqual([text, why]);
});
