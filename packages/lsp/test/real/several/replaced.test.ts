import { expect } from 'bun:test';

import { type Define, testWith } from '../needs.ts';
import { openReal } from '../real-lab.ts';
import { changeSymbol } from '../symbols-suite.ts';

interface Language {
  readonly title: string;
  readonly define: Define;
  readonly servers: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly file: string;
  /** What is asked, how the text changes, and what the result says. */
  readonly cases: readonly (readonly [
    ask: { symbol: string; line?: number; text: string } | { symbol: string; line: number },
    change: readonly [from: string, to: string],
    notes?: readonly string[],
  ])[];
}

const PYTHON = [
  'class User:',
  '    _t = 1',
  '',
  '    @property',
  '    def total(self) -> int:',
  '        """What',
  '        it costs."""',
  '        return self._t',
  '',
  '    @total.setter',
  '    def total(self, value: int) -> None:',
  '        self._t = value',
  '',
  '    @total.deleter',
  '    def total(self) -> None: ...',
  '',
  '    @staticmethod',
  '    def last() -> int:',
  '        return 1  # end of body',
  '        # below',
  '',
  '',
  "print(getattr(User(), 'last')())",
  '',
].join('\n');

const LANGUAGES: readonly Language[] = [
  {
    title: 'pyright',
    define: testWith(),
    servers: ['pyright'],
    files: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n', 'a.py': PYTHON },
    file: 'a.py',
    cases: [
      [
        { symbol: 'User.total', line: 5, text: '@property\ndef total(self) -> int:\n    return 3\n' },
        ['        """What\n        it costs."""\n        return self._t\n', '        return 3\n'],
        ['The new text drops `"""What it costs."""`.'],
      ],
      [
        {
          symbol: 'total',
          line: 11,
          text: '@total.setter\ndef total(self, value: int) -> None:\n    self._t = 0',
        },
        ['self._t = value', 'self._t = 0'],
      ],
      [
        { symbol: 'User.total', line: 10, text: '@total.setter\ndef total(self, value: int) -> None: ...' },
        [
          'def total(self, value: int) -> None:\n        self._t = value',
          'def total(self, value: int) -> None: ...',
        ],
      ],
      [
        { symbol: 'User.total', line: 11 },
        ['    @total.setter\n    def total(self, value: int) -> None:\n        self._t = value\n\n', ''],
      ],
      [{ symbol: 'User.total', line: 15 }, ['    @total.deleter\n    def total(self) -> None: ...\n\n', '']],
      [
        { symbol: 'User.last', text: 'def last() -> int:\n    return 2' },
        [
          '    @staticmethod\n    def last() -> int:\n        return 1  # end of body\n        # below\n',
          '    def last() -> int:\n        return 2\n',
        ],
        ['The new text drops `@staticmethod`.', 'The new text drops `# end of body # below`.'],
      ],
    ],
  },
  {
    title: 'TypeScript',
    define: testWith(),
    servers: ['typescript'],
    files: {
      'package.json': '{}',
      'tsconfig.json':
        '{"compilerOptions":{"strict":true,"experimentalDecorators":true,"noEmit":true,"lib":["es5"],"types":[]}}',
      'a.ts': [
        'export function mark(_: unknown, __: string): void {}',
        'export class A {',
        '  @mark',
        '  f(): number {',
        '    return 1;',
        '  } // end of f',
        '  g = 1; // one',
        '}',
        '/** Doc. */',
        'export function h(): number {',
        '  return 1;',
        '}',
        'export const k = (): number => {',
        '  return 1;',
        '}; // end of k',
        'export const all = [',
        '  1,',
        ']; // all',
        '',
      ].join('\n'),
    },
    file: 'a.ts',
    cases: [
      [
        { symbol: 'A.f', text: 'f(): number {\n  return 2;\n}' },
        [
          '  @mark\n  f(): number {\n    return 1;\n  } // end of f\n',
          '  f(): number {\n    return 2;\n  }\n',
        ],
        ['The new text drops `@mark`.', 'The new text drops `// end of f`.'],
      ],
      [{ symbol: 'A.g', text: 'g = 2;' }, ['g = 1; // one', 'g = 2; // one']],
      [
        { symbol: 'h', text: '// two\nexport function h(): number {\n  return 2;\n}' },
        [
          '/** Doc. */\nexport function h(): number {\n  return 1;\n',
          '// two\nexport function h(): number {\n  return 2;\n',
        ],
        ['The new text drops `/** Doc. */`.'],
      ],
      [
        { symbol: 'k', text: 'export const k = (): number => {\n  return 2;\n};' },
        ['> {\n  return 1;\n}; // end of k\n', '> {\n  return 2;\n};\n'],
        ['The new text drops `// end of k`.'],
      ],
      [{ symbol: 'all', text: 'export const all = [2];' }, ['[\n  1,\n]', '[2]']],
    ],
  },
  {
    title: 'gopls',
    define: testWith('gopls', 'go'),
    servers: ['gopls'],
    files: {
      'go.mod': 'module example.com/demo\n\ngo 1.21\n',
      'a.go': 'package demo\n\ntype User struct {\n\tName string `json:"name" db:"n"`\n\tAge  int\n}\n',
    },
    file: 'a.go',
    cases: [
      [
        { symbol: 'User.Name', text: 'Name *string `json:"name"`' },
        ['Name string `json:"name" db:"n"`', 'Name *string `json:"name"`'],
        ['The new text drops `db:"n"`.'],
      ],
    ],
  },
  {
    title: 'rust-analyzer',
    define: testWith('rust-analyzer', 'cargo'),
    servers: ['cargo', 'rust-analyzer'],
    files: {
      'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '/// Doc.\n#[inline]\n#[must_use]\npub fn f() -> i32 {\n    1\n}\n',
    },
    file: 'src/lib.rs',
    cases: [
      [
        { symbol: 'f', text: '#[must_use]\npub fn f() -> i32 {\n    2\n}' },
        ['#[inline]\n#[must_use]\npub fn f() -> i32 {\n    1\n', '#[must_use]\npub fn f() -> i32 {\n    2\n'],
        ['The new text drops `#[inline]`.'],
      ],
    ],
  },
];

for (const { title, define, servers, files, file, cases } of LANGUAGES) {
  define(`what a definition loses when it is replaced, ${title}`, async () => {
    await using lab = await openReal({ servers, files, config: { navigationTimeout: 60_000 } });
    for (const [ask, [from, to], notes = []] of cases) {
      const result = await changeSymbol(lab, {
        filePath: file,
        ...('text' in ask ? { kind: 'replace', ...ask } : { kind: 'delete', ...ask }),
      });
      expect('refused' in result ? result.refused : [result.changes[0]?.text, result.notes ?? []]).toEqual([
        files[file]?.replace(from, () => to),
        [...notes],
      ]);
    }
  });
}

testWith('clangd')(
  'why not all could be judged before it is written: late is only what was late',
  async () => {
    const files = {
      'compile_flags.txt': '-xc++\n',
      'a.h': 'inline int f() { return 1; }\n',
      'b.cpp': '#include "a.h"\nint x = f();\n',
    };
    await using lab = await openReal({ servers: ['clangd'], files, config: { navigationTimeout: 60_000 } });
    const insert = { kind: 'insert', where: 'after', text: 'inline int g() { return 1; }' } as const;
    const result = await changeSymbol(lab, { filePath: 'a.h', symbol: 'f', ...insert });
    expect('refused' in result ? result.refused : result.untried).toBe(
      'clangd judges other files as they are on disk, without the change',
    );
  },
);
