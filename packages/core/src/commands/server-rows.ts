import { compare } from '../lsp/compare.js';
import { oneLine } from '../support/escaped.js';
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
export function formatServers(servers: readonly ServerStatus[], { verbose, all, restart }: Required<StatusOptions> & { readonly restart: string }): string[] {
  const sorted = [...servers].sort((a, b) => compare(a.id, b.id) || compare(a.root ?? '', b.root ?? ''));
  const isFolded = ({ unneeded }: ServerStatus): boolean => unneeded === true && !all;
  return [...formatRows(sorted.filter((row) => !isFolded(row)), verbose, restart), ...formatFolded(sorted.filter(isFolded))];
}

function formatRows(rows: readonly ServerStatus[], verbose: boolean, restart: string): string[] {
  const width = (texts: string[]): number => Math.max(0, ...texts.map((text) => text.length));
  const idWidth = Math.min(MAX_ID_WIDTH, width(rows.map(({ id }) => oneLine(id))));
  const statusWidth = width(rows.map(({ status }) => status));
  const indent = ' '.repeat(idWidth + statusWidth + 2 * GAP.length);
  return rows.flatMap((row) => {
    const id = oneLine(row.id).padEnd(idWidth) + GAP;
    if (row.status === 'disabled' && row.reason !== undefined) return [`${id}disabled (${oneLine(row.reason)})`];
    const head = id + row.status.padEnd(statusWidth) + GAP;
    const [first = '', ...others] = details(row, { verbose, restart }, WIDTH - indent.length);
    return [(head + first).trimEnd(), ...others.map((line) => indent + line)];
  });
}

const STATES: readonly ServerState[] = ['active', 'starting', 'broken', 'disabled', 'unavailable'];
const NOT_NEEDED = 'Not needed here: ';

/** `Not needed here: css, html (active), gopls (unavailable)` */
function formatFolded(rows: readonly ServerStatus[]): string[] {
  const pieces = STATES.flatMap((state) => {
    const ids = rows.filter(({ status }) => status === state).map(({ id }) => oneLine(id));
    return ids.map((id, index) => (index === ids.length - 1 ? `${id} (${state})` : id));
  });
  return pieces.length === 0 ? [] : labelled(NOT_NEEDED, fill(pieces.join(', ').split(' '), ' ', WIDTH - NOT_NEEDED.length));
}

/** The lines about the service itself. */
export function formatService(metrics: ServiceMetrics): string[] {
  const label = 'Service: ';
  return labelled(label, describeService(metrics).flatMap((pieces) => fill(pieces, ', ', WIDTH - label.length)));
}

function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? label : ' '.repeat(label.length)) + line);
}

function details(row: ServerStatus, { verbose, restart }: { readonly verbose: boolean; readonly restart: string }, width: number): string[] {
  const { program, reason, hint, metrics, stderr } = row;
  return [
    ...fill(facts(row), ', ', width),
    ...(reason === undefined ? [] : fill(oneLine(reason).split(' '), ' ', width)),
    ...(row.status === 'broken' ? [`to try again: ${restart} ${oneLine(row.id)}`] : []),
    ...(hint === undefined ? [] : [`install: ${oneLine(hint)}`]),
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

function facts({ program, root, serverPid }: ServerStatus): string[] {
  const named = ({ name, version, origin }: Pick<ServerProgram, 'name' | 'version' | 'origin'>): string =>
    oneLine(`${name}${version === undefined ? '' : ` ${version}`} (${ORIGINS[origin]})`);
  return [
    ...(program ? [named(program)] : []),
    ...(program?.uses ? [`with ${named(program.uses)}`] : []),
    ...(root === undefined ? [] : [`root ${oneLine(root)}`]),
    ...(serverPid === undefined ? [] : [`pid ${serverPid}`]),
  ];
}

function paths({ name, path, uses }: ServerProgram): string[] {
  return [{ name, path }, ...(uses ? [uses] : [])].map((program) => oneLine(`${program.name}: ${program.path}`));
}

function stderrTail(lines: readonly string[]): string[] {
  return lines.length === 0 ? ['stderr: nothing'] : ['stderr:', ...lines.map((line) => `| ${oneLine(line)}`)];
}

/** As many pieces on each line as fit. A piece that is too long gets its own line. */
function fill(pieces: readonly string[], separator: string, width: number): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const longer = last === undefined ? piece : last + separator + piece;
    if (last !== undefined && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}
