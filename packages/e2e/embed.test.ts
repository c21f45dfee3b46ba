import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { Home } from './support/hosts/home.js';
import { MARK, marked } from './support/processes.js';
import { CART, PRICES } from './support/project.js';
import { Workspace } from './support/workspace.js';
import { OWN_SETTINGS } from './support/own-folders.js';

const at = (path: string): string => join(root, path);

const LINES: readonly unknown[] = [
  { tool: 'read', params: { path: 'src/cart.ts' } },
  {
    tool: 'edit',
    params: {
      file_path: 'src/cart.ts',
      old_string: 'sum + priceOf(item), 0',
      new_string: "sum + priceOf(item), ''",
    },
  },
  {
    tool: 'edit',
    params: { file_path: 'src/cart.ts', old_string: "priceOf(item), ''", new_string: 'priceOf(item), 0' },
  },
  { tool: 'append', params: { path: 'src/prices.ts', text: "export const free: number = 'nothing';\n" } },
  { tool: 'lsp_hover', params: { file: 'src/prices.ts', symbol: 'priceOf' } },
  { tool: 'none', params: {} },
  '/lsp status',
];

describe('examples/embed', () => {
  const mark = randomUUID();
  let home: Home;
  let workspace: Workspace;
  let said: string;

  beforeAll(async () => {
    home = new Home();
    workspace = new Workspace();
    workspace.write({
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "ESNext", "moduleResolution": "Bundler" } }\n',
      'src/cart.ts': CART,
      'src/prices.ts': PRICES,
    });
    home.writeJson(OWN_SETTINGS, {
      lsp: { linterGrace: 'none', firstTouchTimeout: 60_000, diagnosticTimeout: 60_000 },
    });
    const program = ['--import', import.meta.resolve('tsx'), at('examples/embed/agent.ts')];
    const agent = spawn(process.execPath, program, {
      cwd: workspace.real,
      env: home.environment({ [MARK]: mark }),
      stdio: 'pipe',
    });
    agent.stdin.end(
      LINES.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    );
    const [out, err, code] = await Promise.all([
      text(agent.stdout),
      text(agent.stderr),
      new Promise((resolve) => agent.once('close', resolve)),
    ]);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^user settings: lsp\.linterGrace: must be .*\n$/),
    ]);
    said = out;
  });
  afterAll(() => {
    home.dispose();
    workspace.dispose();
  });

  it('REQ-DIAG-010: its edits, and those of a tool of its own, carry their errors; what is mended carries none', () => {
    const error = (where: string): string =>
      `ERROR [${where}] Type 'string' is not assignable to type 'number'. (2322)\n</diagnostics>\n`;
    expect(said).toMatch(
      /^Edited src\/cart\.ts: .*\n\nLSP diagnostics after edit:\n<diagnostics file="src\/cart\.ts">\n/m,
    );
    expect(said).toContain(
      `${error('4:3')}Edited src/cart.ts: replaced 1 time (line 4).\nAppended to src/prices.ts.\n\nLSP diagnostics after edit:\n`,
    );
    expect(said).toContain(error('9:14'));
  });

  it('REQ-NAV-020, REQ-STATUS-010: its tools and its /lsp status are there', () => {
    expect(said).toContain('function priceOf(item: Item): number');
    expect(said).toMatch(
      /There are: append, read, edit, write_file, apply_patch, lsp_goto_definition, .*lsp_diagnostics, lsp_compare_patches\n/,
    );
    expect(said).toMatch(/\nLSP servers in .*:\n[^]*typescript +active/);
  });

  it('REQ-LIFE-040: nothing of it is left', async () => {
    await vi.waitFor(() => expect(marked(mark)).toEqual([]), { timeout: 2000, interval: 50 });
  });

  it('docs/embed.md quotes what was run, and it is fewer than 45 lines', () => {
    const source = readFileSync(at('examples/embed/lsp.ts'), 'utf8');
    expect(readFileSync(at('docs/embed.md'), 'utf8')).toContain(`\`\`\`ts\n${source}\`\`\`\n`);
    expect(source.trimEnd().split('\n').length).toBeLessThan(45);
  });
});
