import { expect, vi } from 'vitest';
import { GONE_WITHIN } from '../processes.js';
import { CART, PRICES } from '../project.js';
import { tsconfig } from '../typescript.js';
import type { Family } from './lab.js';

const TSCONFIG = tsconfig({ include: ['src'] });
export const FILES = {
  'package.json': '{ "name": "shop", "private": true }\n',
  'tsconfig.json': TSCONFIG,
  'src/prices.ts': PRICES,
  'src/cart.ts': CART,
};

export const WRONG = "export const tax: number = 'many';\n";
export const FINDING = "ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)";
/** What Gemini CLI makes of our text behind a result, as far as it is about the file that was written. */
export const found = (file: string, finding: string): string =>
  `\n\n<hook_context>LSP errors detected in this file:\n&lt;diagnostics file="${file}"&gt;\n${finding}\n&lt;/diagnostics&gt;`;

export const SIDECAR = 'sidecar.js';
export const SERVER = 'typescript-language-server';
/** Nothing of it is left within two seconds. */
export async function gone(family: Family): Promise<void> {
  await vi.waitFor(() => expect(family.processes().map(({ command }) => command)).toEqual([]), {
    timeout: GONE_WITHIN,
    interval: 50,
  });
}
