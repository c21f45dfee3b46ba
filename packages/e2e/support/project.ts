import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import type { Tree } from './workspace.js';

const installed = (path: string): string => join(root, path);

const TSCONFIG = `{
  "compilerOptions": { "strict": true, "noEmit": true, "lib": ["ES2022"], "skipLibCheck": true, "types": [], "target": "ES2022", "module": "ESNext", "moduleResolution": "Bundler" },
  "include": ["src"]
}
`;

export const PRICES = `export interface Item {
  name: string;
  cents: number;
}

export function priceOf(item: Item): number {
  return item.cents;
}
`;

export const CART = `import { priceOf, type Item } from './prices';

export function total(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + priceOf(item), 0);
}
`;

export const ROWS = `from dataclasses import dataclass


@dataclass
class Row:
    name: str
    cents: int
`;

export const TOTALS = `from rows import Row


def total(rows: list[Row]) -> int:
    return sum(row.cents for row in rows)
`;

/** Three packages, clean as they are: TypeScript without a compiler of its own but with ESLint, TypeScript 7, and Python. */
export const FILES: Tree = {
  'web/package.json': '{ "name": "web", "private": true, "type": "module" }\n',
  'web/tsconfig.json': TSCONFIG,
  'web/eslint.config.js':
    "import tseslint from 'typescript-eslint';\n\nexport default tseslint.config(tseslint.configs.recommended);\n",
  'web/src/prices.ts': PRICES,
  'web/src/cart.ts': CART,
  'native/package.json': '{ "name": "native", "private": true, "type": "module" }\n',
  'native/tsconfig.json': TSCONFIG,
  'native/src/prices.ts': PRICES,
  'native/src/cart.ts': CART,
  'reports/pyproject.toml': '[project]\nname = "reports"\nversion = "1.0.0"\n',
  'reports/rows.py': ROWS,
  'reports/totals.py': TOTALS,
};

export const PACKAGES: Tree = {
  'web/node_modules/eslint': installed('node_modules/eslint'),
  'web/node_modules/typescript-eslint': installed('node_modules/typescript-eslint'),
  'native/node_modules/typescript': installed('packages/lsp/node_modules/typescript-v7'),
};
