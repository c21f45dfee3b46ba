import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SETTINGS } from '../../packages/core/src/lsp/settings-table.js';
import { root } from './paths.mjs';

type Setting = (typeof SETTINGS)[keyof typeof SETTINGS];

/**
 * Pages with rows of the table of settings, between two comments. The first comment names the
 * settings. If it names none, the page has them all.
 */
export const pages = ['README.md', 'docs/settings.md'];

const marked = /(<!-- settings:([\w ]*)-->\n)[^]*?(<!-- \/settings -->)/;

/** A page with the rows that the table of settings has now. */
export function withSettings(page: string): string {
  return readFileSync(join(root, page), 'utf8').replace(
    marked,
    (_text, begin: string, names: string, end: string) => `${begin}\n${rows(page, names)}\n\n${end}`,
  );
}

function rows(page: string, names: string): string {
  const chosen = names.trim() === '' ? Object.keys(SETTINGS) : names.trim().split(' ');
  const table: ReadonlyMap<string, Setting> = new Map(Object.entries(SETTINGS));
  const lines = chosen.map((name) => {
    const setting = table.get(name);
    if (setting === undefined) throw new Error(`${page}: ${name} is not a setting`);
    return (
      `| \`${name}\` | ${form(setting)} | \`${JSON.stringify(setting.default)}\` | ` +
      `${text(setting, page)} |`
    );
  });
  return ['| key | value | default | |', '|---|---|---|---|', ...lines].join('\n');
}

function form(setting: Setting): string {
  if (setting.type === 'nested') return setting.form;
  if (setting.type === 'duration') return `${setting.min} to ${setting.max} ms, or a text such as \`"10m"\``;
  if (setting.type === 'number')
    return `${setting.min} to ${setting.max}${'unit' in setting ? ` ${setting.unit}` : ''}`;
  const values = setting.values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  return setting.type === 'list' ? `list of ${values}` : values;
}

/** The links of the table are relative to docs. */
function text(setting: Setting, page: string): string {
  const folder = relative(dirname(page), 'docs');
  const linked = folder === '' ? setting.text : setting.text.replaceAll('](', `](${folder}/`);
  return 'userOnly' in setting ? `${linked}; only in your own settings` : linked;
}
