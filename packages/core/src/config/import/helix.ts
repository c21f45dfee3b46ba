import { asEnding, entriesOf, tableIn, type NamedServer, type Table } from './named-server.js';
import { isObject, itemsOf } from '../../support/json.js';

/**
 * Helix, `languages.toml`: a server by its name, and languages that list the names of their
 * servers. A server that no language lists has no files.
 */
export function helix(settings: unknown): NamedServer[] {
  const languages = itemsOf(isObject(settings) ? settings['language'] : undefined).filter(isObject);
  return entriesOf(tableIn(settings, 'language-server')).map(([id, server]) => {
    const served = languages.filter((language) =>
      itemsOf(language['language-servers']).some((entry) => nameOf(entry) === id),
    );
    const [first] = served;
    return {
      id,
      command: server['command'],
      args: server['args'],
      env: server['environment'],
      extensions: served.flatMap(endingsOf),
      ...(served.length === 1 &&
        first !== undefined && { languageId: first['language-id'] ?? first['name'] }),
      rootMarkers: served.flatMap((language) => itemsOf(language['roots'])),
      initializationOptions: server['config'],
      settings: server['config'],
    };
  });
}

/** An entry is a name, or a table that also says for what the server is asked. */
const nameOf = (entry: unknown): unknown => (isObject(entry) ? entry['name'] : entry);

/** Patterns of whole paths have no counterpart here, but for `{glob: "Makefile"}` and `{glob: "*.mk"}`. */
function endingsOf(language: Table): unknown[] {
  return itemsOf(language['file-types']).flatMap((type) => {
    if (typeof type === 'string') return [asEnding(type)];
    const glob = isObject(type) ? type['glob'] : undefined;
    return typeof glob === 'string' && /^(\*\.)?[\w.-]+$/.test(glob) ? [glob.replace(/^\*/, '')] : [];
  });
}
