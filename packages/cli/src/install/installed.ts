import { isDeepStrictEqual } from 'node:util';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { editorOf } from './editor.js';
import { isHookOf, linesOf } from './host-files.js';
import type { HostScope, InstallHost } from './hosts.js';
import { readText, realFile } from './read-text.js';
import { knownFiles, type KnownFile, type Receipt } from './receipt.js';
import type { Target } from './target.js';

/** What the files of a host start, as they are now. */
export interface Installed {
  /** One line for each file that is not as it was written. */
  readonly problems: readonly string[];
  /** All that the files name. */
  readonly entries: readonly Named[];
  /** Of those, the command lines of hooks for which the host's tools wait, and that may be started. */
  readonly hooks: readonly string[];
  readonly servers: readonly (readonly string[])[];
}

/** An entry of a file that names a program. */
export interface Named {
  readonly kind: 'server' | 'hook';
  /** The file, as the host names it. */
  readonly path: string;
  /** Where it stands in there, for people. */
  readonly at: string;
  /** Of a hook: the one line that a shell reads. */
  readonly words: readonly string[];
  /** It equals what this installation would write, or what the receipt says that one has added. */
  readonly isOurs: boolean;
}

/** @param receipt what a model or a stranger may have written is none */
export function readInstalled(host: InstallHost, scope: HostScope, receipt: Receipt | undefined): Installed {
  const files = knownFiles(receipt);
  const found = scope.targets.map((target) => readTarget(host, target, files));
  const entries = found.flatMap((one) => one.entries);
  const ours = (kind: Named['kind']): (readonly string[])[] =>
    entries.filter((entry) => entry.isOurs && entry.kind === kind).map(({ words }) => words);
  return {
    problems: found.flatMap(({ problems }) => problems),
    entries,
    hooks: [...new Set(ours('hook').flat())],
    servers: ours('server'),
  };
}

function readTarget(
  host: InstallHost,
  { path, content }: Target,
  files: ReadonlyMap<string, KnownFile>,
): Pick<Installed, 'problems' | 'entries'> {
  const real = realFile(path);
  const file = real.kind === 'real' ? readText(real.path) : real;
  if (file.kind === 'failed') return { problems: [`${path} ${file.reason}`], entries: [] };
  if (file.text === undefined) return { problems: [`${path} is missing`], entries: [] };
  const known = real.kind === 'real' ? files.get(real.path)?.known : undefined;
  const editor = editorOf(content);
  const startedBy = (text: string | undefined): Started[] =>
    text === undefined ? [] : started(host, content.kind === 'toml' ? parsedToml(text) : parseJson(text));
  // What stood in the file before an installation is not of the installation.
  const before = startedBy(known?.before);
  const ours = [
    ...startedBy(editor.add(undefined)),
    ...startedBy(known?.written).filter((one) => !isAmong(before, one)),
  ];
  const entries = startedBy(file.text).map((one) => ({ ...one, path, isOurs: isAmong(ours, one) }));
  const conflict = editor.conflict(file.text, known);
  // What others have changed does not matter, as long as our entries are there.
  const isThere =
    file.text === known?.written || (conflict === undefined && editor.add(file.text) === file.text);
  return {
    entries,
    problems: isThere
      ? []
      : [`${path} ${conflict?.reason ?? 'lacks our entries, or has those of another version'}`],
  };
}

type Started = Pick<Named, 'kind' | 'at' | 'words'>;

const isAmong = (all: readonly Started[], { kind, words }: Started): boolean =>
  all.some((one) => one.kind === kind && isDeepStrictEqual(one.words, words));

function started(host: InstallHost, value: unknown): Started[] {
  const isOurs = isHookOf(host);
  const lines = objectsIn(value)
    .filter((object) => isOurs(object))
    .flatMap((hook) => lineFor(hook))
    .filter((line) => !line.includes('--background'));
  return [
    ...serversIn(value),
    ...[...new Set(lines)].map((line) => ({ kind: 'hook' as const, at: 'a hook', words: [line] })),
  ];
}

/** Of a hook with a line for each kind of shell, that of this system. */
function lineFor(hook: object): string[] {
  const { bash, powershell } = hook as { bash?: unknown; powershell?: unknown };
  const line = process.platform === 'win32' ? powershell : bash;
  return typeof line === 'string' ? [line] : linesOf(hook);
}

interface Servers {
  readonly llxprt?: { readonly command?: unknown; readonly args?: unknown };
}

/** Only where a host looks for servers: a file may hold those of other projects, too. */
function serversIn(value: unknown): Started[] {
  const tables = (value ?? {}) as { mcpServers?: Servers; mcp_servers?: Servers };
  return (['mcpServers', 'mcp_servers'] as const).flatMap((key) => {
    const server = tables[key]?.llxprt;
    const words = [server?.command, server?.args].flat().filter((word) => typeof word === 'string');
    return words.length === 0 ? [] : [{ kind: 'server' as const, at: `${key}.llxprt`, words }];
  });
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap((inner) => objectsIn(inner))];
}

function parsedToml(text: string): unknown {
  try {
    return parseToml(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}
