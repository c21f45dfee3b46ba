import { fromTable } from '../backend/from-table.ts';
import type { LanguageSupport } from '../backend/language.ts';
import { cppSupport } from './cpp/index.ts';
import { eslintSupport } from './eslint/index.ts';
import { goSupport } from './go/index.ts';
import { javaSupport } from './java/index.ts';
import { WELL_KNOWN } from './presets/index.ts';
import { pythonSupport } from './python/index.ts';
import { rustSupport } from './rust/index.ts';
import { typescriptSupport } from './typescript/index.ts';

/** Servers that run where the user has installed them, each a row of a table. */
const presets: LanguageSupport = {
  id: 'presets',
  servers: WELL_KNOWN.map(fromTable),
  settingsFiles: [
    ...WELL_KNOWN.flatMap(({ only = [] }) => only.map((name) => name.toLowerCase())),
    /\.config\.[cm]?[jt]s$/,
  ],
};

/**
 * Every language and tool. Those with a folder of their own need no configuration (REQ-LANG-020).
 */
export const LANGUAGES: readonly LanguageSupport[] = [
  cppSupport,
  eslintSupport,
  goSupport,
  javaSupport,
  pythonSupport,
  rustSupport,
  typescriptSupport,
  presets,
];
