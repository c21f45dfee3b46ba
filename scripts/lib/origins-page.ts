import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config, edit, LSP_DEFAULTS, type ToolContext } from '../../packages/core/src/index.js';
import { root } from './paths.mjs';

/** The page with the situations. */
export const page = join(root, 'docs/origins.md');

const marked = /(<!-- situations -->\n)[^]*?(<!-- \/situations -->)/;

/** A file with an error that no one is working on, a module, and a file that depends on it. */
const FILES = {
  'package.json': '{}\n',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "types": [] } }\n',
  'src/report.ts': 'export function title(name: string): string {\n  return name.toUppercase();\n}\n',
  'src/price.ts': 'export interface Price {\n  amount: number;\n}\n',
  'src/cart.ts':
    "import type { Price } from './price.js';\n\nexport const total = (prices: Price[]): number => " +
    'prices.reduce((sum, { amount }) => sum + amount, 0);\n',
};

interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** In this order, in one session. */
const SITUATIONS: readonly { readonly title: string; readonly change: Change }[] = [
  {
    title: 'Broken before: the edit has caused nothing',
    change: { file: 'src/report.ts', from: 'title(', to: 'heading(' },
  },
  {
    title: 'Broken by this edit, in a file that was broken before',
    change: {
      file: 'src/report.ts',
      from: '(name: string): string {',
      to: '(name: string): string {\n  const length: string = name.length;',
    },
  },
  {
    title: 'Broken elsewhere: another file depends on what was renamed',
    change: { file: 'src/price.ts', from: 'amount', to: 'cents' },
  },
  { title: 'Broken by an earlier change', change: { file: 'src/cart.ts', from: 'total', to: 'sum' } },
  {
    title: 'Mended',
    change: { file: 'src/cart.ts', from: '{ amount }) => sum + amount', to: '{ cents }) => sum + cents' },
  },
];

/** The page, with what the model reads now. */
export async function withSituations(): Promise<string> {
  const blocks = await run();
  return readFileSync(page, 'utf8').replace(
    marked,
    (_text, begin: string, end: string) => `${begin}\n${blocks.join('\n\n')}\n\n${end}`,
  );
}

async function run(): Promise<string[]> {
  const workspaceRoot = mkdtempSync(join(tmpdir(), 'origins-'));
  try {
    mkdirSync(join(workspaceRoot, 'src'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(workspaceRoot, name), text);
    const config = new Config({
      workspaceRoot,
      lsp: {
        ...LSP_DEFAULTS,
        report: 'caused',
        otherFiles: 'always',
        firstTouchTimeout: 60_000,
        diagnosticTimeout: 30_000,
      },
      settles: true,
      logger: { debug: () => undefined },
    });
    try {
      await config.initialize();
      // The model reads a file before it changes it.
      config.getLspServiceClient()?.warm(join(workspaceRoot, 'src/report.ts'));
      const context = config.toolContext();
      const blocks: string[] = [];
      for (const { title, change } of SITUATIONS)
        blocks.push(`### ${title}\n\n${quote(await applied(change, context))}`);
      const settled = await config.getLspServiceClient()?.settle();
      return [
        ...blocks,
        '### At the end of that ' +
          `turn\n\n${quote(settled ?? '(nothing: no error that the session has caused stands)')}`,
      ];
    } finally {
      await config.shutdown();
    }
  } finally {
    rmSync(workspaceRoot, { recursive: true, force: true });
  }
}

async function applied({ file, from, to }: Change, context: ToolContext): Promise<string> {
  const { llmContent } = await edit({ file_path: file, old_string: from, new_string: to }, context);
  return llmContent;
}

function quote(text: string): string {
  return ['```text', ...text.split('\n'), '```'].join('\n');
}
