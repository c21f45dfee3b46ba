import { expect, test } from 'bun:test';
import fc from 'fast-check';

import { type SurfacePart, surfaceText } from '../../../../backend/imports/imports.ts';
import { pythonSurface } from '../../surface/surface.ts';

const parts = (text: string, name = 'a.py'): readonly SurfacePart[] | undefined =>
  pythonSurface(text, `/w/${name}`);
const surface = (text: string, name?: string): string | undefined => {
  const found = parts(text, name);
  return found && surfaceText(found);
};

/** Rows that are not of one length. */
function named<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): [string, Row][] {
  return rows.map((row) => [row[0], row]);
}

/** Other files cannot tell the second text from the first one. */
const UNSEEN: readonly (readonly [title: string, before: string, after: string])[] = [
  ['a comment', 'a = 1\n', '# why\na = 1  # so\n'],
  ['the layout', 'a = [1,\n  2]\n', 'a = [ 1, 2 ]\n\n\n'],
  ['CRLF and BOM', 'def f():\n  return 1\n', '\uFEFFdef f():\r\n    return 1\r\n'],
  [
    'what docstrings say',
    '"""a"""\ndef f():\n    """b"""\n    return 1\n',
    "'''c'''\ndef f():\n    r'd'\n    return 1\n",
  ],
  ['a body', 'def f(a: int) -> int:\n    return a\n', 'def f(a: int) -> int:\n    b = a\n    return b + 1\n'],
  [
    'the body of a coroutine',
    'async def f() -> None:\n    await a()\n',
    'async def f() -> None:\n    await b()\n',
  ],
  ['a body on the line', 'def f(a={1: 2}) -> int: return 1\n', 'def f(a={1: 2}) -> int: return 2\n'],
  [
    'a method',
    'class A:\n    @property\n    def f(self) -> int:\n        return 1\n',
    'class A:\n    @property\n    def f(self) -> int:\n        return self.b\n',
  ],
  [
    'a head of several lines',
    'def f[T: int](\n    a: T,  # one\n    b=(1, 2),\n) -> dict[str, T]:\n    return {}\n',
    'def f[T: int](\n    a: T,\n    b=(1, 2),\n) -> dict[str, T]:\n    return {1: a}\n',
  ],
  [
    'texts with quotes, braces and hashes',
    "def f() -> str:\n    return f\"{a[\"#\"]!r:>{w}} '\" + '''\"\n#'''\n",
    'def f() -> str:\n    return "{" + rb"\\\\"\n',
  ],
  ['a line that goes on', 'a = 1 + \\\n  2\n', 'a = 1 + 2\n'],
];

test.each(named(UNSEEN))('others cannot see %s', (_, [, before, after]) => {
  expect(surface(before)).toBeDefined();
  expect(surface(after)).toBe(surface(before));
});

const method = (body: string): string =>
  `class A:\n    def f(self) -> None:\n        if a:\n            ${body}\n`;

const matched = (pattern: string): string =>
  `class A:\n    def f(self) -> None:\n        match x:\n            case ${pattern}:\n                pass\n        self.x = a\n`;
const called = (what: string): string =>
  `class A:\n    def f(self) -> None:\n        end = ${what}\n        if x is None:\n            end()\n        self.x = x\n`;

/** Other files may be able to. */
const SEEN: readonly (readonly [title: string, before: string, after: string])[] = [
  ['a body without a declared result', 'def f():\n    return 1\n', 'def f():\n    return ""\n'],
  ['an attribute', method('b = 1'), method('self.x = 1')],
  [
    'the value of an attribute',
    method('b = 1\n            self.x = b'),
    method('b = ""\n            self.x = b'),
  ],
  ['attributes in a list', method('b()'), method('self.x, self.y = b()')],
  ['an attribute of a chain', method('b = 1'), method('b = self.x = 1')],
  ['an annotated attribute', method('b: int'), method('self.x: int')],
  ['an attribute that is added to', method('b += 1'), method('self.x += 1')],
  ['an attribute of a loop', method('pass; b()'), method('for self.x in b(): pass')],
  ['an attribute of a context', method('c()'), method('with b() as self.x: c()')],
  [
    'an attribute with another name of self',
    'class A:\n    def f(this) -> None:\n        b()\n',
    'class A:\n    def f(this) -> None:\n        this.x = b()\n',
  ],
  [
    'a variable of the module',
    'x = 1\ndef f() -> None:\n    y = 2\n',
    'x = 1\ndef f() -> None:\n    global x\n    x = ""\n',
  ],
  [
    'a variable around',
    'def g():\n    x = 1\n    def f() -> None:\n        y = ""\n    return x\n',
    'def g():\n    x = 1\n    def f() -> None:\n        nonlocal x\n        x = ""\n    return x\n',
  ],
  [
    'a generator',
    'async def f() -> AsyncIterator[int]:\n    return g()\n',
    'async def f() -> AsyncIterator[int]:\n    yield 1\n',
  ],
  [
    'an implementation',
    'class A(Protocol):\n    def f(self) -> int: ...\n',
    'class A(Protocol):\n    def f(self) -> int:\n        return 1\n',
  ],
  [
    'an implementation that is none',
    'class A(ABC):\n    def f(self) -> int:\n        return 1\n',
    'class A(ABC):\n    def f(self) -> int:\n        raise NotImplementedError\n',
  ],
  [
    'an implementation that is none, behind another line',
    'class A(ABC):\n    def f(self) -> int:\n        m = "x"\n        return m\n',
    'class A(ABC):\n    def f(self) -> int:\n        m = "x"\n        raise NotImplementedError(m)\n',
  ],
  [
    'an implementation that is none, beside a function that returns',
    'class A(ABC):\n    def f(self) -> int:\n        def g(): return 1\n        if a: raise NotImplementedError\n        return g()\n',
    'class A(ABC):\n    def f(self) -> int:\n        def g(): return 1\n        if a: raise NotImplementedError\n        g()\n',
  ],
  [
    'a generator around a generator',
    'def f() -> Iterable[int]:\n    def g():\n        yield 1\n    return g()\n',
    'def f() -> Iterable[int]:\n    def g():\n        yield 1\n    yield from g()\n',
  ],
  [
    'a generator around a short generator',
    'def f() -> Iterable[int]:\n    async def g(): yield 1\n    return g()\n',
    'def f() -> Iterable[int]:\n    async def g(): yield 1\n    yield g()\n',
  ],
  [
    'a generator that calls a lambda',
    'def f() -> Iterable[int]:\n    return (lambda: (yield))()\n',
    'def f() -> Iterable[int]:\n    return (lambda: 1)((yield))\n',
  ],
  ['`__all__`', '__all__ = ["a"]\n', '__all__ = ["b"]\n'],
  ['`__all__` that grows', '__all__ = ["a"]\n', '__all__ = ["a"]\n__all__ += ["b"]\n'],
  ['`__slots__`', 'class A:\n    __slots__ = ("a",)\n', 'class A:\n    __slots__ = ("b",)\n'],
  ['what a pattern names', matched('(a, b)'), matched('(b, a)')],
  ['what a local that is called is', called('exit'), called('print')],
  ['a variable of a class', 'class A:\n    a = 1\n', 'class A:\n    a = ""\n'],
  ['a field', '@dataclass\nclass A:\n    a: int\n', '@dataclass\nclass A:\n    a: int = 1\n'],
  ['an alias', 'A: TypeAlias = int\n', 'A: TypeAlias = str\n'],
  ['a final value', 'A: Final = 1\n', 'A: Final = 2\n'],
  ['a decorator', '@a\ndef f() -> int:\n    return 1\n', '@b\ndef f() -> int:\n    return 1\n'],
  [
    'an import in a condition',
    'try:\n    import a\nexcept ImportError:\n    a = None\n',
    'try:\n    import b as a\nexcept ImportError:\n    a = None\n',
  ],
  ['a star', 'from a import b\n', 'from a import *\n'],
  ['an import of a body', 'def f() -> int:\n    return 1\n', 'def f() -> int:\n    import a\n    return 1\n'],
  ['a parameter', 'def f(a: int) -> int:\n    return 1\n', 'def f(a: str) -> int:\n    return 1\n'],
  ['a value of a parameter', 'def f(a=1) -> int:\n    return 1\n', 'def f(a="") -> int:\n    return 1\n'],
  ['a result', 'def f() -> int:\n    return 1\n', 'def f() -> str:\n    return 1\n'],
  ['a coroutine', 'def f() -> int:\n    return 1\n', 'async def f() -> int:\n    return 1\n'],
  ['a type in a comment', 'a = []  # type: list[int]\n', 'a = []  # type: list[str]\n'],
  [
    'types of a function in a comment',
    'def f(a):\n    # type: (int) -> int\n    return g(a)\n',
    'def f(a):\n    # type: (int) -> str\n    return g(a)\n',
  ],
  ['a file that is not checked', 'a = 1\n', '# type: ignore\na = 1\n'],
  ['how a file is checked', 'a = 1\n', 'a = 1\n# pyright: strict, strictParameterNoneValue=false\n'],
  [
    'how a file is checked, said within a function',
    'def f() -> int:\n    return 1\n',
    'def f() -> int:\n    # pyright: strictParameterNoneValue=false\n    return 1\n',
  ],
  ['where a block ends', 'if a:\n    b = 1\n    c = 2\n', 'if a:\n    b = 1\nc = 2\n'],
  [
    'where a body ends',
    'def f() -> int:\n    return 1\n    c = 2\n',
    'def f() -> int:\n    return 1\nc = 2\n',
  ],
  ['that there is a docstring', 'class A:\n    a = 1\n', 'class A:\n    """b"""\n    a = 1\n'],
];

test.each(named(SEEN))('others may see %s', (_, [, before, after]) => {
  expect(surface(before)).toBeDefined();
  expect(surface(after)).not.toBe(surface(before));
});

/** The whole text counts. */
const UNCERTAIN: readonly (readonly [title: string, text: string, name?: string])[] = [
  ['a stub', 'def f() -> int: ...\n', 'a.pyi'],
  ['a notebook', '{}', 'a.ipynb'],
  ['builtins', 'a = 1\n', '__builtins__.py'],
  ['functions that are not checked', '@no_type_check\ndef f() -> int:\n    return 1\n'],
  ['a bracket that is not closed', 'def f() -> int:\n    return (1\n\na = 1\n'],
  ['brackets that do not fit', 'a = (1]\n'],
  ['a text without an end', 'a = "b\n'],
  ['a long text without an end', 'a = """b\n'],
  ['a formatted text without an end', 'a = f"{b"\n'],
  ['a block that is not indented', 'def f() -> int:\nreturn 1\n'],
  ['a block that nothing opens', 'a = 1\n    b = 2\n'],
  ['a block that never comes', 'if a:\n'],
  ['a line between two blocks', 'if a:\n        b = 1\n    c = 2\n'],
  ['a colon that is missing', 'def f() -> int\n    return 1\n'],
  ['tabs and spaces', 'if a:\n\tb = 1\nif c:\n    d = 1\n'],
  ['a character that is none of Python', 'a = 1 ? 2\n'],
];

test.each(named(UNCERTAIN))('the whole text counts: %s', (_, [, text, name]) => {
  expect(surface(text, name)).toBeUndefined();
});

const HEADS = ['def f%(a: A) -> B:', 'async def g%() -> B:', 'class C%:\n    x = 1\n    def m(self) -> B:'];
const BODIES = [
  'return 1',
  'if a:\n    b()\nelse:\n    c = {"#": 1}',
  'x = (1,\n2)\nreturn x',
  'for a in b: c(f"{a}")',
  'x = 1\n\n# why',
];
const EDITS = [
  'e = 1',
  'def h():\n    return 1',
  'class D:\n    pass',
  'import m',
  'from m import *',
  '# pyright: basic',
];

const indented = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => by + line)
    .join('\n');

test('whatever the bodies of a module are, others see the same; whatever is added to it, they may see', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...HEADS), fc.constantFrom(...BODIES), fc.constantFrom(...BODIES)), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.constantFrom(...EDITS),
      fc.nat(),
      (parts, edit, place) => {
        const module = (which: 1 | 2): string[] =>
          parts.map(
            (part, at) =>
              `${part[0].replaceAll('%', String(at))}\n${indented(part[which], part[0].startsWith('class') ? '        ' : '    ')}\n`,
          );
        const [one, two] = [module(1), module(2)];
        expect(surface(two.join('\n'))).toBe(surface(one.join('\n')));
        const added = two.toSpliced(place % (two.length + 1), 0, `${edit}\n`);
        expect(surface(added.join('\n'))).not.toBe(surface(one.join('\n')));
        expect(surface(one.join('\n'))).toBeDefined();
      },
    ),
  );
});

test.each<[text: string, names: (readonly string[] | undefined)[]]>([
  ['def g():\n    return a\n', [['g']]],
  ['@d(x=1)\nclass C(b):\n    y = 1\n    def m(self): return 1\n', [['C'], ['m']]],
  ['async def g() -> int: ...\n', [['g']]],
  ['class C:\n    def m(self): self.x = 1\n', [['C'], ['m', 'x']]],
  ['X: Final[int] = 1\nY = [a, 1]\n', [['X'], ['Y']]],
  [
    'a = b = 1\na, (b, *c) = d\na += 1\na.b = 1\na[0] = 1\n',
    [['a', 'b'], ['a', 'b', 'c'], ['a'], ['a', 'b'], ['a']],
  ],
  ['a = 1; b = 2\n', [['a', 'b']]],
  ['type A[T] = list[T]\n', [['A']]],
  ['import a.b as c, d.e, f\n', [['c'], ['d'], ['f']]],
  ['from . import a\nfrom .m import (b as c, d)\n', [['a'], ['c'], ['d']]],
  ['try:\n    from a import b\nexcept ImportError:\n    from c import b\n', [[], ['b'], [], ['b']]],
  ['if TYPE_CHECKING:\n    from a import b\n    c = 1\n', [['b', 'c']]],
  [
    'if a:\n    b = 1\n    def f():\n        c = 1\nelif d: e = 1\nelse:\n    from g import h\n',
    [['b', 'f', 'e', 'h']],
  ],
  ['for a, b in c:\n    pass\n', [['a', 'b']]],
  ['with a as b, c as d:\n    e = 1\n', [['b', 'c', 'd', 'e']]],
  ['try:\n    import a\nexcept E as e:\n    a = None\n', [['a', 'e', 'a']]],
  ['if (a := f()):\n    pass\n', [['a']]],
  ['del a, b\n', [['a', 'b']]],
  ['print(1)\n', [undefined]],
  ['"""text"""\n', [[]]],
  ['from a import *\n', [undefined]],
  ['__all__ = ["a"]\n', [undefined]],
  ['__all__ += ["a"]\n', [undefined]],
  ['__all__.append("a")\n', [undefined]],
  ['def __getattr__(name): return 1\n', [undefined]],
  ['a = 1\n# pyright: basic\n', [['a'], undefined]],
])('what others say of %j', (text, names) => {
  expect(parts(text)?.map((part) => part.names)).toEqual(names);
});
