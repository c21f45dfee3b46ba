import { compareText } from '../support/compare.js';
import { type Escaped, escaped, inline, joined, oneLine } from '../support/escaped.js';
import type { ServerProgram, ServerState, ServerStatus, ServiceMetrics } from '../lsp/types.js';
import { describeServer, describeService } from './metrics-text.js';

export interface StatusOptions {
  /**
   * Also shows where each program is, its measured figures, and the last lines that it wrote to
   * stderr.
   */
  verbose: boolean;
  /**
   * Also shows the servers that no file here needs, and the well-known ones that are neither found
   * nor configured, each in its own row.
   */
  all?: boolean;
}

/** What a person types to restart servers. */
export type RestartCommand = '/lsp restart' | 'llxprt-lsp restart';

const WIDTH = 100;
const GAP = '  ';
/** A longer id shifts its own row only. */
const MAX_ID_WIDTH = 24;

/**
 * The lines about each server, ordered by id, then root (REQ-STATUS-045). Id and status are in
 * columns; the details follow, wrapped at 100 columns. Commands, paths and stderr are never broken,
 * so that they can be copied. Without `all`, servers that no file needs are listed at the end, with
 * their status only. The row of a broken server says how to restart it.
 */
export function formatServers(
  servers: readonly ServerStatus[],
  { verbose, all, restart }: Required<StatusOptions> & { readonly restart: RestartCommand },
): Escaped[] {
  const sorted = [...servers].sort(
    (a, b) => compareText(a.id, b.id) || compareText(a.root ?? '', b.root ?? ''),
  );
  const isFolded = ({ unneeded }: ServerStatus): boolean => unneeded === true && !all;
  return [
    ...formatRows(
      sorted.filter((row) => !isFolded(row)),
      verbose,
      restart,
    ),
    ...formatFolded(sorted.filter(isFolded)),
  ];
}

function formatRows(rows: readonly ServerStatus[], verbose: boolean, restart: RestartCommand): Escaped[] {
  const width = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length));
  const idWidth = Math.min(MAX_ID_WIDTH, width(rows.map(({ id }) => inline(id))));
  const statusWidth = width(rows.map(({ status }) => status));
  const indent = blanks(idWidth + statusWidth + 2 * GAP.length);
  return rows.flatMap((row) => {
    const id = escaped`${padded(inline(row.id), idWidth)}${GAP}`;
    if (row.status === 'disabled' && row.reason !== undefined)
      return [escaped`${id}disabled (${oneLine(row.reason)})`];
    const head = escaped`${id}${padded(escaped`${row.status}`, statusWidth)}${GAP}`;
    const [first = '', ...others] = details(row, { verbose, restart }, WIDTH - indent.length);
    return [inline(`${head}${first}`.trimEnd()), ...others.map((line) => escaped`${indent}${line}`)];
  });
}

const STATES: readonly ServerState[] = ['active', 'starting', 'broken', 'disabled', 'unavailable'];
const NOT_NEEDED = 'Not needed here: ';

function padded(text: Escaped, width: number): Escaped {
  return escaped`${text}${blanks(width - text.length)}`;
}

function blanks(count: number): Escaped {
  return inline(' '.repeat(Math.max(0, count)));
}

/** `Not needed here: css, html (active), gopls (unavailable)` */
function formatFolded(rows: readonly ServerStatus[]): Escaped[] {
  const pieces = STATES.flatMap((state) => {
    const ids = rows.filter(({ status }) => status === state).map(({ id }) => inline(id));
    return ids.map((id, index) => (index === ids.length - 1 ? escaped`${id} (${state})` : id));
  });
  return pieces.length === 0
    ? []
    : labelled(NOT_NEEDED, fill(words(joined(pieces, ', ')), ' ', WIDTH - NOT_NEEDED.length));
}

/** The lines about the service itself. */
export function formatService(metrics: ServiceMetrics): Escaped[] {
  const label = 'Service: ';
  return labelled(
    label,
    describeService(metrics).flatMap((pieces) => fill(pieces, ', ', WIDTH - label.length)),
  );
}

function labelled(label: 'Service: ' | typeof NOT_NEEDED, lines: readonly Escaped[]): Escaped[] {
  return lines.map((line, index) => escaped`${index === 0 ? label : blanks(label.length)}${line}`);
}

function details(
  row: ServerStatus,
  { verbose, restart }: { readonly verbose: boolean; readonly restart: RestartCommand },
  width: number,
): Escaped[] {
  const { program, reason, hint, metrics, stderr } = row;
  return [
    ...fill(facts(row), ', ', width),
    ...(reason === undefined ? [] : fill(words(oneLine(reason)), ' ', width)),
    ...(row.status === 'broken' ? [escaped`to try again: ${restart} ${inline(row.id)}`] : []),
    ...(hint === undefined ? [] : [escaped`install: ${oneLine(hint)}`]),
    ...(verbose && metrics ? describeServer(metrics).flatMap((pieces) => fill(pieces, ', ', width)) : []),
    ...(verbose && program ? paths(program) : []),
    ...(verbose && stderr ? stderrTail(stderr) : []),
  ];
}

const ORIGINS: Record<ServerProgram['origin'], string> = {
  workspace: 'workspace',
  path: 'PATH',
  bundled: 'bundled',
  custom: 'custom',
};

function facts({ program, root, serverPid }: ServerStatus): Escaped[] {
  const named = ({ name, version, origin }: Pick<ServerProgram, 'name' | 'version' | 'origin'>): Escaped =>
    inline(`${name}${version === undefined ? '' : ` ${version}`} (${ORIGINS[origin]})`);
  return [
    ...(program ? [named(program)] : []),
    ...(program?.uses ? [escaped`with ${named(program.uses)}`] : []),
    ...(root === undefined ? [] : [escaped`root ${inline(root)}`]),
    ...(serverPid === undefined ? [] : [escaped`pid ${serverPid}`]),
  ];
}

function paths({ name, path, uses }: ServerProgram): Escaped[] {
  return [{ name, path }, ...(uses ? [uses] : [])].map((program) =>
    inline(`${program.name}: ${program.path}`),
  );
}

function stderrTail(lines: readonly string[]): Escaped[] {
  return lines.length === 0
    ? [escaped`stderr: nothing`]
    : [escaped`stderr:`, ...lines.map((line) => escaped`| ${oneLine(line)}`)];
}

/** As many pieces on each line as fit. A piece that is too long gets its own line. */
function fill(pieces: readonly Escaped[], separator: ' ' | ', ', width: number): Escaped[] {
  const lines: Escaped[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const longer = last === undefined ? piece : escaped`${last}${separator}${piece}`;
    if (last !== undefined && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

function words(text: Escaped): Escaped[] {
  return text.split(' ').map((word) => inline(word));
}
