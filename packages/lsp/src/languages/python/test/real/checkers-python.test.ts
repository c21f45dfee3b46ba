import { expect, test } from 'bun:test';

import { describeChecked, GONE } from '../../../../../test/real/checkers-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

describeChecked({
  title: 'Python, pyright',
  define: testWith(),
  checker: 'pyright',
  server: 'pyright',
  project: {
    'pyproject.toml':
      '[project]\nname = "demo"\nversion = "1"\n[tool.pyright]\ntypeCheckingMode = "standard"\nreportUnusedImport = "warning"\nreportUnnecessaryCast = "information"\n',
  },
  without: GONE,
  kinds: {
    'kinds/type.py': 'wrong: int = "x"\n',
    'kinds/syntax.py': 'def f(:\n  pass\n',
    'kinds/unused.py':
      'import os\nfrom typing import cast\n\n\ndef f(a: int) -> int:\n    unused = 1\n    return cast(int, a)\n    print(2)\n',
    'kinds/base.py': "value = 'one'\n",
    'kinds/user.py': 'from kinds.base import value\n\nwanted: int = value\n',
    'kinds/missing_import.py': 'import nowhere\nfrom kinds import nothing\nfrom .absent import x\n',
    'kinds/lines.py': 'def f(a: list[dict[str, int]]) -> None: ...\nx: list[dict[str, str]] = []\nf(x)\n',
    'kinds/test_thing.py':
      'from kinds.base import value\n\n\ndef test_value():\n    assert value.nothing == 1\n',
    'kinds/emoji.py': 's = "🎉"; n: int = "🎉é"\nif s:\n\t日本: int = ""\n"日本"; e\u0301: int = "x"\n',
    'kinds/crlf.py': 'a = 1\r\nb: str = \\\r\n\t1\r\n# 日本\r\nc: bool = 3; undefined_name\r\n',
    'kinds/bom.py': '\uFEFFn: int = "x"\nm: int = "x"\n',
    'kinds/cr.py': 'a = 1\rn: int = "x"\r',
    'kinds/separators.py': 'a = "\u2028"; n: int = "x"\n',
    'kinds/undefined.py': 'print(nowhere)\n',
    'kinds/tabs.py': 'def f():\n\treturn 1 +\n        x\n',
    'kinds/stub.pyi': 'def f() -> Unknown: ...\n',
    'kinds/no_newline.py': 'x = 1\nx.y',
    'kinds/empty.py': '',
    'kinds/sp ace #(1,2).py': 'wrong: int = "x"\n',
    'kinds/clean.py': '\n',
  },
  edits: [
    { file: 'alone.py', clean: 'value: int = 1\n', broken: 'value: int = "one"\n', at: 'alone.py' },
    {
      file: 'user.py',
      clean: 'from value import value\n\nwanted: int = value\n',
      broken: 'from value import value\n\nwanted: str = value\n',
      at: 'user.py',
    },
    { file: 'value.py', clean: 'value = 1\n', broken: 'value = "one"\n', at: 'user.py' },
  ],
});

describeChecked({
  title: 'Python, Ruff',
  define: testWith('ruff'),
  checker: 'ruff',
  server: 'ruff',
  project: {
    'pyproject.toml':
      '[project]\nname = "demo"\nversion = "1"\nrequires-python = ">=3.9"\n[tool.ruff.lint]\nselect = ["E", "F", "W", "I", "B"]\n',
  },
  without: GONE,
  kinds: {
    'kinds/undefined.py': 'print(nowhere)\n',
    'kinds/syntax.py': 'def f(:\n  pass\n',
    'kinds/unused.py': 'import os\n\n\ndef f(a):\n    unused = 1\n    return a\n',
    'kinds/style.py': 'import sys\nimport os\nprint(sys, os)\nx = 1 \nl = lambda: 0\ny = x == None\n',
    'kinds/newer.py': 'match 1:\n    case 1:\n        pass\n',
    'kinds/long.py': `x = "${'a'.repeat(100)}"\n`,
    'kinds/all.py': '__all__ = ["nothing"]\n',
    'kinds/lines.py': 'def f(a=[]):\n    return (\n        a ==\n        None\n    )\n',
    'kinds/test_thing.py': 'import pytest\n',
    'kinds/emoji.py': 's = "🎉"; t = nowhere\nif s:\n\t日本 = absent\n"日本"; e\u0301 = absent\n',
    'kinds/crlf.py': 'a = 1\r\nb = \\\r\n\tabsent\r\n# 日本\r\nc = 3; undefined_name\r\n',
    'kinds/bom.py': '\uFEFFn = nowhere\nm = nowhere\n',
    'kinds/cr.py': 'a = 1\rn = nowhere\r',
    'kinds/separators.py': 'a = "\u2028"; n = nowhere\n',
    'kinds/stub.pyi': 'def f() -> Unknown: ...\n',
    'kinds/no_newline.py': 'x = 1\nprint(nowhere)',
    'kinds/noqa.py': 'import os  # noqa: F401\n',
    'kinds/empty.py': '',
    'kinds/sp ace #(1,2).py': 'print(nowhere)\n',
    'kinds/clean.py': 'X = 1\n',
  },
  edits: [
    { file: 'a.py', clean: 'X = 1\n', broken: 'X = nowhere\n', at: 'a.py' },
    { file: 'b.py', clean: 'Y = 1\n', broken: 'Y = (\n', at: 'b.py' },
  ],
});

test('Python: a file that pyright leaves out is not called clean', async () => {
  const files = {
    'pyrightconfig.json': '{ "exclude": ["old"] }',
    'old/a.py': 'wrong: int = "x"\n',
    'new.py': '',
  };
  await using lab = await openReal({ servers: [], checkers: { pyright: {} }, files });
  const outcomes = async (path: string): Promise<unknown[]> =>
    (await lab.sidecar.request('lsp/checkProject', { paths: [path] })).projects.map(({ outcome, reason }) => [
      outcome,
      reason,
    ]);
  expect(await outcomes('old/a.py')).toEqual([['incomplete', 'old/a.py is none of its files']]);
  expect(await outcomes('new.py')).toEqual([['complete', undefined]]);
});
