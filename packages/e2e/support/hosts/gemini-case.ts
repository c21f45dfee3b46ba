import { CART, PRICES } from '../project.js';
import { tsconfig } from '../typescript.js';

const TSCONFIG = tsconfig({ include: ['src'] });
export const GEMINI_FILES = {
  'package.json': '{ "name": "shop", "private": true }\n',
  'tsconfig.json': TSCONFIG,
  'src/prices.ts': PRICES,
  'src/cart.ts': CART,
};

/** What Gemini CLI makes of our text behind a result, as far as it is about the file that was written. */
export const found = (file: string, finding: string): string =>
  `\n\n<hook_context>LSP errors detected in this file:\n&lt;diagnostics file="${file}"&gt;\n${finding}\n&lt;/diagnostics&gt;`;

export const SIDECAR = 'sidecar.js';
export const SERVER = 'typescript-language-server';
