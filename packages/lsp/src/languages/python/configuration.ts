import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ancestors, readText } from '../../backend/program/files.ts';
import { isToml } from '../../backend/program/toml.ts';
import type { WorldHole } from '../../backend/world.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { parseJsonc } from '../../support/jsonc.ts';
import { layersOf } from './pyright-files.ts';

const NAMES = ['pyrightconfig.json', 'pyproject.toml'];

/** What is wrong with pyright's own settings around a file: it goes on without them. */
export function configurationHoles(file: string, workspaceRoot: string): WorldHole[] {
  for (const folder of ancestors(dirname(file), workspaceRoot)) {
    const path = NAMES.map((name) => join(folder, name)).find(existsSync);
    if (path === undefined) continue;
    return [...unreadable(path), ...layersOf(folder).flatMap(missingIn)];
  }
  return [];
}

function unreadable(path: string): WorldHole[] {
  const text = readText(path, SETTINGS_BYTES) ?? '';
  if (text.trim() === '') return [];
  if (path.endsWith('.toml'))
    return isToml(text) ? [] : [{ file: path, what: 'is no valid TOML, so its settings are not known' }];
  return parseJsonc(text) === undefined
    ? [{ file: path, what: 'is no valid JSON, so its settings are not known' }]
    : [];
}

function missingIn({ path, folder, values, base }: ReturnType<typeof layersOf>[number]): WorldHole[] {
  const named = (key: string, to: string): WorldHole => ({
    file: path,
    what: `${key} "${to}", which is not there`,
  });
  const { extends: from, venv, venvPath } = values;
  const environment =
    typeof venv === 'string' && typeof venvPath === 'string' ? resolve(folder, venvPath, venv) : undefined;
  return [
    ...(base !== undefined && typeof from === 'string' && !existsSync(base) ? [named('extends', from)] : []),
    ...(environment !== undefined && !existsSync(environment)
      ? [named('names the environment', String(venv))]
      : []),
  ];
}
