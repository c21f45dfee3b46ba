import { basename, isAbsolute } from 'node:path';
import { ALWAYS_SERVED, SERVER_PROGRAMS } from '../../lsp/known-programs.js';
import { BUILT_IN_SERVERS, type ServerConfig, WELL_KNOWN_SERVERS } from '../../lsp/types.js';
import { serverSettings } from '../settings-schema.js';
import { layered } from '../layered.js';
import { decisiveOf, type SettingsSource } from './decisive.js';
import { type NamedServer } from './named-server.js';
import { isObject } from '../../support/json.js';

type Servers = Readonly<Record<string, ServerConfig>>;

export type Taken =
  /** The server is new, or settings of one that is known. */
  | { readonly kind: 'server' | 'settings'; readonly id: string; readonly servers: Servers }
  | { readonly kind: 'left'; readonly id: string; readonly reason: string };

/**
 * Adds one server to those that count so far, which come first wherever the two disagree.
 *
 * Of a server that is known here, only settings are taken: this package knows its program, and how
 * its answers are awaited. Another server is taken for files that no server is there for yet, so
 * that no two compilers judge the same file.
 */
export function take(named: NamedServer, servers: Servers, origin: SettingsSource): Taken {
  const { scope } = origin;
  const known = knownId(named);
  const id = known ?? named.id;
  const left = (reason: string): Taken => ({ kind: 'left', id: named.id, reason });
  if (known !== undefined) {
    const config =
      scope === 'user' && !BUILT_IN_SERVERS.includes(known)
        ? settingsOf(named)
        : decisiveOf(known, named, origin);
    return config === undefined
      ? left(`"${known}" is known here, and none of these settings is taken over`)
      : { kind: 'settings', id, servers: { ...servers, [id]: tuned(config, servers[id]) } };
  }
  if (scope === 'workspace') return left('a workspace names no program');
  const own = Object.hasOwn(servers, id) ? servers[id] : undefined;
  if (own?.command !== undefined) return left('another one of this id comes first');
  const { extensions } = named;
  const parsed = serverSettings.safeParse(given({ ...named, id: undefined }));
  if (!parsed.success)
    return left(`${parsed.error.issues[0]?.path.join('.') ?? ''}: ${parsed.error.issues[0]?.message ?? ''}`);
  const { command, extensions: endings = [] } = parsed.data;
  if (command === undefined || endings.length === 0)
    return left(`it names no ${command === undefined ? 'program' : 'files'}`);
  const served = [
    ...ALWAYS_SERVED,
    ...Object.entries(servers).flatMap(([other, one]) => (other === id ? [] : (one.extensions ?? []))),
  ];
  // Without a dot, an ending means both.
  const free = endings.filter((ending) => ![ending, `.${ending}`].some((name) => served.includes(name)));
  if (free.length === 0) return left(`another server is there for ${JSON.stringify(extensions)}`);
  return {
    kind: 'server',
    id,
    servers: { ...servers, [id]: tuned({ ...parsed.data, extensions: [...new Set(free)] }, own) },
  };
}

function knownId({ id, command }: NamedServer): string | undefined {
  const program =
    typeof command === 'string'
      ? basename(command.replaceAll('\\', '/')).replace(/\.(exe|cmd|bat)$/i, '')
      : undefined;
  if (program !== undefined && Object.hasOwn(SERVER_PROGRAMS, program)) return SERVER_PROGRAMS[program];
  // Of a built-in one, a program that starts others (npx) is not taken, either.
  return BUILT_IN_SERVERS.includes(id) || (program === undefined && WELL_KNOWN_SERVERS.includes(id))
    ? id
    : undefined;
}

/** Of a well-known server. A program counts where its path is given: else it is found without. */
function settingsOf({
  command,
  args,
  env,
  initializationOptions,
  settings,
}: NamedServer): ServerConfig | undefined {
  const program = typeof command === 'string' && isAbsolute(command) ? { command, args } : {};
  const parsed = serverSettings.safeParse(given({ ...program, env, initializationOptions, settings }));
  return parsed.success && Object.keys(parsed.data).length > 0 ? parsed.data : undefined;
}

const given = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined &&
        !(isObject(value) && Object.keys(value).length === 0) &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );

/** What counts so far comes first. Settings alone do not ask for a server that nothing else names. */
function tuned(config: ServerConfig, over: ServerConfig | undefined): ServerConfig {
  const isNamed = config.command !== undefined || (over !== undefined && over.imported !== true);
  // The arguments are those of the program.
  const { args: __, ...rest } = config;
  const { imported: _, ...both } = layered(over?.command === undefined ? config : rest, over ?? {});
  return isNamed ? both : { ...both, imported: true };
}
