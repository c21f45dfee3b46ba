import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { patient } from '../deadlines.js';
import { GONE_WITHIN, marked, MARK, type Process } from '../processes.js';
import { CART, PRICES } from '../project.js';
import { tsconfig, TYPESCRIPT_7 } from '../typescript.js';
import { Workspace, type Tree } from '../workspace.js';
import { Home } from './home.js';
import { PI_EXTENSION, type PiOptions } from './pi.js';
import type { ModelReply, ScriptedModel } from './script.js';
import { OWN_SETTINGS } from '../own-folders.js';

export const PI_FILES = {
  'tsconfig.json': tsconfig({
    compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' },
    include: ['src'],
  }),
  'src/prices.ts': PRICES,
  'src/cart.ts': CART,
};

export const PI_TOOLS = [
  'lsp_goto_definition',
  'lsp_goto_type_definition',
  'lsp_goto_implementation',
  'lsp_find_references',
  'lsp_hover',
  'lsp_document_symbols',
  'lsp_workspace_symbols',
  'lsp_incoming_calls',
  'lsp_outgoing_calls',
  'lsp_diagnostics',
  'lsp_compare_patches',
  'lsp_fix',
  'lsp_rename_symbol',
  'lsp_move_file',
  'lsp_move_symbol',
  'lsp_replace_symbol',
  'lsp_insert_symbol',
  'lsp_delete_symbol',
  'lsp_organize_imports',
];

export const edit = (path: string, oldText: string, newText: string): ModelReply => ({
  call: 'edit',
  args: { path, edits: [{ oldText, newText }] },
});
export const BREAK = edit(
  'src/cart.ts',
  '(sum, item) => sum + priceOf(item), 0',
  "(sum, item) => sum + priceOf(item), ''",
);
export const MEND = edit('src/cart.ts', "priceOf(item), ''", 'priceOf(item), 0');
export const HOVER: ModelReply = { call: 'lsp_hover', args: { file: 'src/prices.ts', symbol: 'priceOf' } };
export const PI_SECTION =
  /^LSP diagnostics after edit:\n<diagnostics file="src\/cart\.ts">\nERROR \[4:3\] Type 'string' is not assignable to type 'number'\. \(2322\)\n<\/diagnostics>$/;

/** The user's settings, with long deadlines. */
export function settle(home: Home, lsp: Readonly<Record<string, unknown>> | false): void {
  home.writeJson(OWN_SETTINGS, { lsp: patient(lsp) });
}

/** A user with a workspace, and all processes that come of what they start. */
export class Desk {
  readonly home = new Home();
  readonly workspace = new Workspace();
  readonly #mark = randomUUID();

  constructor(lsp: Readonly<Record<string, unknown>> = {}, packages: Tree = TYPESCRIPT_7) {
    this.workspace.write(PI_FILES);
    this.workspace.install(packages);
    settle(this.home, lsp);
  }

  options(options: Pick<PiOptions, 'script'> & Partial<PiOptions>, mark = this.#mark): PiOptions {
    return {
      home: this.home,
      workspace: this.workspace.real,
      extension: PI_EXTENSION,
      ...options,
      env: { [MARK]: mark, ...options.env },
    };
  }

  processes(mark = this.#mark): Process[] {
    return marked(mark);
  }

  async close(): Promise<void> {
    try {
      await vi.waitFor(() => expect(this.processes()).toEqual([]), { timeout: GONE_WITHIN, interval: 50 });
    } finally {
      this.home.dispose();
      this.workspace.dispose();
    }
  }
}

export const declarations = (model: ScriptedModel, turn: number): string[] =>
  (model.asked[turn]?.tools ?? []).filter((name) => name.startsWith('lsp_'));
