import { describe, expect, test } from 'bun:test';

import { changed, move, moved, treeOf, write, writeAndProve } from '../../../../../test/real/move-suite.ts';
import { type Links, openReal } from '../../../../../test/real/real-lab.ts';

const FILES = {
  'package.json': '{"files": ["./src/shop/cart.ts"]}',
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"target":"es2022","module":"preserve","noEmit":true,"lib":["es2015"],"types":[]},"include":["src"]}',
  'src/tax.ts': 'export const rate = 2;\n',
  'src/shop/cart.ts':
    "import { rate } from '../tax';\nimport { name } from './name';\n\nexport const total = rate * name.length;\n",
  'src/shop/name.ts': "export const name = 'shop';\n",
  'src/main.ts':
    "import { total } from './shop/cart';\nexport * from './shop/name';\n\n// see src/shop/cart.ts\nexport const own = total;\nexport const later = () => import('./shop/cart');\n",
};
const VERSIONS: readonly (readonly [title: string, links: Links])[] = [
  ['TypeScript 5.9', {}],
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
];

describe.each(VERSIONS)('move, %s', (_, links) => {
  const open = (files = FILES): ReturnType<typeof openReal> =>
    openReal({ servers: ['typescript'], files, links });

  test('a file into another folder, cold: its own imports and those of it; and back to the same bytes', async () => {
    await using lab = await open();
    const result = await changed(lab, 'src/shop/cart.ts', 'src/basket.ts');
    expect(moved(result)).toEqual({
      'src/shop/cart.ts -> src/basket.ts':
        "import { rate } from './tax';\nimport { name } from './shop/name';\n\nexport const total = rate * name.length;\n",
      'src/main.ts': FILES['src/main.ts'].replaceAll("'./shop/cart'", "'./basket'"),
    });
    const { caused, untried, proveAfterwards, mentions } = result;
    expect({
      caused,
      untried,
      proveAfterwards,
      mentions: mentions.map(({ file, line }) => `${file}:${line}`),
    }).toEqual({
      caused: [],
      untried: undefined,
      proveAfterwards: undefined,
      mentions: ['package.json:1', 'src/main.ts:4'],
    });
    write(lab.workspace, result);
    write(lab.workspace, await changed(lab, 'src/basket.ts', 'src/shop/cart.ts'));
    expect(treeOf(lab.workspace)).toEqual(FILES);
  });

  test('a folder, cold, with a file that is no source; and back to the same bytes', async () => {
    const files = { ...FILES, 'src/shop/logo.svg': '<svg/>\n' };
    await using lab = await open(files);
    const result = await changed(lab, 'src/shop', 'src/store/');
    expect(moved(result)).toEqual({
      'src/shop/cart.ts -> src/store/shop/cart.ts': FILES['src/shop/cart.ts'].replace('../tax', '../../tax'),
      'src/shop/logo.svg -> src/store/shop/logo.svg': '',
      'src/shop/name.ts -> src/store/shop/name.ts': '',
      'src/main.ts': FILES['src/main.ts'].replaceAll("'./shop/", "'./store/shop/"),
    });
    expect(result.untried).toContain('it sees new files only in folders that are on disk');
    expect(result.proveAfterwards).toEqual({
      files: ['src/store/shop/name.ts', 'src/tax.ts'],
      servers: ['typescript'],
      standing: [],
      othersKnown: false,
    });
    write(lab.workspace, result);
    write(lab.workspace, await changed(lab, 'src/store/shop', 'src/shop'));
    expect(treeOf(lab.workspace)).toEqual(files);
  });

  test('a JSON file: its imports follow, which is proven once it is there; and back to the same bytes', async () => {
    const files = {
      ...FILES,
      'src/main.ts':
        "import data from './data.json';\nimport * as all from './data.json' with { type: 'json' };\nexport type Data = typeof import('./data.json');\nexport const own: number = data.n;\nexport const other: number = all.n;\nexport const wrong: string = data.n;\n",
      'src/data.json': '{"n": 1}\n',
      'tsconfig.json': FILES['tsconfig.json'].replace('"noEmit"', '"resolveJsonModule":true,"noEmit"'),
    };
    await using lab = await open(files);
    const result = await changed(lab, 'src/data.json', 'src/shop/numbers.json');
    expect(moved(result)).toEqual({
      'src/data.json -> src/shop/numbers.json': '',
      'src/main.ts': files['src/main.ts'].replaceAll('./data.json', './shop/numbers.json'),
    });
    expect(result).toMatchObject({
      caused: [],
      proveAfterwards: { servers: ['typescript'], standing: [{ file: 'src/main.ts', line: 6 }] },
    });
    expect(await writeAndProve(lab, result)).toEqual([]);
    write(lab.workspace, await changed(lab, 'src/shop/numbers.json', 'src/data.json'));
    expect(treeOf(lab.workspace)).toEqual(files);
    // What no JSON file would be cannot be imported.
    const wrong = await changed(lab, 'src/data.json', 'src/data.txt');
    expect((await writeAndProve(lab, wrong)).join()).toContain('data.txt');
  });

  test('an error that the file has already is no reason to refuse it', async () => {
    await using lab = await open({
      ...FILES,
      'src/shop/name.ts': "export const name: string = 'shop';\nexport const wrong: number = name;\n",
    });
    expect(moved(await move(lab, 'src/shop/name.ts', 'src/shop/label.ts'))).toMatchObject({
      'src/shop/name.ts -> src/shop/label.ts': '',
    });
  });
});
