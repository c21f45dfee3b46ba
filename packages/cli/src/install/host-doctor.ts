import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { isObject, parseJson } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { OPENCODE_PLUGIN } from '../package.js';
import { printError } from '../session.js';
import { isPiExtension, piSource } from './host-files.js';
import { INSTALLS, type InstallHost } from './hosts.js';
import { openPlace, type OpenPlace } from './open-place.js';
import { readInstalled, type Installed } from './installed.js';
import { isOurEntryIn } from './own-entries.js';
import { amendedByPlugin } from './plugin-probe.js';
import { PROBES, type HookProbe } from './probes.js';
import { readReceipt, receiptPath, SCOPES, type Scope } from './receipt.js';
import { type Checked, withServer } from './server-probe.js';

export interface HostDoctorOptions {
  readonly host: InstallHost;
  readonly workspace: string;
  readonly json: boolean;
}

interface Health extends Checked {
  readonly scope: Scope;
  readonly root: string;
  /** The command that mends it, where one does. */
  readonly mend?: string;
}

/** `llxprt-lsp doctor --host <host>`: whether what is installed works, and what to do where it does not. */
export async function hostDoctor(io: Io, { host, workspace, json }: HostDoctorOptions, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const health: Health[] = [];
  for (const scope of SCOPES) {
    const opened = await openPlace(io.cwd, { host, workspace, scope }, env);
    if (opened.kind === 'failed') {
      if (json) io.out(`${JSON.stringify({ host, healthy: false, installations: [], problem: opened.reason }, undefined, 2)}\n`);
      else printError(io, opened.reason);
      return 2;
    }
    const found = await examine(host, scope, opened, io.signal);
    if (found !== undefined) health.push(found);
  }
  const isHealthy = health.length > 0 && health.every(({ problems }) => problems.length === 0);
  if (json) io.out(`${JSON.stringify({ host, healthy: isHealthy, installations: health }, undefined, 2)}\n`);
  else io.out(describe(host, health));
  return isHealthy ? 0 : 2;
}

/** @returns undefined where nothing is installed */
async function examine(host: InstallHost, scope: Scope, { place, scope: hostScope }: OpenPlace, signal: AbortSignal): Promise<Health | undefined> {
  const { root, targets } = hostScope;
  const path = receiptPath(place.home, { host, scope, root });
  const stored = readReceipt(path);
  if (stored.kind === 'failed') return { scope, root, problems: [`${path} ${stored.reason}`], works: [] };
  if (stored.receipt === undefined && !targets.some((target) => isOurEntryIn(target))) return undefined;
  const installed = readInstalled(host, hostScope, stored.receipt);
  const files = installed.problems.length > 0 ? [] : [`our entries are in all of its files: ${targets.length}`];
  const ran = await runs(host, root, installed, place.env, signal);
  const problems = [...installed.problems, ...ran.problems];
  const mend = `llxprt-lsp install ${host}${scope === 'project' ? ' --project' : ''}`;
  return { scope, root, problems, works: [...files, ...ran.works], ...(problems.length > 0 && { mend }) };
}

async function runs(host: InstallHost, root: string, installed: Installed, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Checked> {
  if (host === 'pi') return piPackage(root);
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-doctor-')));
  try {
    if (host === 'opencode') return await runPlugin(workspace);
    const [server] = installed.servers;
    if (server === undefined) return { problems: ['no file of it names the MCP server'], works: [] };
    return await withServer(server, workspace, env, async (tools) => {
      const probe = PROBES[host];
      const hooks = probe === undefined ? [] : await Promise.all(installed.hooks.slice(0, 1).map((line) => runHook(line, probe, workspace, env, signal)));
      const missing = probe !== undefined && installed.hooks.length === 0 ? ['no file of it names the hook'] : [];
      return { problems: [...missing, ...hooks.flatMap(({ problems }) => problems)], works: [`the MCP server lists ${tools} tools`, ...hooks.flatMap(({ works }) => works)] };
    });
  } finally {
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  }
}

function piPackage(root: string): Checked {
  const source = piSource(root);
  if (source.startsWith('npm:')) return { problems: [], works: [`pi installs ${source} when it starts`] };
  const folder = resolve(root, source);
  return isPiExtension(folder) ? { problems: [], works: [`${folder} holds the extension`] } : { problems: [`${folder} does not hold the extension, built`], works: [] };
}

async function runPlugin(workspace: string): Promise<Checked> {
  const failed = (why: string): Checked => ({ problems: [`the plugin (${OPENCODE_PLUGIN}) ${why}`], works: [] });
  const started = performance.now();
  try {
    const text = await amendedByPlugin(OPENCODE_PLUGIN, workspace, { file: 'sample.json', text: SAMPLE });
    return text.includes('ERROR') ? worked(started) : failed(NO_ERROR);
  } catch (error) {
    return failed(`does not load: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const NO_ERROR = 'carries no error of a file with a mistake: `llxprt-lsp doctor` says what is missing, and whether LSP is switched off';

const worked = (started: number): Checked => ({ problems: [], works: [`a sample edit came back with its error after ${Math.round(performance.now() - started)} ms`] });

/** A host waits longer, ms; a person has gone by then. */
const HOOK_MS = 30_000;

/** A mistake that a server finds which comes along. */
const SAMPLE = '{ "a": }\n';

async function runHook(line: string, probe: HookProbe, cwd: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Checked> {
  const file = join(cwd, 'sample.json');
  writeFileSync(file, SAMPLE);
  const [program, ...args] = probe.shell(env);
  const started = performance.now();
  const ended = await runWith([program, ...args, line], JSON.stringify(probe.event(cwd, file, SAMPLE)), { cwd, env, signal: AbortSignal.any([signal, AbortSignal.timeout(HOOK_MS)]) });
  const failed = (why: string): Checked => ({ problems: [`the hook (${line}) ${why}`], works: [] });
  if (ended.kind === 'failed') return failed(`does not run: ${ended.reason}`);
  if (ended.code !== 0) return failed(`ends with ${ended.code}${ended.err === '' ? '' : `: ${ended.err.trim().slice(0, 300)}`}`);
  if (!isReply(ended.out)) return failed(`prints what is no reply: ${JSON.stringify(ended.out.slice(0, 300))}`);
  if (!ended.out.includes('ERROR')) return failed(NO_ERROR);
  return worked(started);
}

type Ended = { readonly kind: 'ended'; readonly code: number | null; readonly out: string; readonly err: string } | { readonly kind: 'failed'; readonly reason: string };

async function runWith([program = '', ...args]: readonly string[], input: string, options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal }): Promise<Ended> {
  const child = spawn(program, args, { ...options, stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<number | null | Error>((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  const [code, out, err] = await Promise.all([ended, startOf(child.stdout), startOf(child.stderr)]);
  return code instanceof Error ? { kind: 'failed', reason: code.message } : { kind: 'ended', code, out, err };
}

/** Of what a hook prints, UTF-16 code units: a reply is a page. */
const MOST_OUTPUT = 1024 * 1024;

/** Reads to the end, as a host does, and keeps the beginning. */
async function startOf(stream: Readable): Promise<string> {
  let kept = '';
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) if (kept.length < MOST_OUTPUT) kept += chunk;
  return kept.slice(0, MOST_OUTPUT);
}

/** A host takes one object. */
function isReply(output: string): boolean {
  return isObject(parseJson(output));
}

function describe(host: InstallHost, health: readonly Health[]): string {
  const { title } = INSTALLS[host];
  if (health.length === 0) return `${title}: nothing of llxprt-lsp is installed. To install it: llxprt-lsp install ${host}\n`;
  const lines = health.flatMap(({ scope, root, problems, works, mend }) => [`${title}, ${scope === 'user' ? 'for all your projects' : 'for this project'} (${root}):`, ...works.map((line) => `  ok       ${line}`), ...problems.map((line) => `  problem  ${line}`), ...(mend === undefined ? [] : [`  to mend it: ${mend}`])]);
  return `${lines.join('\n')}\n`;
}
