import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import {
  type BunSearch,
  type Escaped,
  escaped,
  findBun,
  findNode,
  findSidecar,
  formatStatus,
  type Import,
  inline,
  type Interrupted,
  interruptedIn,
  joined,
  jsonOf,
  type LspState,
  nodeExecutable,
  type NodeFound,
  ownEnvironment,
  realPath,
  type ProgramPlace,
  hasSettings,
  settingsFiles,
  type SettingsFiles,
  SIDECAR_PACKAGE,
  type SidecarSearch,
  type Trust,
  withheldNames,
} from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from './io.js';
import { describeEnvironments } from './environments.js';
import { describeMissing, findMissing } from './missing-servers.js';
import { openWorkspace, withSession, type WorkspaceOptions } from './session.js';
import { toJson } from './status-command.js';

export interface DoctorOptions extends WorkspaceOptions {
  readonly json: boolean;
  /** Also list the servers that no file in this workspace needs. */
  readonly all: boolean;
}

interface Findings {
  readonly bun: BunSearch & { version?: string };
  /** What runs servers that are written for Node. */
  readonly serverNode?: NodeFound;
  /** Newer ones that do not run here, and why. */
  readonly unfitNodes: readonly string[];
  readonly sidecar: SidecarSearch;
  readonly settings: SettingsFiles;
  readonly imports: readonly Import[];
  /** Absent where LSP is off. */
  readonly trust?: Trust;
  /** Names of variables that servers and compilers do not get, or not with their credentials. */
  readonly withheld: readonly string[];
  /** Changes of several files whose process was killed. */
  readonly cutShort: readonly {
    readonly at: string;
    readonly files: number;
    readonly written: number;
    readonly isComplete: boolean;
  }[];
}

/** `llxprt-lsp doctor`: prints what was found where, and how to install what is missing. */
export async function doctor(io: Io, options: DoctorOptions): Promise<ExitCode> {
  const workspaceRoot = openWorkspace(io, options.workspace);
  if (workspaceRoot === undefined) return 2;
  const sidecar = findSidecar();
  const packageDir = sidecar.kind === 'found' ? sidecar.packageDir : undefined;
  return withSession(
    io,
    options,
    (lsp) => lsp,
    async ({ config, lsp, trust, imports }) => {
      const trusted = trust?.trusted ?? false;
      const place = { workspaceRoot, trusted, env: process.env };
      const bun = await withVersion(findBun({ packageDir, ...place }), place);
      const { serverNode, unfitNodes } = await firstThatRuns(findNode(nodeExecutable(), place), place);
      const withheld = withheldNames(process.env, { passEnv: lsp === false ? [] : lsp.passEnv, trusted });
      const findings: Findings = {
        bun,
        ...(serverNode !== undefined && { serverNode }),
        unfitNodes,
        withheld,
        sidecar,
        settings: settingsFiles(workspaceRoot),
        imports,
        cutShort: (await interruptedIn(workspaceRoot)).map(toCutShort),
        ...(trust && { trust }),
      };
      const state = await config.lspState({ verbose: false, all: true });
      const servers = state.kind === 'running' ? state.servers : [];
      const environments = (await config.getLspServiceClient()?.environments()) ?? [];
      const missing = await findMissing(workspaceRoot, servers, io.signal);
      const known =
        state.kind === 'running'
          ? { ...state, servers: servers.filter(({ optional }) => optional !== true) }
          : state;
      const isHealthy =
        bun.kind === 'found' &&
        sidecar.kind === 'found' &&
        state.kind !== 'unavailable' &&
        findings.cutShort.length === 0;
      const json = {
        ...toJson(workspaceRoot, state),
        missing: missing.here.map(({ id }) => id),
        healthy: isHealthy,
        node: process.version,
        environments,
        ...findings,
      };
      io.out(
        options.json
          ? escaped`${jsonOf(json, 2)}\n`
          : joined(
              [
                describe(findings, known, options.all),
                describeEnvironments(environments),
                describeMissing(missing, options.all),
              ],
              '',
            ),
      );
      return isHealthy ? 0 : 2;
    },
  );
}

function toCutShort({ at, isComplete, steps }: Interrupted): Findings['cutShort'][number] {
  return {
    at,
    isComplete,
    files: steps.length,
    written: steps.filter(({ progress }) => progress !== 'not made').length,
  };
}

async function withVersion(found: BunSearch, place: ProgramPlace): Promise<Findings['bun']> {
  if (found.kind === 'missing') return found;
  // What is on PATH may be a script that starts others.
  const output = await versionOf(found.path, place);
  return output.kind === 'version'
    ? { ...found, version: output.version }
    : { kind: 'missing', reason: `${found.path} (${BUN_ORIGINS[found.origin]}) does not run: ${output.why}` };
}

type VersionOutput =
  { readonly kind: 'version'; readonly version: string } | { readonly kind: 'failed'; readonly why: string };

async function versionOf(program: string, place: ProgramPlace): Promise<VersionOutput> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      timeout: 5000,
      cwd: dirname(program),
      env: ownEnvironment(place),
    });
    return { kind: 'version', version: stdout.trim() };
  } catch (error) {
    const { message, stderr = '' } = error as Error & { stderr?: string };
    return { kind: 'failed', why: /\S.*/.exec(stderr)?.[0] ?? message };
  }
}

/** The sidecar finds out when a server ends at once, and takes the next one, too. */
async function firstThatRuns(
  found: NodeFound | undefined,
  place: ProgramPlace,
): Promise<Pick<Findings, 'serverNode' | 'unfitNodes'>> {
  const unfitNodes: string[] = [];
  for (const node of found === undefined ? [] : [found, ...(found.others ?? [])]) {
    const output = node.origin === 'host' ? undefined : await versionOf(node.path, place);
    if (output?.kind !== 'failed') {
      const { others: _, ...serverNode } = node;
      return { serverNode, unfitNodes };
    }
    unfitNodes.push(`not ${spelled(node)} (${node.origin}), which does not run: ${output.why}`);
  }
  return { unfitNodes };
}

const spelled = ({ path, version }: NodeFound): string =>
  version === undefined ? path : `v${version} ${path}`;

/** As far as it is another one than the Node of this process. */
function nodeOfServers({ serverNode: node, unfitNodes }: Findings): string[] {
  if (node === undefined) return [...unfitNodes];
  const { origin, problem } = node;
  const why = origin === 'LLXPRT_NODE' ? origin : `the newest that runs here, from ${origin}`;
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(origin === 'host' && unfitNodes.length === 0 ? [] : [`servers run on ${spelled(node)} (${why})`]),
    ...unfitNodes,
  ];
}

const GET_BUN = 'install: npm install -g bun, or name one in the environment variable LLXPRT_BUN';
const GET_SIDECAR = `install: npm install ${SIDECAR_PACKAGE}`;

function describe(findings: Findings, state: LspState, all: boolean): Escaped {
  const { bun, sidecar, settings, imports, trust, withheld, cutShort } = findings;
  const rows: [label: string, text: string][] = [
    ['Node', `${process.version} ${process.execPath}`],
    ...nodeOfServers(findings).map((text): [string, string] => ['', text]),
    [
      'Bun',
      bun.kind === 'found' ? `${bun.version ?? ''} ${bun.path} (${BUN_ORIGINS[bun.origin]})` : bun.reason,
    ],
    ...(bun.kind === 'found' ? [] : [['', GET_BUN] as [string, string]]),
    ['Service', sidecar.kind === 'found' ? `${sidecar.version} ${sidecar.entry}` : sidecar.reason],
    ...(sidecar.kind === 'found' ? [] : [['', GET_SIDECAR] as [string, string]]),
    ...settingsRows(settings),
    ...imports.flatMap(importRows),
    ...(trust === undefined
      ? []
      : [
          [
            'Workspace',
            `${trust.trusted ? 'trusted' : 'not trusted, nothing that it brings along is run'}: ` +
              trust.reason,
          ] as [string, string],
        ]),
    ...(withheld.length === 0
      ? []
      : [
          [
            'Held back',
            `${withheld.join(', ')}: variables that servers and compilers do not get, or without the ` +
              'credentials in them; the setting passEnv names those that a build needs',
          ] as [string, string],
        ]),
    ...cutShort.map(({ at, files, written, isComplete }): [string, string] => [
      'Cut short',
      `at ${at}, a change of ${files} files, ${written} of them written: its process was killed. ` +
        (isComplete ? 'It stands.' : 'The next change by a tool takes it back.'),
    ]),
  ];
  const lines = rows.map(([label, text]) => inline(label.padEnd(10) + text));
  return escaped`${joined([...lines, escaped``, formatStatus(state, { verbose: true, all })], '\n')}\n`;
}

/** What came from the settings of another program, what did not, and why. */
function importRows({ title, file, taken, left }: Import, at: number): [label: string, text: string][] {
  const label = at === 0 ? 'Imported' : '';
  const added = taken.map(({ id, kind }) => (kind === 'server' ? `the server ${id}` : `settings of ${id}`));
  return [
    [label, `${title}, ${file}: ${added.length === 0 ? 'nothing' : added.join(', ')}`],
    ...left.map(({ id, reason }): [string, string] => [
      '',
      `  ${id === undefined ? '' : `not ${id}: `}${reason}`,
    ]),
  ];
}

const BUN_ORIGINS = {
  host: 'as configured',
  LLXPRT_BUN: 'LLXPRT_BUN',
  PATH: 'PATH',
  package: 'npm package',
} as const;

/** A file of LLxprt Code's, and one in an old place, only where it counts. */
export function settingsRows({
  user,
  llxprtCode,
  earlier,
  workspace,
}: SettingsFiles): [label: string, text: string][] {
  // Where the home folder is the workspace, a file of the user is that of the workspace.
  const counts = (path: string | undefined): path is string =>
    path !== undefined && !isSameFile(path, workspace) && hasSettings(path);
  const lines = [
    ...(user === undefined || isSameFile(user, workspace) ? [] : [shownFile(user)]),
    ...(counts(llxprtCode) ? [`${llxprtCode} (of LLxprt Code: its key "lsp" counts here, too)`] : []),
    ...(counts(earlier) && user !== undefined
      ? [`${earlier} (an old place, which LLxprt Code tells people to delete: move its key "lsp" to ${user})`]
      : []),
    shownFile(workspace),
  ];
  return lines.map((line, at) => [at === 0 ? 'Settings' : '', line]);
}

function isSameFile(path: string, other: string): boolean {
  return (realPath(path) ?? path) === (realPath(other) ?? other);
}

function shownFile(path: string): string {
  return existsSync(path) ? path : `${path} (does not exist)`;
}
