import type { ServerStatus } from '@vybestack/llxprt-lsp-core';
import { type Escaped, escaped, inline, joined } from '@vybestack/llxprt-lsp-core';
import { filesBelow } from './check/targets.js';
import { serves } from './serves.js';

/**
 * The servers that are neither installed nor configured, and which of them have files in the
 * workspace that no other server of their language judges.
 */
export interface MissingServers {
  readonly here: readonly ServerStatus[];
  readonly elsewhere: readonly ServerStatus[];
}

/**
 * Looks for a file of each server in what .gitignore leaves of the workspace. Stops once every
 * server has one.
 */
export async function findMissing(
  workspaceRoot: string,
  servers: readonly ServerStatus[],
  signal: AbortSignal,
): Promise<MissingServers> {
  const missing = servers.filter(({ optional }) => optional === true);
  const unseen = new Set(missing.filter(({ hint }) => hint !== undefined));
  const here = new Set<ServerStatus>();
  const found = new Map(
    servers.filter(({ status }) => status === 'active' || status === 'starting').map((row) => [row.id, row]),
  );
  const isServed = ({ alternativeTo = [] }: ServerStatus, file: string): boolean =>
    alternativeTo.some((id) => serves(found.get(id)?.extensions ?? [], file));
  const extensions = [...unseen].flatMap((row) => row.extensions ?? []);
  for await (const file of filesBelow(workspaceRoot, { workspaceRoot, extensions, signal })) {
    for (const row of unseen) {
      if (!serves(row.extensions ?? [], file) || isServed(row, file)) continue;
      here.add(row);
      unseen.delete(row);
    }
    if (unseen.size === 0) break;
  }
  return { here: missing.filter((row) => here.has(row)), elsewhere: missing.filter((row) => !here.has(row)) };
}

/** The end of what `doctor` prints; '' where there is nothing to print. */
export function describeMissing({ here, elsewhere }: MissingServers, all: boolean): Escaped {
  const installable = elsewhere.filter(({ hint }) => hint !== undefined).length;
  const parts = [
    ...(here.length === 0 ? [] : [escaped`Not installed, for files that are here:\n${table(here)}`]),
    ...(!all || elsewhere.length === 0
      ? []
      : [escaped`For other files, or not configured here:\n${table(elsewhere)}`]),
    ...(all || installable === 0
      ? []
      : [escaped`${installable} more can be installed: llxprt-lsp doctor --all\n`]),
  ];
  return joined(
    parts.map((part) => escaped`\n${part}`),
    '',
  );
}

function table(rows: readonly ServerStatus[]): Escaped {
  const width = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length)) + 2;
  const [ids, languages] = [width(rows.map(({ id }) => id)), width(rows.map(({ language }) => language))];
  return joined(
    rows.map(
      ({ id, language, hint, reason }) =>
        escaped`${inline(`${id.padEnd(ids)}${language.padEnd(languages)}${hint ?? reason ?? ''}`)}\n`,
    ),
    '',
  );
}
