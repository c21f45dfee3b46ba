import { homedir } from 'node:os';
import type { ServerConfig } from '../../lsp/types.js';
import { readTextFile, SETTINGS_BYTES } from '../../support/read-file.js';
import { parseJsonObject } from '../settings-text.js';
import { isPathWithin, nativeRealPath } from '../../support/real-path.js';
import { IMPORTERS, type Importer } from './importers.js';
import type { ImportPlace } from './place.js';
import { take } from './take.js';

type Parse = (text: string, file: string) => unknown;
export type ParseToml = (text: string) => unknown;
type Parsers = Partial<Readonly<Record<Importer['form'], Parse>>>;

/** One file of another program that names servers. */
export interface Import {
  /** The program: `VS Code`. */
  readonly title: string;
  /** Absolute. */
  readonly file: string;
  readonly taken: readonly { readonly id: string; readonly kind: 'server' | 'settings' }[];
  readonly left: readonly { readonly id?: string; readonly reason: string }[];
}

export interface Imports {
  readonly servers: Record<string, ServerConfig>;
  /** Files that name no server are not in it. */
  readonly imports: readonly Import[];
}

/**
 * Adds what the settings of other programs say to the user's own, which come first. Never throws.
 * Reads files alone.
 *
 * @param trusted whether files of the workspace count, too
 * @param parseToml throws where a text is no TOML; without it, such files do not count
 */
export function readImports(
  own: Record<string, ServerConfig>,
  workspaceRoot: string,
  trusted: boolean,
  parseToml?: ParseToml,
): Imports {
  const parsers: Parsers = { json: parseJson, ...(parseToml && { toml: parseToml }) };
  const place: ImportPlace = {
    home: homedir(),
    env: process.env,
    platform: process.platform,
    workspaceRoot,
    json: (file) => valueOf(file, (text) => parseJson(text, file)).value,
  };
  let servers = own;
  const imports: Import[] = [];
  for (const importer of IMPORTERS) {
    const parse = parsers[importer.form];
    if (parse === undefined || (importer.scope === 'workspace' && !trusted)) continue;
    for (const file of importer.files(place)) {
      const found = importFile({ importer, parse, file, place }, servers);
      if (found === undefined) continue;
      servers = found.servers;
      if (found.import.taken.length + found.import.left.length > 0) imports.push(found.import);
    }
  }
  return { servers, imports };
}

interface Source {
  readonly importer: Importer;
  readonly parse: Parse;
  readonly file: string;
  readonly place: ImportPlace;
}

interface Imported {
  readonly servers: Record<string, ServerConfig>;
  readonly import: Import;
}

function importFile(
  { importer, parse, file, place }: Source,
  before: Record<string, ServerConfig>,
): Imported | undefined {
  const { title, scope, read } = importer;
  const { workspaceRoot } = place;
  const left = (reason: string): Imported => ({
    servers: before,
    import: { title, file, taken: [], left: [{ reason }] },
  });
  const real = nativeRealPath(file);
  if (real !== undefined && isPathWithin(real, nativeRealPath(workspaceRoot)) !== (scope === 'workspace'))
    return left(WRONG_SIDE[scope]);
  const { value, problem } = valueOf(file, (text) => read(parse(text, file), file, place));
  if (problem !== undefined) return left(problem);
  if (value === undefined) return undefined;
  const results = value.reduce<{
    servers: Record<string, ServerConfig>;
    taken: Import['taken'];
    left: Import['left'];
  }>(
    (sum, named) => {
      const taken = take(named, sum.servers, { scope, workspaceRoot });
      if (taken.kind === 'left')
        return { ...sum, left: [...sum.left, { id: taken.id, reason: taken.reason }] };
      return {
        ...sum,
        servers: { ...taken.servers },
        taken: [...sum.taken, { id: taken.id, kind: taken.kind }],
      };
    },
    { servers: before, taken: [], left: [] },
  );
  return { servers: results.servers, import: { title, file, taken: results.taken, left: results.left } };
}

/** A link leads to the other side. */
const WRONG_SIDE = {
  user: 'it lies in the workspace, where a model can write it',
  workspace: 'it is a link that leads out of the workspace',
} as const;

/** What is parsed of a file; undefined where there is no such file, and where that fails. */
function valueOf<T>(file: string, parse: (text: string) => T): { value?: T; problem?: string } {
  const found = readTextFile(file, SETTINGS_BYTES);
  if (found.kind === 'none') return {};
  if (found.kind === 'unreadable') return { problem: `not readable: ${found.reason}` };
  try {
    return { value: parse(found.text) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

function parseJson(text: string, file: string): unknown {
  const parsed = parseJsonObject(text, file, { trailingCommas: true });
  if (parsed.kind === 'malformed') throw new Error(parsed.message);
  return parsed.value;
}
