import { expect } from 'bun:test';

import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

for (const [server, needed] of [
  ['pyright', []],
  ['ruff', ['ruff']],
  ['ty', ['ty']],
] as const) {
  const test = testWith(...needed);
  test(`${server}: what a notebook has by itself is defined there, and nothing else`, async () => {
    await using lab = await openReal({ servers: [server], files: { 'ty.toml': '' } });
    const text = 'df = spark.table("a")\ndisplay(df)\ndbutils.fs.ls("/")\nget_ipython()\nspakr.sql("b")\n';
    const { files, inPart } = await lab.check({
      'cells.py': `# %%\n${text}`,
      'databricks.py': `# Databricks notebook source\n${text}sql("a")\n`,
      'nbconvert.py': `# In[1]:\n${text}`,
      'plain.py': text,
      'awaits.py': '# %%\nimport asyncio\nawait asyncio.sleep(1)\nasync with asyncio.timeout(1):\n    pass\n',
      'none.py': 'import asyncio\nawait asyncio.sleep(1)\n',
    });
    const lines = Object.entries(files).map(([file, list]): [string, number[]] => [
      file,
      list.map(({ line }) => line),
    ]);
    expect(Object.fromEntries(lines)).toEqual({
      'cells.py': [6],
      'databricks.py': [6],
      'nbconvert.py': [6],
      'plain.py': [1, 2, 3, 4, 5],
      'awaits.py': [],
      'none.py': server === 'ruff' ? [] : [2],
    });
    expect(Object.keys(inPart ?? {})).toEqual(['cells.py', 'databricks.py', 'nbconvert.py']);
  });
}
