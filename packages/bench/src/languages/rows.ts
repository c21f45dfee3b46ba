import type { LanguageRow } from './row.js';
import { BUILT_IN } from './rows/built-in.js';
import { COMPILED } from './rows/compiled.js';
import { COMPONENT_ROWS } from './rows/components.js';
import { PYPI } from './rows/python-tools.js';
import { WEB } from './rows/web.js';

/** Every row, by language. */
export const ROWS: readonly LanguageRow[] = [
  ...BUILT_IN,
  ...WEB,
  ...COMPONENT_ROWS,
  ...PYPI,
  ...COMPILED,
].sort((a, b) => (a.language.toLowerCase() < b.language.toLowerCase() ? -1 : 1));
