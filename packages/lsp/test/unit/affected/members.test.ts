import { expect, test } from 'bun:test';
import { relative } from 'node:path';

import { changedSymbolsOf, INSIDE } from '../../../src/engine/changes/changed-symbols.ts';
import { sayersOf } from '../../../src/engine/changes/sayers.ts';
import { python } from '../../../src/languages/python/imports.ts';
import { Project } from './project.ts';

const CLASS = `class Base: ...

class A(Base):
    size: int = 1

    def __init__(self, name: str, key: int) -> None:
        note = "made"
        self.name = name
        if key > 1:
            self.key = key
        log(note)

    @property
    def area(self) -> int:
        return self.size

    def grow(self, by: int) -> None:
        for _ in range(by):
            step(by)

    def inferred(self):
        return self.name
`;

const OTHERS = {
  'makes.py': 'from a import A\ndef make() -> A:\n    return A("", 1)\n',
  'name.py': 'from makes import make\nx = make().name\n',
  'key.py': 'from makes import make\nx = make().key\n',
  'area.py': 'from makes import make\nx = make().area\n',
  'grow.py': 'from makes import make\nmake().grow(1)\n',
  'inferred.py': 'from makes import make\nx = make().inferred()\n',
  'more.py': 'from makes import make\nmake().more()\n',
  'derived.py': 'from a import A\nclass D(A):\n    def grow(self, by: int) -> None: ...\n',
};

/** Who can tell that the class is another one; none where its surface is the same. */
async function seen(
  after: string,
  others: Readonly<Record<string, string>> = OTHERS,
  before = CLASS,
): Promise<string[] | undefined> {
  using project = new Project(python, { 'a.py': after, ...others });
  const path = project.path('a.py');
  const symbols = changedSymbolsOf(path, before, after, python);
  if (symbols === INSIDE) return [];
  const found = await sayersOf(await project.update(), {
    changes: new Map([[path, symbols]]),
    inside: new Set(),
    unknown: new Set(),
    everything: false,
  });
  return found && [...found].map((each) => relative(project.root, each)).toSorted();
}

const edit = (what: string, to: string): string => {
  expect(CLASS).toContain(what);
  return CLASS.replace(what, to);
};

test.each<[title: string, after: string, seenBy: string[]]>([
  ['a method', edit('by: int', 'by: str'), ['derived.py', 'grow.py']],
  ['a property', edit('def area(self) -> int', 'def area(self) -> str'), ['area.py']],
  ['an attribute', edit('self.name = name', 'self.name = name.encode()'), ['inferred.py', 'name.py']],
  ['what decides whether an attribute is there', edit('key > 1', 'key > 2'), ['key.py']],
  ['a result that is inferred', edit('return self.name', 'return self.key'), ['inferred.py']],
  ['what no attribute depends on', edit('note = "made"', 'note = str(1)'), []],
  ['what a call is given', edit('log(note)', 'log(note, 2)'), []],
  ['a body', edit('step(by)', 'step(by + 1)'), []],
  [
    'a method that is added',
    edit('    def inferred', '    def more(self): ...\n\n    def inferred'),
    ['more.py'],
  ],
])('others see another member of a class: %s', async (_, after, seenBy) => {
  expect(await seen(after)).toEqual(seenBy);
});

/** Who says the class. */
const OF_CLASS = ['derived.py', 'makes.py'];

test.each<[title: string, after: string]>([
  ['a method that is gone', edit('    def inferred(self):\n        return self.name\n', '')],
  ['how it is made', edit('name: str', 'name: bytes')],
  ['a variable of the class', edit('size: int', 'size: str')],
  ['what it derives from', edit('A(Base)', 'A')],
  ['a method of the language', edit('    def inferred', '    def __len__(self): ...\n\n    def inferred')],
  [
    'an abstract method',
    edit('    def inferred', '    @abstractmethod\n    def more(self): ...\n\n    def inferred'),
  ],
])('who uses a class sees %s', async (_, after) => {
  const found = await seen(after);
  expect(OF_CLASS.filter((file) => found?.includes(file) !== true)).toEqual([]);
});

test('who uses a class sees that it fits no protocol any more', async () => {
  const others = {
    ...OTHERS,
    'p.py':
      'from typing import Protocol\nclass P(Protocol):\n    def grow(self, by: int) -> None: ...\ndef f(p: P): ...\n',
    'fits.py': 'from p import f\nfrom a import A\nf(A("", 1))\n',
  };
  const found = await seen(edit('by: int', 'by: str'), others);
  expect([...OF_CLASS, 'fits.py'].filter((file) => found?.includes(file) !== true)).toEqual([]);
  expect(await seen(edit('def area(self) -> int', 'def area(self) -> str'), others)).toEqual(['area.py']);
});

test('what a library may take by its members counts as the class', async () => {
  const before = CLASS.replace('def grow', 'def write');
  const others = {
    'makes.py': OTHERS['makes.py'],
    'uses.py': 'from makes import make\nprint(file=make())\n',
  };
  expect(await seen(before.replace('by: int', 'by: str'), others, before)).toEqual(['makes.py', 'uses.py']);
});

test('a class of two bases is asked where both have a member of the name', async () => {
  const two = { 'two.py': 'from a import A\nfrom k import K\nclass Two(A, K): ...\n' };
  const after = edit('by: int', 'by: str');
  const others = { ...two, 'k.py': 'class K:\n    def grow(self, by: int) -> None: ...\n' };
  expect(await seen(after, others)).toEqual(['two.py']);
  expect(await seen(after, { ...two, 'k.py': 'class K: ...\n' })).toEqual([]);
  const far = {
    ...others,
    'one.py': 'from a import A as B\nclass One(B): ...\n',
    'two.py': 'import one, k\nOne = one.One\nclass Two(One, k.K): ...\n',
  };
  expect(await seen(after, far)).toEqual(['two.py']);
});
