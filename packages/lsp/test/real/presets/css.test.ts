import { expect, test } from 'bun:test';

import { brief, openReal } from '../real-lab.ts';
import { Tools } from '../navigation-suite.ts';
import { describeInstalled } from '../installed-suite.ts';

const LINKS = { 'node_modules/vscode-langservers-extracted': 'vscode-langservers-extracted' };

describeInstalled({
  server: 'css',
  links: LINKS,
  extension: '.css',
  clean: 'a { color: red; }\n',
  broken: 'a { color: ; }\n',
  finding: {
    line: 1,
    character: 12,
    endLine: 1,
    endCharacter: 13,
    severity: 'error',
    message: 'property value expected',
    code: 'css-propertyvalueexpected',
    source: 'css',
  },
  table: {
    '\uFEFFa { color: ; }\n': ['1:12 css-propertyvalueexpected property value expected'],
    'a { }\r\nb { color: ; }\r\n': ['2:12 css-propertyvalueexpected property value expected'],
    '/* 🎉é */ a { color: ; }': ['1:22 css-propertyvalueexpected property value expected'],
    'a { color: red;': ['1:16 css-rcurlyexpected } expected'],
  },
  program: { name: 'vscode-css-language-server', version: '4.10.0' },
});

test('REQ-LANG-010: CSS, SCSS and Less are three languages to one server', async () => {
  await using lab = await openReal({ servers: ['css'], links: LINKS });
  const nested = '$a: 1px;\n@mixin m { width: $a; }\na { @include m; b { color: ; } }\n';
  const report = await lab.check({
    'a.scss': nested,
    'a.less': '@a: 1px;\na { .b; width: @a; c { color: ; } }\n',
    'ok.scss': '$a: 1px;\na { b { width: $a; } }\n',
  });
  expect(Object.entries(report.files).map(([file, list]) => [file, list.map(brief)])).toEqual([
    ['a.scss', ['3:28 css-propertyvalueexpected property value expected']],
    ['a.less', ['2:31 css-propertyvalueexpected property value expected']],
    ['ok.scss', []],
  ]);
});

test('REQ-CFG-040: settings of the user reach it', async () => {
  const css = { settings: { 'css.lint.unknownProperties': 'error' } };
  await using lab = await openReal({ servers: { css }, links: LINKS });
  expect((await lab.checkFile('a.css', 'a { colour: red; }\n')).map(brief)).toEqual([
    "1:5 unknownProperties Unknown property: 'colour'",
  ]);
});

const STYLES = {
  'vars.scss':
    '$brand: red;\n$brand-dark: darkred;\n$own: 1px;\n%box { padding: $own; }\n@mixin card { width: $own; }\n',
  'main.scss': "@use 'vars';\n.a { color: vars.$brand; @extend %box; @include vars.card; }\n",
};

test.each([
  ['$brand', 1, '$first', 'main.scss:2 has `$brand`, too, and css sees one file at a time'],
  ['card', 5, 'tile', 'main.scss:2 has `card`, too, and css sees one file at a time'],
])(
  'Quirk(css): %s may stand in other files, which the answer names, and no rename is half done',
  async (symbol, line, newName, why) => {
    await using lab = await openReal({ servers: ['css'], links: LINKS, files: STYLES });
    const tools = await Tools.of(lab);
    expect(await tools.answer('lsp_find_references', { file: 'vars.scss', symbol })).toContain(
      `(there may be more: ${why})`,
    );
    const rename = { kind: 'rename', filePath: 'vars.scss', symbol, line, newName } as const;
    const refused = await lab.sidecar.request('lsp/refactor', rename);
    expect('refused' in refused && refused.refused).toContain(`${why}. What it means there is not known`);
    const forced = await lab.sidecar.request('lsp/refactor', { ...rename, force: true });
    expect('changes' in forced && forced.changes.map(({ file }) => file)).toEqual(['vars.scss']);
  },
);

test('names with marks and hyphens are renamed, the mark given or not, and longer ones are none of theirs', async () => {
  const files = {
    'a.css':
      ':root { --brand: red; --brand-dark: blue; }\na { color: var(--brand); margin: var( --brand-dark , 1px); }\n',
    'a.scss':
      '$brand: red;\n$brand-dark: blue;\n%box-a { color: $brand; }\n@mixin card-big { color: $brand-dark; }\na { @extend %box-a; @include card-big; }\n',
  };
  await using lab = await openReal({ servers: ['css'], links: LINKS, files });
  const rename = async (filePath: keyof typeof files, line: number, symbol: string, newName: string) => {
    const result = await lab.sidecar.request('lsp/refactor', {
      kind: 'rename',
      filePath,
      line,
      symbol,
      newName,
    });
    return 'refused' in result ? result.refused : [result.changes.map(({ text }) => text), result.mentions];
  };
  const after = (file: keyof typeof files, from: RegExp, to: string) => [[files[file].replace(from, to)], []];
  expect(await rename('a.css', 1, '--brand', 'main')).toEqual(after('a.css', /--brand(?!-)/g, '--main'));
  expect(await rename('a.css', 1, '--brand-dark', '--dark-x')).toEqual(
    after('a.css', /--brand-dark/g, '--dark-x'),
  );
  expect(await rename('a.scss', 1, '$brand', 'main')).toEqual(after('a.scss', /\$brand(?!-)/g, '$$main'));
  expect(await rename('a.scss', 3, '%box-a', 'shell')).toEqual(after('a.scss', /%box-a/g, '%shell'));
  expect(await rename('a.scss', 4, 'card-big', 'tile-big')).toEqual(after('a.scss', /card-big/g, 'tile-big'));
  expect(await rename('a.scss', 4, 'card-big', 'tile big')).toContain('is no name in this language');
});

test('Quirk(css): a name of this file alone is renamed, and its references are complete', async () => {
  await using lab = await openReal({ servers: ['css'], links: LINKS, files: STYLES });
  const tools = await Tools.of(lab);
  expect(await tools.answer('lsp_find_references', { file: 'vars.scss', symbol: '%box' })).toContain(
    'main.scss:2 has `%box`, too',
  );
  expect(await tools.answer('lsp_find_references', { file: 'vars.scss', symbol: '$own' })).not.toContain(
    'there may be',
  );
  const result = await lab.sidecar.request('lsp/refactor', {
    kind: 'rename',
    filePath: 'vars.scss',
    symbol: '$own',
    line: 3,
    newName: '$mine',
  });
  expect('changes' in result && result.changes[0]?.text).toBe(
    STYLES['vars.scss'].replaceAll('$own', '$mine'),
  );
  // What it does not see is no verdict that it is not there.
  expect(await tools.answer('lsp_goto_definition', { file: 'main.scss', line: 2, character: 20 })).toContain(
    'vars.scss:1 has `$brand`, too',
  );
});

const SHEET =
  '.card { color: red; }\n.card .title-big { color: blue; }\n#main { --brand: 1px; }\n@keyframes spin { from { top: 0; } }\n.a { animation: spin 1s; width: var(--brand); }\n';

const SAID: readonly (readonly [title: string, symbol: string, file: string, text: string, line: number])[] =
  [
    ['a class of a page', 'card', 'i.html', '<div class="a card">card</div>\n', 1],
    ['an id of a page', 'main', 'i.html', '<p>main</p>\n<div id=main></div>\n', 2],
    [
      'a class of a Vue component',
      'card',
      'i.vue',
      '<template>\n<p @a="() => x"\n class="\n card" />\n</template>\n',
      4,
    ],
    ['a style of a Vue component', '$brand', 'i.vue', '<style lang="scss">p { color: $brand; }</style>\n', 1],
    ['a directive of Svelte', 'card', 'i.svelte', '<p class:card={x} />\n', 1],
    ['a class in JSX', 'card', 'i.jsx', 'export const a = <p className="card" />;\n', 1],
    [
      'a template in JSX',
      'card',
      'i.tsx',
      "export const a = (\n <p>don't\n  <b className={`\n    card\n  `} />\n </p>);\n",
      4,
    ],
    [
      'a member of a module',
      'title-big',
      'i.tsx',
      "import s from './a.scss';\nexport const a = s.titleBig;\n",
      2,
    ],
    ['a query', 'card', 'i.ts', 'export const a = document.querySelector(".card");\n', 1],
    ['a property of a script', '--brand', 'i.ts', "export const a = get('--brand');\n", 1],
    ['an animation of a page', 'spin', 'i.html', '<p style="animation: spin 1s"></p>\n', 1],
    ['a part of a composed name', 'block', 'i.html', '<p class="block__title"></p>\n', 1],
    ['a composed name', '__title', 'i.html', '<p class="block__title"></p>\n', 1],
  ];

test.each(SAID)(
  'Quirk(css): %s is not seen: no answer is complete, and no rename half done',
  async (_, symbol, other, text, line) => {
    const sheet = `$brand: red;\n.block { &__title { color: $brand; } }\n${SHEET}`;
    await using lab = await openReal({
      servers: ['css', 'html', 'typescript', 'vue', 'svelte'],
      links: LINKS,
      files: { 'a.scss': sheet, [other]: text },
    });
    const rows = sheet.split('\n');
    const row = rows.findIndex((one) => one.includes(symbol));
    const tools = await Tools.of(lab);
    const at = { file: 'a.scss', line: row + 1, character: (rows[row] ?? '').indexOf(symbol) + 1 };
    const why = `${other}:${line} may mean \`${symbol}\`, too, which css does not see`;
    expect(await tools.answer('lsp_find_references', at)).toContain(`(there may be more: ${why})`);
    const rename = { kind: 'rename', filePath: 'a.scss', symbol, line: row + 1, newName: 'x' } as const;
    const refused = await lab.sidecar.request('lsp/refactor', rename);
    expect('refused' in refused && refused.refused).toContain(`${why}. What it means there is not known`);
  },
);

test('a word that other files say, and that is no class there, keeps no name from its rename', async () => {
  await using lab = await openReal({
    servers: ['css', 'html', 'typescript'],
    links: LINKS,
    files: {
      'a.css': SHEET,
      'i.html': '<p class="card-big">a card</p>\n<script>const card = 1;</script>\n',
      'i.ts': '// a "card"\nexport const card = { card: 1 };\n',
    },
  });
  const tools = await Tools.of(lab);
  expect(await tools.answer('lsp_find_references', { file: 'a.css', line: 1, character: 2 })).not.toContain(
    'there may be',
  );
  const rename = { kind: 'rename', filePath: 'a.css', symbol: 'card', line: 1, newName: 'tile' } as const;
  const result = await lab.sidecar.request('lsp/refactor', rename);
  expect('changes' in result && result.changes[0]?.text).toBe(SHEET.replaceAll('.card', '.tile'));
  const id = { ...rename, symbol: 'main', line: 3, newName: 'top' } as const;
  const other = await lab.sidecar.request('lsp/refactor', id);
  expect('changes' in other && other.changes[0]?.text).toBe(SHEET.replace('#main', '#top'));
});

test('Quirk(html): classes of its markup, and those of its style, are not seen together', async () => {
  const page = '<style>\n.card { top: 0; }\n</style>\n<p class="card own">other</p>\n';
  await using lab = await openReal({
    servers: ['css', 'html'],
    links: LINKS,
    files: { 'i.html': page, 'a.css': '.own {}\n' },
  });
  const tools = await Tools.of(lab);
  const ask = (line: number, character: number): Promise<string> =>
    tools.answer('lsp_find_references', { file: 'i.html', line, character });
  expect(await ask(2, 2)).toContain('i.html:4 may mean `card`, too, which html does not see');
  expect(await ask(4, 11)).toContain('i.html:2 may mean `card`, too, which html does not see');
  expect(await ask(4, 16)).toContain('a.css:1 may mean `own`, too, which html does not see');
  expect(await ask(4, 22)).not.toContain('may mean');
});
