import { basename } from 'node:path';
import type { LspConfig } from '../types.ts';
import { custom } from './custom.ts';
import type { ServerDefinition } from './definition.ts';
import { namesOf } from './language-map.ts';
import { precedence } from './precedence.ts';
import { define } from './server-preset.ts';
import type { LanguageSupport } from './language.ts';

export interface Registry {
  /** The servers that are switched on for files with this name, sorted by id. */
  forFile(path: string): ServerDefinition[];
  /** Every built-in, well-known and configured server, switched on or not, sorted by id. */
  all(): ServerDefinition[];
  isDisabled(id: string): boolean;
  /**
   * Those that embed the language of this server, switched on or not; see
   * {@link ServerDefinition.embeds}.
   */
  embeddersOf(id: string): readonly ServerDefinition[];
  /** The server whose language stands inside the files of this one, switched on or not. */
  embeddedIn(definition: ServerDefinition): ServerDefinition | undefined;
  /** The findings of some file may depend on this one: it is a source, or configures a project. */
  mayAffect(path: string): boolean;
  /** See {@link LanguageSupport.settingsFiles}. */
  readonly settingsFiles: readonly (string | RegExp)[];
}

/** The known servers with the user's settings merged in, and the user's own servers. */
export function createRegistry(languages: readonly LanguageSupport[], config: LspConfig): Registry {
  const presets = languages.flatMap(({ servers }) => servers);
  const settings = new Map(Object.entries(config.servers ?? {}));
  const known = new Set(presets.map((preset) => preset.id));
  const yields = precedence(presets);
  const definitions = [
    ...presets.map((preset) => define(preset, settings.get(preset.id), yields.get(preset.id))),
    ...[...settings]
      .filter(([id]) => !known.has(id))
      .map(([id, server]) => define(custom(id, server), server)),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  const isDisabled = (id: string): boolean => settings.get(id)?.enabled === false;
  const enabled = definitions.filter((definition) => !isDisabled(definition.id));
  const named = enabled.flatMap((definition) =>
    definition.extensions.map((extension) => ({ extension, definition })),
  );
  // One change can look up thousands of possibly affected files.
  const byExtension = Map.groupBy(named, ({ extension }) => extension);

  const forFile = (path: string): ServerDefinition[] => {
    const wanted = new Set(
      namesOf(path)
        .flatMap((name) => byExtension.get(name) ?? [])
        .map(({ definition }) => definition),
    );
    return wanted.size < 2 ? [...wanted] : [...wanted].sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  // Few have either, and a burst of changes asks about thousands of files.
  const ofProjects = enabled.filter(
    ({ imports, manifests }) => imports !== undefined || manifests !== undefined,
  );
  return {
    forFile,
    mayAffect: (path) =>
      forFile(path).length > 0 ||
      ofProjects.some(
        (definition) =>
          definition.imports?.affectsAll(path) === true ||
          isPart(definition, path) ||
          isManifest(definition, path),
      ),
    all: () => [...definitions],
    isDisabled,
    embeddersOf: (id) => definitions.filter(({ embeds }) => embeds === id),
    embeddedIn: ({ embeds }) =>
      embeds === undefined ? undefined : definitions.find(({ id }) => id === embeds),
    settingsFiles: languages.flatMap(({ settingsFiles = [] }) => settingsFiles),
  };
}

function isPart({ imports }: ServerDefinition, path: string): boolean {
  const { parts = [] } = imports ?? {};
  return parts.length > 0 && namesOf(path).some((name) => parts.includes(name));
}

/** The file is a manifest of a project of this server. The server need not be asked about it. */
export function isManifest({ manifests }: ServerDefinition, path: string): boolean {
  return manifests?.names.includes(basename(path).toLowerCase()) === true;
}
