import { expect, test } from 'bun:test';

import { Gateway, type Json } from '../../harness/gateway.ts';
import { testWith } from '../needs.ts';

interface Project {
  server: string;
  /** The first defines `target` and holds one error; each other one uses it. */
  files: Record<string, string>;
  manifest: Record<string, string>;
  target: string;
  /** What a hover says of it. */
  hover: string;
  /** What the first file holds, in order: name, container. */
  outline: string[][];
  error: { word: string; code: string };
}

const TYPESCRIPT: Project = {
  server: 'typescript',
  manifest: {
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"noEmit":true,"lib":["es5"],"module":"esnext","moduleResolution":"bundler"},"include":["**/*.ts"]}',
  },
  files: {
    'src/my core#1.ts':
      'export class Holder {\r\n  held = 1;\r\n}\r\nexport function target(n: number): number {\r\n  return n;\r\n}\r\nexport const wrong: string = 1;\r\n',
    'src/é/🎉.ts':
      "import { target } from '../my core#1';\nexport const party = '🎉🎉' + target(1) + target(2);\n",
    'src/b.ts': "import { target } from './my core#1';\ntarget(1);\n",
  },
  target: 'target',
  hover: 'target(n: number): number',
  outline: [['Holder'], ['held', 'Holder'], ['target'], ['wrong']],
  error: { word: 'wrong', code: '2322' },
};

const GO: Project = {
  server: 'gopls',
  manifest: { 'go.mod': 'module demo\n\ngo 1.21\n' },
  files: {
    'core/core.go':
      'package core\n\ntype Holder struct{ Held int }\n\nfunc Target(n int) int { return n }\n\nvar Wrong string = 1\n',
    'p/my file.go':
      'package p\n\nimport "demo/core"\n\nvar Party = "🎉🎉" + string(rune(core.Target(1)+core.Target(2)))\n',
  },
  target: 'Target',
  hover: 'func core.Target(n int) int',
  outline: [['Holder'], ['Held', 'Holder'], ['Target'], ['Wrong']],
  error: { word: '1', code: 'IncompatibleAssign' },
};

/** Each place that says a word, by the text alone; files in the order of their URIs. */
function places(gateway: Gateway, files: Project['files'], word: string): Json[] {
  const uris = Object.keys(files)
    .map((file) => ({ uri: gateway.uri(file), text: files[file] ?? '' }))
    .sort((a, b) => (a.uri < b.uri ? -1 : 1));
  return uris.flatMap(({ uri, text }) =>
    text.split(/\r?\n/).flatMap((content, line) =>
      [...content.matchAll(new RegExp(`(?<![\\w"])${word}\\b`, 'g'))].map(({ index }) => ({
        uri,
        range: { start: { line, character: index }, end: { line, character: index + word.length } },
      })),
    ),
  );
}

async function expectAnswers({
  server,
  files,
  manifest,
  target,
  hover,
  outline,
  error,
}: Project): Promise<void> {
  await using gateway = await Gateway.open({
    files: { ...manifest, ...files },
    servers: { [server]: {} },
    config: { firstTouchTimeout: 24_000, diagnosticTimeout: 20_000 },
  });
  const [first = '', ...others] = Object.keys(files);
  for (const file of [first, ...others]) await gateway.started(file);
  const all = places(gateway, files, target);
  const definition = all.find(({ uri }) => uri === gateway.uri(first));
  const uses = all.filter((place) => place !== definition);
  // Columns count UTF-16 code units: the last one stands behind two emojis.
  const last = places(gateway, { [others[0] ?? '']: files[others[0] ?? ''] ?? '' }, target).at(-1) as {
    uri: string;
    range: { start: Json };
  };
  const at = { uri: last.uri, position: last.range.start };

  expect((await gateway.loaded('definition', at))['locations']).toEqual([definition]);
  // Asked at an import, tsserver takes the declaration for a use.
  const declared = {
    uri: gateway.uri(first),
    position: (definition as { range: { start: Json } }).range.start,
  };
  expect((await gateway.loaded('references', declared))['items']).toEqual(uses);
  const whole: unknown[] = [];
  for (let cursor: unknown = null, more = true; more; more = cursor !== null) {
    const page = await gateway.loaded('references', { ...at, includeDeclaration: true, pageSize: 2, cursor });
    whole.push(...(page['items'] as Json[]));
    cursor = page['nextCursor'];
  }
  expect(whole).toEqual(all);
  expect(JSON.stringify((await gateway.loaded('hover', at))['contents'])).toContain(hover);

  const { symbols } = (await gateway.loaded('documentSymbols', { uri: gateway.uri(first) })) as {
    symbols: { name: string; containerName?: string }[];
  };
  expect(
    symbols.map(({ name, containerName }) => [name, ...(containerName === undefined ? [] : [containerName])]),
  ).toEqual(outline);
  const found = (await gateway.loaded('workspaceSymbols', { query: target })) as {
    items: { name: string; location: Json }[];
  };
  expect(found.items.map(({ location }) => location['uri'])).toContain(gateway.uri(first));

  const { diagnostics } = (await gateway.loaded('diagnostics.document', { uri: gateway.uri(first) })) as {
    diagnostics: { range: Json; code: string; severity: number }[];
  };
  expect(
    diagnostics.map(({ range, code, severity }) => ({
      start: (range as { start: { line: number } }).start.line,
      code,
      severity,
    })),
  ).toEqual([{ start: lineOf(files[first] ?? '', error.word), code: error.code, severity: 1 }]);
  expect(((await gateway.loaded('diagnostics.workspace', {})) as { items: unknown }).items).toEqual([
    { uri: gateway.uri(first), diagnostics },
  ]);
}

/** The last line that says it. */
function lineOf(text: string, word: string): number {
  return text.split(/\r?\n/).findLastIndex((line) => line.includes(word));
}

test('REQ-NAV-010 gateway-contract 7: TypeScript behind the seven tools', () => expectAnswers(TYPESCRIPT));

testWith('go', 'gopls')('REQ-NAV-010 gateway-contract 7: gopls behind the seven tools', () =>
  expectAnswers(GO),
);
