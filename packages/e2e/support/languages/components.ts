import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  Config,
  deleteSymbol,
  LSP_DEFAULTS,
  moveFile,
  type NavigationTool,
  registerLspNavTools,
  renameSymbol,
  replaceSymbol,
  writeFile,
} from '@vybestack/llxprt-lsp-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { install } from '../../../bench/src/languages/install.js';
import { ROWS } from '../../../bench/src/languages/rows.js';
import { folderOf } from '../cli.js';
import { PATIENT } from '../deadlines.js';
import { tsconfig } from '../typescript.js';
import type { Tree } from '../workspace.js';

/** A cold server on a busy machine, ms. */
const LIMIT = 240_000;

const LIB =
  'export function add(a: number, b: number): number {\n  return a + b;\n}\nexport interface Cart { total: number }\n';
const USER = "import { add } from './lib';\nexport const four = add(2, 2);\n";

/** A language whose files have TypeScript inside. */
export interface ComponentLanguage {
  /** Also of its row in the matrix. */
  readonly id: 'vue' | 'svelte';
  /** Of the row's installation, to be linked into the project. */
  readonly modules: readonly string[];
  /** Further packages, by their paths. */
  readonly packages: Tree;
  readonly file: string;
  /** `add` and `total` are lib.ts's, and stand in the script and in the markup; `sum` is its own. */
  readonly text: string;
}

export function describeComponents({ id, modules: names, packages, file, text }: ComponentLanguage): void {
  describe(`TypeScript inside ${file}`, { timeout: LIMIT }, () => {
    const files = {
      'package.json': '{}\n',
      'tsconfig.json': tsconfig({
        compilerOptions: { module: 'esnext', moduleResolution: 'bundler' },
        include: ['**/*'],
        exclude: ['node_modules'],
      }),
      'lib.ts': LIB,
      'user.ts': USER,
      [file]: text,
    };

    /** Skips the test where the server cannot be installed. */
    async function open(skip: (condition: boolean, note: string) => void, isThere = true) {
      const row = ROWS.find((one) => one.id === id);
      if (row === undefined) throw new Error(`there is no row ${id}`);
      const installed = await install(row);
      // CI reaches the registries.
      skip(
        installed.kind === 'failed' && process.env['CI'] !== 'true',
        'not installed, and no registry is in reach',
      );
      if (installed.kind === 'failed') throw new Error(installed.reason);
      const modules = join(installed.folder, 'node_modules');
      const workspaceRoot = folderOf(files, {
        ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, join(modules, name)])),
        ...packages,
      });
      const path = process.env['PATH'] ?? '';
      process.env['PATH'] = [...installed.bin, path].join(delimiter);
      onTestFinished(() => {
        process.env['PATH'] = path;
      });
      const config = new Config({
        workspaceRoot,
        lsp: {
          ...LSP_DEFAULTS,
          ...PATIENT,
          otherFiles: 'always',
          includeSeverities: ['error'],
          servers: { eslint: { enabled: false }, [id]: { enabled: isThere } },
        },
        logger: { debug: () => undefined },
      });
      onTestFinished(() => config.shutdown());
      await config.initialize();
      const context = config.toolContext();
      const read = (name: string): string => readFileSync(join(workspaceRoot, name), 'utf8');
      const write = async (name: string, content: string): Promise<string> =>
        (await writeFile({ file_path: name, content }, context)).llmContent;
      const rename = async (
        name: string,
        symbol: string,
        newName: string,
        more: { line?: number; force?: boolean } = {},
      ): Promise<string | undefined> =>
        (await renameSymbol({ file: name, symbol, new_name: newName, ...more }, context)).error?.message;
      return { config, context, read, write, rename };
    }

    /** All three files, with a name replaced but in the comment. */
    const renamed = (from: string, to: string): string[] =>
      [LIB, USER, text].map((one) => one.replaceAll(new RegExp(`(?<!// )\\b${from}\\b`, 'g'), to));

    it('a rename reaches in from a .ts file, and out to it, to the same bytes', async ({ skip }) => {
      const { read, rename } = await open(skip);
      const all = (): string[] => ['lib.ts', 'user.ts', file].map(read);
      expect([await rename('lib.ts', 'add', 'plus'), all()]).toEqual([undefined, renamed('add', 'plus')]);
      expect([await rename(file, 'plus', 'add'), all()]).toEqual([undefined, [LIB, USER, text]]);
      expect([await rename('user.ts', 'add', 'plus', { line: 2 }), all()]).toEqual([
        undefined,
        renamed('add', 'plus'),
      ]);
      expect([await rename('lib.ts', 'plus', 'add'), all()]).toEqual([undefined, [LIB, USER, text]]);
      expect([await rename('lib.ts', 'total', 'price'), all()]).toEqual([
        undefined,
        renamed('total', 'price'),
      ]);
      expect([await rename(file, 'price', 'total', { line: 5 }), all()]).toEqual([
        undefined,
        [LIB, USER, text],
      ]);
      expect([await rename(file, 'sum', 'three'), all()]).toEqual([undefined, renamed('sum', 'three')]);
    });

    it('a key stays where a variable of its name is renamed', async ({ skip }) => {
      const { read, write, rename } = await open(skip);
      const script = `  const sum: number = 1;\n  const keys = { sum };\n${id === 'vue' ? '  defineExpose({ sum });\n' : ''}`;
      const markup = id === 'vue' ? '{{ sum + keys.sum }}' : '{sum + keys.sum}';
      const wrap = (inner: string, shown: string): string =>
        id === 'vue'
          ? `<script setup lang="ts">\n${inner}</script>\n\n<template><p>${shown}</p></template>\n`
          : `<script lang="ts">\n${inner}</script>\n\n<p>${shown}</p>\n`;
      const name = `keys.${id}`;
      await write(name, wrap(script, markup));
      expect([await rename(name, 'sum', 'total'), read(name)]).toEqual([
        undefined,
        wrap(
          script.replace('const sum', 'const total').replaceAll('{ sum }', '{ sum: total }'),
          markup.replace('sum +', 'total +'),
        ),
      ]);
      expect([await rename(name, 'total', 'sum', { line: 2 }), read(name)]).toEqual([
        undefined,
        wrap(script, markup),
      ]);
      const line =
        read(name)
          .split('\n')
          .findIndex((row) => row.includes('keys.sum')) + 1;
      expect([await rename(name, 'keys.sum', 'all', { line }), read(name)]).toEqual([
        undefined,
        wrap(script.replace('keys = { sum }', 'keys = { all: sum }'), markup.replace('keys.sum', 'keys.all')),
      ]);
    });

    it('a variable in markup, where it is a key, an attribute or a directive as well: those stay', async ({
      skip,
    }) => {
      const { read, write, rename } = await open(skip);
      const [before, after] =
        id === 'vue'
          ? [
              '<script setup lang="ts">\nimport { useTemplateRef } from \'vue\';\nconst name = 1;\nconst box = useTemplateRef<HTMLElement>(\'box\');\nconst show = (all: { name: number }) => [all, box.value];\n</script>\n\n<template>\n  <p ref="box" :name v-bind="{ name }" @click="show({ name })">{{ show({\n    name,\n  }) }} {{ name }}</p>\n</template>\n',
              '<script setup lang="ts">\nimport { useTemplateRef } from \'vue\';\nconst title = 1;\nconst frame = useTemplateRef<HTMLElement>(\'box\');\nconst show = (all: { name: number }) => [all, frame.value];\n</script>\n\n<template>\n  <p ref="box" :name="title" v-bind="{ name: title }" @click="show({ name: title })">{{ show({\n    name: title,\n  }) }} {{ title }}</p>\n</template>\n',
            ]
          : [
              '<script lang="ts">\n  let name = "red";\n  let box = true;\n</script>\n\n<p {name} class:box style:name|important {...{ name }}>{name}</p>\n',
              '<script lang="ts">\n  let title = "red";\n  let frame = true;\n</script>\n\n<p name={title} class:box={frame} style:name|important={title} {...{ name: title }}>{title}</p>\n',
            ];
      const file = `alone.${id}`;
      await write(file, before);
      const [nameLine, boxLine] = id === 'vue' ? [3, 4] : [2, 3];
      expect(await rename(file, 'name', 'title', { line: nameLine })).toBeUndefined();
      expect([await rename(file, 'box', 'frame', { line: boxLine }), read(file)]).toEqual([undefined, after]);
    });

    it('a property that markup and script have in hand under its name alone: the variable stays', async ({
      skip,
    }) => {
      const { read, write, rename } = await open(skip);
      const [script, markup] =
        id === 'vue'
          ? ['<script setup lang="ts">', '<template><p>{{ total }} {{ cart.total }}</p></template>']
          : ['<script lang="ts">', '<p>{total} {cart.total}</p>'];
      const text = `${script}\nimport type { Cart } from './lib';\nconst cart: Cart = { total: 1 };\nconst { total } = cart;\n</script>\n\n${markup}\n`;
      await write(`taken.${id}`, text);
      expect([await rename('lib.ts', 'Cart.total', 'price'), read(`taken.${id}`)]).toEqual([
        undefined,
        text
          .replace('{ total: 1', '{ price: 1')
          .replace('{ total }', '{ price: total }')
          .replace('cart.total', 'cart.price'),
      ]);
    });

    it('a property that has its value from a function is none of its uses', async ({ skip }) => {
      const { read, write, rename } = await open(skip);
      skip(id !== 'vue', 'the options of Vue');
      const options =
        "import { add } from './lib';\nexport default {\n  data() { return { add, n: 1 }; },\n  methods: { go() { return this.add(this.n, 1); } },\n};\n";
      const wrap = (inner: string): string =>
        `<script lang="ts">\n${inner}</script>\n\n<template><p>{{ add(1, n) }}</p></template>\n`;
      await write('options.vue', wrap(options));
      expect([await rename('lib.ts', 'add', 'plus'), read('options.vue')]).toEqual([
        undefined,
        wrap(options.replace('import { add }', 'import { plus }').replace('{ add,', '{ add: plus,')),
      ]);
    });

    it('what a component exports is renamed in the .ts file and the component that import it', async ({
      skip,
    }) => {
      const { read, write, rename } = await open(skip);
      const component = (script: string): string =>
        id === 'svelte'
          ? `<script module lang="ts">\n${script}</script>\n`
          : `<script lang="ts">\n${script}</script>\n`;
      const texts = {
        [`named.${id}`]: component('  export function greet(): string {\n    return "";\n  }\n'),
        // The error in names.ts stands under either name: TypeScript does not see what it exports.
        'shims.d.ts': `declare module '*.${id}' {\n  const component: object;\n  export default component;\n}\n`,
        'names.ts': `import { greet } from './named.${id}';\nexport const one: string = greet();\n`,
        [`uses.${id}`]: component(
          `  import { greet } from './named.${id}';\n  export const two = greet();\n`,
        ),
      };
      for (const [name, content] of Object.entries(texts)) await write(name, content);
      const all = (): string[] => Object.keys(texts).map(read);
      expect([await rename(`named.${id}`, 'greet', 'hello'), all()]).toEqual([
        undefined,
        Object.values(texts).map((one) => one.replaceAll('greet', 'hello')),
      ]);
      expect([await rename(`uses.${id}`, 'hello', 'greet', { line: 2 }), all()]).toEqual([
        undefined,
        Object.values(texts),
      ]);
      expect([await rename('names.ts', 'greet', 'hello', { line: 2 }), all()]).toEqual([
        undefined,
        Object.values(texts).map((one) => one.replaceAll('greet', 'hello')),
      ]);
    });

    it.runIf(id === 'svelte')(
      'a definition in a component is replaced, and deleted unless it is used',
      async ({ skip }) => {
        const { context, read, write } = await open(skip);
        const component =
          "<script lang=\"ts\">\n  /** Greets. */\n  export function greet(): string {\n    return '';\n  }\n\n  function unused(): number {\n    return 1;\n  }\n</script>\n\n<p>don't {greet()}</p>\n";
        await write(`own.${id}`, component);
        const replaced = await replaceSymbol(
          { file: `own.${id}`, symbol: 'greet', text: "export function greet(): string {\n  return 'a';\n}" },
          context,
        );
        expect([replaced.error?.message, read(`own.${id}`)]).toEqual([
          undefined,
          component.replace("return ''", "return 'a'"),
        ]);
        const used = await deleteSymbol({ file: `own.${id}`, symbol: 'greet' }, context);
        expect(used.error?.message).toContain('`greet` is used');
        const deleted = await deleteSymbol({ file: `own.${id}`, symbol: 'unused' }, context);
        expect([deleted.error?.message, read(`own.${id}`)]).toEqual([
          undefined,
          component
            .replace("return ''", "return 'a'")
            .replace('\n  function unused(): number {\n    return 1;\n  }\n', ''),
        ]);
      },
    );

    it('without its server nothing is renamed that may stand in it, and the reason says so', async ({
      skip,
    }) => {
      const { read, rename } = await open(skip, false);
      expect(await rename('lib.ts', 'add', 'plus')).toContain(
        `${file} has the word \`add\`, and its server ${id} is switched off`,
      );
      expect([read('lib.ts'), read('user.ts')]).toEqual([LIB, USER]);
      expect(await rename('user.ts', 'four', 'quad')).toBeUndefined();
    });

    /** `lsp_*` tools of a session. */
    async function navigation(config: Config) {
      const tools = new Map<string, NavigationTool>();
      const client = config.getLspServiceClient();
      if (client === undefined) throw new Error('there is no client');
      const registration = registerLspNavTools({
        client,
        registry: { registerTool: (tool) => tools.set(tool.name, tool), unregisterTool: () => undefined },
        logger: { debug: () => undefined },
        config: { ...LSP_DEFAULTS, ...PATIENT },
      });
      onTestFinished(() => registration.unregister());
      await registration.registered;
      const call = async (name: string, at: object) => {
        const result = await tools.get(name)?.execute(at, new AbortController().signal);
        return { text: result?.llmContent, found: result?.structuredContent };
      };
      const places = async (at: object): Promise<string[]> => {
        const { found } = await call('lsp_find_references', at);
        return (found as unknown as { locations: readonly { file: string; line: number }[] }).locations.map(
          (one) => `${one.file}:${one.line}`,
        );
      };
      return { call, places };
    }

    const IN_LIB = { file: 'lib.ts', line: 1, character: 17 };
    const INSIDE = { file, line: 3, character: (text.split('\n')[2] ?? '').indexOf('add') + 1 };

    it('references are found there, too, and callers are the same, whichever file asks', async ({ skip }) => {
      const { config } = await open(skip);
      const { call, places } = await navigation(config);
      const inside = text
        .split('\n')
        .flatMap((line, index) => (/(?<!\/\/ )\badd\b/.test(line) ? [`${file}:${index + 1}`] : []));
      const expected = [...inside, 'lib.ts:1', 'user.ts:1', 'user.ts:2'];
      expect(await places(IN_LIB)).toEqual(expected);
      expect(await places(INSIDE)).toEqual(expected);
      const callers = await call('lsp_incoming_calls', IN_LIB);
      expect(JSON.stringify(callers.found?.['calls'])).toContain('user.ts');
      expect((await call('lsp_incoming_calls', INSIDE)).found?.['calls']).toEqual(callers.found?.['calls']);
    });

    it('where the name stands in too many places, references name the server as left out, and a rename is refused', async ({
      skip,
    }) => {
      const { config, write, rename, read } = await open(skip);
      const own = `  const add = 1;\n${'  void add;\n'.repeat(600)}`;
      await write(
        `many${file}`,
        text.replace(/(?<=<script.*>\n)[^]*(?=<\/script>)/, own).replace(/\n<(p|template)>[^]*/, '\n'),
      );
      const { call, places } = await navigation(config);
      expect((await call('lsp_find_references', IN_LIB)).text).toContain(`(without ${id}`);
      expect(await places(IN_LIB)).toEqual(['lib.ts:1', 'user.ts:1', 'user.ts:2']);
      expect(await rename('lib.ts', 'add', 'plus')).toContain(id);
      expect([read('lib.ts'), read('user.ts'), read(file)]).toEqual([LIB, USER, text]);
    });

    it('a proposal in a .ts file does not say that all other files were judged, whether their server runs or not', async ({
      skip,
    }) => {
      const { config, write } = await open(skip);
      const client = config.getLspServiceClient();
      const propose = async () =>
        (
          await client?.propose({
            files: [{ filePath: 'lib.ts', text: `${LIB}export const more = 1;\n` }],
            others: true,
          })
        )?.othersComplete;
      expect(await propose()).toBe(false);
      await write(file, `${text}\n`);
      expect(await propose()).toBe(false);
    });

    it('an edit of a .ts file reports what it breaks there, in script and markup; its import is no error', async ({
      skip,
    }) => {
      const { write } = await open(skip);
      const lines = text.split('\n').flatMap((line, index) => (line.includes('add(') ? [index + 1] : []));
      const broken = await write(
        'lib.ts',
        LIB.replace('b: number', 'b: string').replace('a + b', 'a + Number(b)'),
      );
      for (const line of lines)
        expect(broken).toMatch(
          new RegExp(`${line}:\\d+.*type 'number' is not assignable to parameter of type 'string'`),
        );
      expect(await write('lib.ts', LIB)).not.toContain('not assignable');
      const wrong = text.replace('add(sum, 3)', "add(sum, '3')");
      const at = `${lines.at(-1) ?? 0}:${(wrong.split('\n')[(lines.at(-1) ?? 0) - 1] ?? '').indexOf("'3'") + 1}`;
      expect(await write(file, wrong)).toContain(at);
      expect(await write(file, text)).not.toContain('not assignable');
      expect(
        await write('main.ts', `import Cart from './${file}';\nexport const one = Cart;\n`),
      ).not.toContain('Cannot find module');
      expect(await write('main.ts', `import Cart from './no.${id}';\nexport const one = Cart;\n`)).toContain(
        'Cannot find module',
      );
    });

    it.runIf(id === 'vue')('it is moved, and the .ts file that imports it follows', async ({ skip }) => {
      const { context, read, write } = await open(skip);
      const component = `<script lang="ts">\nexport const kind = 'a';\n</script>\n\n<template><p>{{ kind }}</p></template>\n`;
      await write(`kind.${id}`, component);
      await write('names.ts', `import { kind } from './kind.${id}';\nexport const one: string = kind;\n`);
      const replaced = await replaceSymbol(
        { file: `kind.${id}`, symbol: 'kind', text: "export const kind = 'other';" },
        context,
      );
      expect(replaced.error?.message).toBeUndefined();
      const moved = await moveFile({ from: `kind.${id}`, to: `deep/kind.${id}` }, context);
      expect(moved.error?.message).toBeUndefined();
      expect(read('names.ts')).toContain(`'./deep/kind.${id}'`);
      expect(read(`deep/kind.${id}`)).toBe(component.replace("'a'", "'other'"));
    });

    it('a .ts file that it imports is moved, and its import follows', async ({ skip }) => {
      const { context, read } = await open(skip);
      const moved = await moveFile({ from: 'lib.ts', to: 'deep/lib.ts' }, context);
      expect(moved.llmContent).toContain(`M ${file} (+1 -1)`);
      expect(read('deep/lib.ts')).toBe(LIB);
      expect(read(file)).toBe(text.replace("'./lib'", "'./deep/lib'"));
    });
  });
}
