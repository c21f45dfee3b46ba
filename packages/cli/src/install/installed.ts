import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { editorOf } from './editor.js';
import { isHookOf, linesOf } from './host-files.js';
import type { HostScope, InstallHost } from './hosts.js';
import { readText, realFile } from './read-text.js';
import { knownFiles, type Receipt } from './receipt.js';

/** What the files of a host start, as they are now. */
export interface Installed {
  /** One line for each file that is not as it was written. */
  readonly problems: readonly string[];
  /** The command lines of hooks for which the host's tools wait. */
  readonly hooks: readonly string[];
  readonly servers: readonly (readonly string[])[];
}

export function readInstalled(host: InstallHost, scope: HostScope, receipt: Receipt | undefined): Installed {
  const files = knownFiles(receipt);
  const found = scope.targets.map(({ path, content }) => {
    const real = realFile(path);
    const file = real.kind === 'real' ? readText(real.path) : real;
    if (file.kind === 'failed') return { problems: [`${path} ${file.reason}`], value: undefined };
    if (file.text === undefined) return { problems: [`${path} is missing`], value: undefined };
    const known = real.kind === 'real' ? files.get(real.path)?.known : undefined;
    const value: unknown = content.kind === 'toml' ? parsedToml(file.text) : parseJson(file.text);
    if (file.text === known?.written) return { problems: [], value };
    const editor = editorOf(content);
    const conflict = editor.conflict(file.text, known);
    // What others have changed does not matter, as long as our entries are there.
    const isThere = conflict === undefined && editor.add(file.text) === file.text;
    return { problems: isThere ? [] : [`${path} ${conflict?.reason ?? 'lacks our entries, or has those of another version'}`], value };
  });
  const values = found.map(({ value }) => value);
  const isOurs = isHookOf(host);
  const lines = values.flatMap((value) => objectsIn(value)).filter((object) => isOurs(object)).flatMap((hook) => lineFor(hook));
  return {
    problems: found.flatMap(({ problems }) => problems),
    hooks: [...new Set(lines.filter((line) => !line.includes('--background')))],
    servers: values.flatMap((value) => serversIn(value)),
  };
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
function serversIn(value: unknown): string[][] {
  const { mcpServers, mcp_servers: tables } = (value ?? {}) as { mcpServers?: Servers; mcp_servers?: Servers };
  return [mcpServers, tables].flatMap((servers) => {
    const words = [servers?.llxprt?.command, servers?.llxprt?.args].flat().filter((word) => typeof word === 'string');
    return words.length === 0 ? [] : [words];
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
