import type { CheckerConfig } from '../types.ts';
import { nearest, shown } from './program/files.ts';
import { spelledOut } from './program/program.ts';
import { namesMeant } from './server-preset.ts';
import { namedInSettings } from './checker/configured.ts';
import type { CheckerDefinition, CheckerLocation } from './checker/definition.ts';
import { foundProject } from './checker/found.ts';
import { readerOf } from './checker/parsers.ts';

/**
 * A checker that only the user's settings define; its program is found like that of a user's own
 * server.
 */
export function customChecker(id: string, config: CheckerConfig): CheckerDefinition {
  const {
    command = '',
    args = [],
    env = {},
    extensions = [],
    rootMarkers = [],
    sameAs = [],
    parser,
  } = config;
  const output = parser === undefined ? undefined : readerOf(parser);
  return {
    id,
    language: extensions.join(', ') || id,
    extensions: extensions.flatMap(namesMeant),
    markers: rootMarkers.map((marker) => marker.toLowerCase()),
    sameAs,
    locate(folder, search): CheckerLocation {
      const { workspaceRoot } = search;
      const root = rootMarkers.length === 0 ? workspaceRoot : nearest(folder, workspaceRoot, rootMarkers);
      if (root === undefined)
        return {
          kind: 'not-applicable',
          reason: `none of ${rootMarkers.join(', ')} at or above ${shown(folder, workspaceRoot)}`,
        };
      if (output === undefined)
        return {
          kind: 'unavailable',
          root,
          reason: 'its settings name no parser',
          hint: `set checkers.${id}.parser`,
        };
      const program = namedInSettings(id, command, root, search);
      if (program.kind !== 'found') return { ...program, root };
      return foundProject(root, program.about.path, program, {
        args,
        env,
        shown: [spelledOut(command), ...args],
        output,
      });
    },
  };
}
