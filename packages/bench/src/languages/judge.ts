import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import {
  LSP_DEFAULTS,
  type CheckReport,
  type Diagnostic,
  type LspServiceClient,
} from '@vybestack/llxprt-lsp-core';
import { BUILT_IN_SERVERS, type LspConfig, WELL_KNOWN_SERVERS } from '../../../core/src/lsp/types.js';
import { startClient } from '../client.js';
import { type Installed, LANGUAGES_FOLDER } from './install.js';
import { judgeTools } from './judge-tools.js';
import type { TextChange, LanguageRow } from './row.js';
import type { RowMarks, Mark } from './results.js';

/** What is late here is late, and not wrong: the page says how late. */
const PATIENCE_MS = 60_000;

/**
 * Makes the row's project in `folder`, and edits it as an agent would: first the error, then its
 * mend.
 *
 * @param folder does not exist
 */
export async function judgeRow(
  row: LanguageRow,
  { folder: home, bin }: Extract<Installed, { kind: 'installed' }>,
  folder: string,
): Promise<RowMarks> {
  makeProject(row, home, folder);
  const config = configOf(row);
  const path = process.env['PATH'] ?? '';
  process.env['PATH'] = [...bin, path].join(delimiter);
  try {
    const client = await startClient(folder, config);
    try {
      return await judgeWith(client, row, folder, config);
    } finally {
      await client.shutdown();
    }
  } finally {
    process.env['PATH'] = path;
  }
}

async function judgeWith(
  client: LspServiceClient,
  row: LanguageRow,
  folder: string,
  config: Required<LspConfig>,
): Promise<RowMarks> {
  const clean = row.files[row.file] ?? '';
  const broken = applied(clean, row.error);
  const line = lineOf(broken, row.at ?? row.error[1]);
  const first = await edit(client, row, folder, row.file, clean, broken);
  const found = first.findings.find((finding) => finding.line === line);
  const error = first.problem ?? foundMark(found, first, line);
  const second = await edit(client, row, folder, row.file, broken, clean);
  // Warnings may stand in a text that has nothing wrong.
  const left = second.findings.find(
    ({ severity, message }) => severity === 'error' || message === found?.message,
  );
  const mended: Mark =
    second.problem ??
    (left === undefined ? { kind: 'yes', ms: second.ms } : { kind: 'no', reason: `still ${show(left)}` });
  const tools = await judgeTools(client, row, folder, config);
  const others = await judgeOthers(client, row, folder);
  const status = await client.status();
  const version = status.find(({ id, program }) => id === row.server && program !== undefined)?.program
    ?.version;
  return {
    error,
    mended,
    others,
    tools,
    ...(found !== undefined && { message: found.message.split('\n')[0] ?? '' }),
    ...(version !== undefined && { version }),
  };
}

function foundMark(found: Diagnostic | undefined, { findings, ms }: Edited, line: number): Mark {
  if (found !== undefined) return { kind: found.severity === 'error' ? 'yes' : 'warning', ms };
  return {
    kind: 'no',
    reason: findings.length === 0 ? 'nothing is found' : `nothing in line ${line}, but ${show(findings[0])}`,
  };
}

interface Edited {
  readonly findings: readonly Diagnostic[];
  readonly report: CheckReport;
  readonly ms: number;
  /** The server has not judged. */
  readonly problem?: Mark;
}

async function edit(
  client: LspServiceClient,
  { server }: LanguageRow,
  folder: string,
  file: string,
  before: string,
  text: string,
): Promise<Edited> {
  writeFileSync(join(folder, file), text);
  const start = performance.now();
  const report = await client.check({
    files: [{ filePath: file, text, before }],
    others: true,
    written: true,
  });
  const ms = Math.round(performance.now() - start);
  const asked = report.servers.find(({ id }) => id === server);
  const reason =
    asked === undefined
      ? `${server} was not asked${await whyNot(client, server)}`
      : asked.outcome === 'complete'
        ? undefined
        : `${server}: ${[asked.outcome, asked.reason ?? (await whyNot(client, server))].join(' ')}`;
  return {
    findings: report.files[file] ?? [],
    report,
    ms,
    ...(reason !== undefined && { problem: { kind: 'no', reason } }),
  };
}

async function whyNot(client: LspServiceClient, server: string): Promise<string> {
  const row = (await client.status({ all: true })).find(({ id }) => id === server);
  return row?.reason === undefined ? '' : `: ${row.reason}`;
}

/**
 * What another file loses by an edit: what the row says, or the name that it asks about, where
 * another file declares that.
 */
async function judgeOthers(client: LspServiceClient, row: LanguageRow, folder: string): Promise<Mark> {
  const breach = breachOf(row);
  if (breach === undefined) return { kind: 'not asked' };
  const { edited, change, broken } = breach;
  const clean = row.files[edited] ?? '';
  const changed = applied(clean, change);
  const { report, ms } = await edit(client, row, folder, edited, clean, changed);
  await edit(client, row, folder, edited, changed, clean);
  return (report.others[broken] ?? []).length > 0
    ? { kind: 'yes', ms }
    : { kind: 'no', reason: `an edit of ${edited} says nothing of ${broken}, which it breaks` };
}

function breachOf({
  breaks,
  asked,
  file,
}: LanguageRow):
  { readonly edited: string; readonly change: TextChange; readonly broken: string } | undefined {
  if (breaks !== undefined) return { edited: file, change: breaks.change, broken: breaks.file };
  if (asked?.in === undefined) return undefined;
  const [before = '', after = ''] = asked.declared.split('|');
  return { edited: asked.in, change: [before + after, `${before}un${after}`], broken: file };
}

function makeProject({ files, modules }: LanguageRow, home: string, folder: string): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  if (modules) symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'));
}

/** Only the row's servers run, whatever else this machine has. */
function configOf({ server, beside = [], config }: LanguageRow): Required<LspConfig> {
  const others = [...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS].filter(
    (id) => id !== server && !beside.includes(id),
  );
  return {
    ...LSP_DEFAULTS,
    servers: {
      ...Object.fromEntries(others.map((id) => [id, { enabled: false }])),
      ...(config !== undefined && { [server]: config }),
    },
    diagnosticTimeout: PATIENCE_MS,
    firstTouchTimeout: PATIENCE_MS,
    otherFilesTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    linterGrace: PATIENCE_MS,
    includeSeverities: ['error', 'warning'],
  };
}

/** Throws where the row's text is not there, or more than once: the row is wrong then. */
function applied(text: string, [right, wrong]: TextChange): string {
  const parts = text.split(right);
  if (parts.length !== 2) throw new Error(`the file has ${parts.length - 1} times: ${right}`);
  return parts.join(wrong);
}

/** 1-based. */
function lineOf(text: string, part: string): number {
  const at = text.indexOf(part);
  if (at < 0) throw new Error(`the file does not have: ${part}`);
  return text.slice(0, at).split('\n').length;
}

/** Without the names of this machine. */
export function scrubbed(text: string, folder: string): string {
  return text.replaceAll(folder, '.').replaceAll(LANGUAGES_FOLDER, '...').replaceAll(homedir(), '~');
}

function show(finding: Diagnostic | undefined): string {
  if (finding === undefined) return '';
  const { severity, line, character, message } = finding;
  return `${severity} ${line}:${character} ${message.split('\n')[0] ?? ''}`.slice(0, 140);
}
