import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Escaped,
  escaped,
  inline,
  isObject,
  joined,
  jsonOf,
  leadsThrough,
  oneLine,
  ownEnvironment,
  parseJson,
  type ProgramPlace,
  type Trust,
} from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { OPENCODE_PLUGIN } from '../package.js';
import { openSettings, printError, trustOf, type WorkspaceOptions } from '../session.js';
import { INSTALLS, type HostScope, type InstallHost } from './hosts.js';
import { readInstalled, type Installed, type Named } from './installed.js';
import { openPlace } from './open-place.js';
import { isOurEntryIn } from './own-entries.js';
import type { InstallPlace } from './place.js';
import { amendedByPlugin } from './plugin-probe.js';
import { piPackage } from './pi-package.js';
import { PROBES, type HookProbe } from './probes.js';
import { findReceipt, SCOPES, type Receipt, type Scope } from './receipt.js';
import { located, runWith } from './run-program.js';
import { type Checked, withServer } from './server-probe.js';

export interface HostDoctorOptions extends WorkspaceOptions {
  readonly host: InstallHost;
  readonly json: boolean;
}

interface Health extends Checked {
  readonly scope: Scope;
  readonly root: string;
  /** The command that mends it, where one does. */
  readonly mend?: string;
  /** What a person may want to know, and need not mend. */
  readonly remarks?: readonly string[];
}

/**
 * `llxprt-lsp doctor --host <host>`: whether what is installed works, and what to do where it does
 * not.
 *
 * @param env of this process. Nothing that is started from here on finds secrets in it, nor, by PATH,
 * programs of the workspace.
 */
export async function hostDoctor(
  io: Io,
  options: HostDoctorOptions,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const { host, json } = options;
  const opened = await openPlace(io.cwd, { ...options, scope: 'user' }, env);
  if (opened.kind === 'failed') {
    if (json)
      io.out(escaped`${jsonOf({ host, healthy: false, installations: [], problem: opened.reason }, 2)}\n`);
    else printError(io, opened.reason);
    return 2;
  }
  const settings = openSettings(io, options);
  if (settings === undefined) return 2;
  const trust = trustOf(options, settings);
  guard(env, { workspaceRoot: settings.workspaceRoot, trusted: trust.trusted, env });
  const health: Health[] = [];
  for (const scope of SCOPES) {
    const found = await examine({
      host,
      scope,
      place: opened.place,
      hostScope: INSTALLS[host][scope](opened.place),
      trust,
      signal: io.signal,
    });
    if (found !== undefined) health.push(found);
  }
  const isHealthy = health.length > 0 && health.every(({ problems }) => problems.length === 0);
  if (json) io.out(escaped`${jsonOf({ host, healthy: isHealthy, installations: health }, 2)}\n`);
  else io.out(describe(host, health));
  return isHealthy ? 0 : 2;
}

function guard(env: NodeJS.ProcessEnv, place: ProgramPlace): void {
  const own = ownEnvironment(place);
  for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
  Object.assign(env, own);
}

interface Examined {
  readonly host: InstallHost;
  readonly scope: Scope;
  readonly place: InstallPlace;
  readonly hostScope: HostScope;
  readonly trust: Trust;
  readonly signal: AbortSignal;
}

/** @returns undefined where nothing is installed */
async function examine(examined: Examined): Promise<Health | undefined> {
  const { host, scope, place, hostScope, trust } = examined;
  const { root, targets } = hostScope;
  const stored = findReceipt(place, { host, scope, root });
  if (stored.kind === 'failed')
    return { scope, root, problems: [`${stored.path} ${stored.reason}`], works: [] };
  // Where the workspace is the home folder, the files of the user are no project's.
  const isUsers = scope === 'project' && root === INSTALLS[host].user(place).root;
  const { found } = stored;
  if (found === undefined && (isUsers || !targets.some((target) => isOurEntryIn(target)))) return undefined;
  // There, a model or a stranger may have written it.
  const receipt = found && leadsThrough(found.path, place.workspace) ? undefined : found?.receipt;
  const installed = readInstalled(host, hostScope, receipt);
  const install = `llxprt-lsp install ${host}${scope === 'project' ? ' --project' : ''}`;
  const foreign = installed.entries.filter(({ isOurs }) => !isOurs);
  const others = foreign.map(
    (entry) =>
      `${describeEntry(entry)} is not what \`install\` has written, so it was not started: take it out ` +
      `of that file, then: ${install}`,
  );
  const reason =
    scope === 'user' || host === 'pi'
      ? undefined
      : whyNotStarted(trust, { receipt, isStored: found !== undefined });
  const ran =
    reason === undefined
      ? await runs(examined, installed)
      : {
          problems: unstarted(examined, installed).map(
            (entry) =>
              `${entry} was not started, since ${reason.why}. To have it examined: ${reason.mend ?? install}`,
          ),
          works: [],
        };
  const off = hostScope.hooksOff?.() ?? [];
  const problems = [...installed.problems, ...off, ...others, ...ran.problems];
  // What the host itself has to be told, or has to do, no installation mends.
  const byHost = host === 'codex' ? off : host === 'pi' ? ran.problems : [];
  const files =
    installed.problems.length > 0 || foreign.length > 0
      ? []
      : [`our entries are in all of its files: ${targets.length}`];
  const isMended =
    problems.length > byHost.length && (reason?.mend === undefined || installed.problems.length > 0);
  const remarks =
    receipt === undefined || found === undefined || found.path === stored.path
      ? []
      : [
          `${found.path}: the receipt is not written there any more; it counts, and this moves it: ` +
            install,
        ];
  return {
    scope,
    root,
    problems,
    works: [...files, ...ran.works],
    ...(isMended && { mend: install }),
    ...(remarks.length > 0 && { remarks }),
  };
}

/** A repository can bring the files of a project with it, and name any program in them. */
function whyNotStarted(
  trust: Trust,
  { receipt, isStored }: { receipt: Receipt | undefined; isStored: boolean },
): { why: string; mend?: string } | undefined {
  if (receipt === undefined)
    return {
      why: isStored
        ? 'the receipt of `install` lies in the workspace, where a model can write it'
        : 'no receipt on this machine says that `install` has written it',
    };
  return trust.trusted
    ? undefined
    : {
        why: `the workspace is not trusted: ${trust.reason}`,
        mend: `llxprt-lsp --trusted doctor --host ${receipt.host}`,
      };
}

/** What the files name of ours, for people; a plugin stands in the only file of its host. */
function unstarted({ hostScope }: Examined, { entries }: Installed): string[] {
  if (entries.length === 0) return hostScope.targets.map(({ path }) => `${path}: what it names`);
  return entries.filter(({ isOurs }) => isOurs).map((entry) => describeEntry(entry));
}

/** Longer command lines are cut off. */
const MAX_WORDS = 200;

const describeEntry = ({ path, at, words }: Named): string =>
  `${path}: ${at} (${oneLine(words.join(' '), MAX_WORDS)})`;

async function runs(
  { host, hostScope, place, trust, signal }: Examined,
  installed: Installed,
): Promise<Checked> {
  const { env } = place;
  const programs = { workspaceRoot: place.workspace, trusted: trust.trusted, env };
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-doctor-')));
  try {
    // PATH may have links into the workspace, in folders outside of it: then a bundled server judges
    // the sample.
    if (!trust.trusted) refuseTrust(workspace);
    if (host === 'pi') return await piPackage(hostScope.root, workspace, programs, signal);
    if (host === 'opencode') return await runPlugin(workspace);
    const [server] = installed.servers;
    const isNamed = (kind: Named['kind']): boolean => installed.entries.some((entry) => entry.kind === kind);
    if (server === undefined)
      return { problems: isNamed('server') ? [] : ['no file of it names the MCP server'], works: [] };
    const words = located(server, programs);
    if (words === undefined)
      return {
        problems: [
          `the MCP server (${server.join(' ')}) does not start: ${server[0] ?? ''} was not found on ` +
            'PATH, outside of the workspace',
        ],
        works: [],
      };
    return await withServer(words, workspace, env, async (tools) => {
      const probe = PROBES[host];
      const hooks =
        probe === undefined
          ? []
          : await Promise.all(
              installed.hooks.slice(0, 1).map((line) => runHook(line, probe, workspace, programs, signal)),
            );
      const missing = probe !== undefined && !isNamed('hook') ? ['no file of it names the hook'] : [];
      return {
        problems: [...missing, ...hooks.flatMap(({ problems }) => problems)],
        works: [`the MCP server lists ${tools} tools`, ...hooks.flatMap(({ works }) => works)],
      };
    });
  } finally {
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  }
}

function refuseTrust(folder: string): void {
  mkdirSync(join(folder, '.llxprt'));
  writeFileSync(join(folder, '.llxprt', 'settings.json'), JSON.stringify({ lsp: { trust: 'never' } }));
}

async function runPlugin(workspace: string): Promise<Checked> {
  const failed = (why: string): Checked => ({
    problems: [`the plugin (${OPENCODE_PLUGIN}) ${why}`],
    works: [],
  });
  const started = performance.now();
  try {
    const text = await amendedByPlugin(OPENCODE_PLUGIN, workspace, { file: 'sample.json', text: SAMPLE });
    return text.includes('ERROR') ? worked(started) : failed(NO_ERROR);
  } catch (error) {
    return failed(`does not load: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const NO_ERROR =
  'carries no error of a file with a mistake: `llxprt-lsp doctor` says what is missing, and whether ' +
  'LSP is switched off';

const worked = (started: number): Checked => ({
  problems: [],
  works: [`a sample edit came back with its error after ${Math.round(performance.now() - started)} ms`],
});

/** A host waits longer, ms; a person has gone by then. */
const HOOK_MS = 30_000;

/** A mistake that a server finds which comes along. */
const SAMPLE = '{ "a": }\n';

async function runHook(
  line: string,
  probe: HookProbe,
  cwd: string,
  programs: ProgramPlace,
  signal: AbortSignal,
): Promise<Checked> {
  const failed = (why: string): Checked => ({ problems: [`the hook (${line}) ${why}`], works: [] });
  const [program, ...args] = probe.shell(programs);
  if (program === undefined)
    return failed('was not started: its shell was not found on PATH, outside of the workspace');
  const file = join(cwd, 'sample.json');
  writeFileSync(file, SAMPLE);
  const started = performance.now();
  const ended = await runWith([program, ...args, line], JSON.stringify(probe.event(cwd, file, SAMPLE)), {
    cwd,
    env: programs.env,
    signal: AbortSignal.any([signal, AbortSignal.timeout(HOOK_MS)]),
  });
  if (ended.kind === 'failed') return failed(`does not run: ${ended.reason}`);
  if (ended.code !== 0)
    return failed(`ends with ${ended.code}${ended.err === '' ? '' : `: ${ended.err.trim().slice(0, 300)}`}`);
  if (!isReply(ended.out))
    return failed(`prints what is no reply: ${JSON.stringify(ended.out.slice(0, 300))}`);
  if (!ended.out.includes('ERROR')) return failed(NO_ERROR);
  return worked(started);
}

/** A host takes one object. */
function isReply(output: string): boolean {
  return isObject(parseJson(output));
}

function describe(host: InstallHost, health: readonly Health[]): Escaped {
  const title = inline(INSTALLS[host].title);
  if (health.length === 0)
    return escaped`${title}: nothing of llxprt-lsp is installed. To install it: llxprt-lsp install ${host}\n`;
  const lines = health.flatMap(({ scope, root, problems, works, mend, remarks = [] }) => [
    escaped`${title}, ${scope === 'user' ? 'for all your projects' : 'for this project'} (${inline(root)}):`,
    ...works.map((line) => escaped`  ok       ${oneLine(line)}`),
    ...problems.map((line) => escaped`  problem  ${oneLine(line)}`),
    ...remarks.map((line) => escaped`  note     ${oneLine(line)}`),
    ...(mend === undefined ? [] : [escaped`  to mend it: ${inline(mend)}`]),
  ]);
  return escaped`${joined(lines, '\n')}\n`;
}
