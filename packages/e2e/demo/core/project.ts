import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../../../scripts/lib/paths.mjs';

/** Two packages in two languages, clean as they are. */
const FILES: Readonly<Record<string, string>> = {
  'web/package.json': `{ "name": "web", "private": true, "type": "module" }
`,
  'web/tsconfig.json': `{
  "compilerOptions": { "strict": true, "noEmit": true, "target": "ES2022", "module": "ESNext", "moduleResolution": "Bundler" },
  "include": ["src"]
}
`,
  'web/eslint.config.js': `import tseslint from 'typescript-eslint';

export default tseslint.config(tseslint.configs.recommended);
`,
  'web/src/prices.ts': `export interface Item {
  name: string;
  cents: number;
  count: number;
}

export function priceOf(item: Item): number {
  return item.cents * item.count;
}
`,
  'web/src/cart.ts': `import { priceOf, type Item } from './prices';

export function total(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + priceOf(item), 0);
}
`,
  'web/src/receipt.ts': `import { total } from './cart';
import type { Item } from './prices';

export function receipt(items: readonly Item[]): string {
  const lines = items.map((item) => item.count + ' x ' + item.name);
  return [...lines, 'Total: ' + total(items) / 100].join('\\n');
}
`,
  'reports/pyproject.toml': `[project]
name = "reports"
version = "1.0.0"
`,
  'reports/rows.py': `from dataclasses import dataclass


@dataclass
class Row:
    name: str
    cents: int
`,
};

/** What the TypeScript package has installed: folders below this repository's node_modules. */
const INSTALLED = ['eslint', 'typescript', 'typescript-eslint'];

/** Makes the workspace in a folder of its own, which is removed when this process ends. Returns its real path. */
export function makeProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-demo-')));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const [path, text] of Object.entries(FILES)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const modules = join(folder, 'web', 'node_modules');
  mkdirSync(modules);
  for (const name of INSTALLED)
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  return folder;
}
