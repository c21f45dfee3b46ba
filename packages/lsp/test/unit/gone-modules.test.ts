import { expect, test } from 'bun:test';

import { importingNone } from '../../src/engine/origins/gone-modules.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import type { Diagnostic } from '../../src/types.ts';

const at = (path: string): AdmittedPath => path as AdmittedPath;

const CASES: [gone: string, importer: string, line: string, isNew: boolean][] = [
  ['/w/cart.ts', '/w/a.ts', "import { total } from './cart.js';", true],
  ['/w/cart.ts', '/w/a.ts', 'export * from "./cart"', true],
  ['/w/cart/index.ts', '/w/a.ts', "import x from './cart/index.js'", true],
  ['/w/cart/index.ts', '/w/a.ts', "import x from './cart'", true],
  ['/w/src/cart.vue', '/w/a.ts', "const c = await import('./src/cart.vue')", true],
  ['/w/user.service.ts', '/w/a.ts', "import { U } from './user.service'", true],
  ['/w/cart.py', '/w/a.py', 'from cart import total', true],
  ['/w/shop/__init__.py', '/w/a.py', 'import shop', true],
  ['/w/größe.py', '/w/a.py', 'import größe', true],
  ['/w/cart.h', '/w/a.c', '#include "cart.h"', true],
  ['/w/cart.test.ts', '/w/a.ts', "import { nope } from './cart.js';", false],
  ['/w/user.service.ts', '/w/a.ts', "import { M } from './user.model';", false],
  ['/w/a/types.ts', '/w/c/x.ts', "import { T } from '../b/types.js';", false],
  ['/w/cart.ts', '/w/a.ts', "import { cart } from './other.js';", false],
  ['/w/cart.ts', '/w/a.ts', "const cart: number = 'one';", false],
  ['/w/cart.py', '/w/a.py', 'from shop import total', false],
  ['/w/cart.ts', '/w/a.ts', 'export const cart: number = 1', false],
];

test.each(CASES)(
  'REQ-DIAG-010: without %s, an error of %s in %p is new: %p',
  (gone, importer, line, isNew) => {
    const error: Diagnostic = { file: 'a', line: 2, character: 1, severity: 'error', message: 'm' };
    expect(importingNone([at(gone)], at(importer), { diagnostics: [error], text: `\n${line}\n` })).toEqual(
      isNew ? [] : [error],
    );
  },
);
