import type { WellKnown } from '../../backend/from-table.ts';
import { sameTypescriptError } from '../typescript/same-error.ts';
import { CODE_TEMPLATES, type TemplateTraits, withTemplates } from '../../backend/templates/templates.ts';
import { CURATED } from './curated.ts';
import { readsOnce } from './reads-once.ts';
import { JSON_DATA, MARKUP, QUERIES, STYLES, XML_DATA, YAML_DATA } from './grammars.ts';
import { MEASURED, TABLE } from './table.ts';

/** Servers whose files are often templates of some engine, by id. */
const TEMPLATES: Readonly<Record<string, TemplateTraits>> = {
  html: MARKUP,
  css: STYLES,
  json: JSON_DATA,
  yaml: YAML_DATA,
  tailwindcss: CODE_TEMPLATES,
  bash: CODE_TEMPLATES,
  biome: CODE_TEMPLATES,
  oxlint: CODE_TEMPLATES,
  ruff: CODE_TEMPLATES,
  ty: CODE_TEMPLATES,
  toml: CODE_TEMPLATES,
  dockerfile: CODE_TEMPLATES,
  sql: QUERIES,
  sqls: QUERIES,
  postgres: QUERIES,
  lemminx: XML_DATA,
};

const rows = [...CURATED, ...TABLE].map((row) => ({
  ...(row.only !== undefined && { readsOnce: readsOnce(row.only, true) }),
  ...withTemplates(row, TEMPLATES[row.id]),
  ...(MEASURED.has(row.id) && { measured: true as const }),
  ...(hasTypescript(row) && { sameError: sameTypescriptError }),
}));

/**
 * Servers that run where the user has installed them (REQ-LANG-010), by id; first those that were
 * measured, since of two compilers of one file the first is asked.
 */
export const WELL_KNOWN: readonly WellKnown[] = rows.toSorted(
  (a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1),
);

/** The language of its files is TypeScript, or is embedded in them. */
function hasTypescript({ embeds, files, role }: WellKnown): boolean {
  return embeds === 'typescript' || (role !== 'linter' && files.includes('.ts'));
}

function rank({ measured }: WellKnown): number {
  return measured ? 0 : 1;
}
