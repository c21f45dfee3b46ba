import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import type { Workspace } from '../harness/workspace.ts';
import { MODULES } from './real-lab.ts';

/** What the command-line tools say, in the notation of `found`: the truth that servers are measured by. */

/** @param compiler the folder of a TypeScript package below node_modules */
export function tsc(
  workspace: Workspace,
  compiler: string,
  project = '.',
): Promise<Record<string, string[]>> {
  return known(workspace.root, ['tsc', compiler, project], () =>
    compile(workspace, compiler, ['--project', project]),
  );
}

/** With what the project references, which it builds: in the workspace. */
export function tscBuild(
  workspace: Workspace,
  compiler: string,
  project: string,
): Promise<Record<string, string[]>> {
  return compile(workspace, compiler, ['--build', project]);
}

async function compile(
  { root }: Workspace,
  compiler: string,
  args: readonly string[],
): Promise<Record<string, string[]>> {
  const output = await run('node', [join(MODULES, compiler, 'bin/tsc'), ...args, '--pretty', 'false'], root);
  const findings: [file: string, finding: string][] = [];
  for (const line of output.split('\n')) {
    const [, file, position, code, message] = /^(\S.*)\((\d+,\d+)\): error TS(\d+): (.*)$/.exec(line) ?? [];
    const last = findings.at(-1);
    if (file !== undefined && position !== undefined)
      findings.push([file, `${position.replace(',', ':')} ${code ?? ''} ${message ?? ''}`]);
    // The rest of a message of several lines is indented.
    else if (line.startsWith(' ') && last !== undefined) last[1] += `\n${line}`;
    else if (line !== '') throw new Error(`tsc: ${line}`);
  }
  return byFile(findings);
}

interface PyrightReport {
  generalDiagnostics: {
    file: string;
    severity: string;
    message: string;
    rule?: string;
    range: { start: { line: number; character: number } };
  }[];
}

/** @param within all that it may read; absolute */
export function pyright(
  workspace: Pick<Workspace, 'root'>,
  within = workspace.root,
): Promise<Record<string, string[]>> {
  return known(within, ['pyright', relative(within, workspace.root)], () => runPyright(workspace));
}

async function runPyright({ root }: Pick<Workspace, 'root'>): Promise<Record<string, string[]>> {
  const output = await run('node', [join(MODULES, 'pyright/index.js'), '--outputjson'], root);
  const { generalDiagnostics } = JSON.parse(output) as PyrightReport;
  return byFile(
    generalDiagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ file, message, rule, range: { start } }) => [
        relative(root, file),
        `${start.line + 1}:${start.character + 1} ${rule ?? '-'} ${message}`,
      ]),
  );
}

/** Line and rule of each error. */
export async function ty({ root }: Workspace): Promise<Record<string, string[]>> {
  const output = await run('ty', ['check', '--output-format', 'concise', '--color', 'never'], root);
  const findings = output.split('\n').map((line) => /^(\S.*?):(\d+):\d+: error\[([\w-]+)\]/.exec(line) ?? []);
  return byFile(
    findings.flatMap(([, file, line, rule]): [string, string][] =>
      file === undefined ? [] : [[file, `${line ?? ''} ${rule ?? ''}`]],
    ),
  );
}

interface EslintResult {
  filePath: string;
  messages: { ruleId: string | null; line: number; column: number; message: string }[];
}

export async function eslint({ root }: Workspace, folder: string): Promise<Record<string, string[]>> {
  const output = await run('node', [join(MODULES, 'eslint/bin/eslint.js'), '--format', 'json', folder], root);
  return byFile(
    (JSON.parse(output) as EslintResult[]).flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, line, column, message }): [string, string] => [
        relative(root, filePath),
        `${line}:${column} ${ruleId ?? '-'} ${message}`,
      ]),
    ),
  );
}

/** The lines that the compiler complains about, by file: of the wording, a server's parser has its own. */
export async function goBuild(
  { root }: Pick<Workspace, 'root'>,
  packages: string,
): Promise<Record<string, number[]>> {
  const output = await run('sh', ['-c', 'exec go build -gcflags=-e "$0" 2>&1', packages], root);
  const lines: Record<string, number[]> = {};
  for (const row of output.split('\n')) {
    // The other place that a finding is about stands below it, indented.
    const [, file, line] = /^\t?(?:\.\/)?(\S.*?\.go):(\d+):\d+: /.exec(row) ?? [];
    if (file !== undefined && line !== undefined) (lines[file] ??= []).push(Number(line));
    else if (row !== '' && !row.startsWith('#') && !row.startsWith('\t')) throw new Error(`go build: ${row}`);
  }
  return Object.fromEntries(
    Object.entries(lines).map(([file, list]) => [file, [...new Set(list)].sort((a, b) => a - b)]),
  );
}

/**
 * The lines that the compiler complains about, by file, seen from the workspace's root.
 *
 * @param folder the root of a Cargo workspace, relative
 */
export async function cargoCheck(
  { root, outside }: Pick<Workspace, 'root' | 'outside'>,
  folder: string,
): Promise<Record<string, number[]>> {
  const target = join(outside, 'judge', folder);
  const command =
    'CARGO_TARGET_DIR="$0" exec cargo check --quiet --workspace --all-targets --keep-going --message-format=short 2>&1';
  const output = await run('sh', ['-c', command, target], join(root, folder));
  const lines: Record<string, number[]> = {};
  for (const row of output.split('\n')) {
    const [, file, line] = /^(\S.*?\.rs):(\d+):\d+: error/.exec(row) ?? [];
    if (file !== undefined && line !== undefined)
      (lines[relative(root, resolve(root, folder, file))] ??= []).push(Number(line));
    else if (row !== '' && !/^error: could not compile|: warning|^warning/.test(row))
      throw new Error(`cargo: ${row}`);
  }
  return Object.fromEntries(
    Object.entries(lines).map(([file, list]) => [file, [...new Set(list)].sort((a, b) => a - b)]),
  );
}

interface Verdict {
  within: string;
  findings: Promise<Record<string, string[]>>;
}

const verdicts = new Map<string, Verdict>();

/**
 * A compiler is run once for the same files in the same places: tests come back to what they began
 * with, and begin with the same, and it says the same again.
 *
 * @param within all that it reads of the workspace
 */
async function known(
  within: string,
  question: readonly string[],
  ask: () => Promise<Record<string, string[]>>,
): Promise<Record<string, string[]>> {
  const key = [...question, digest(within)].join('\n');
  const earlier = verdicts.get(key);
  if (earlier !== undefined) {
    const findings = await earlier.findings;
    // Words that name the folder are about that one alone.
    if (earlier.within === within || !JSON.stringify(findings).includes(earlier.within))
      return structuredClone(findings);
  }
  const findings = ask();
  verdicts.set(key, { within, findings });
  return structuredClone(await findings);
}

/** Of all names and texts below a folder. A link is where it leads. */
function digest(folder: string): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const at = join(path, entry.name);
      const kind = entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'file';
      const content = kind === 'link' ? readlinkSync(at) : kind === 'file' ? readFileSync(at) : '';
      hash.update(JSON.stringify([kind, relative(folder, at), content.length])).update(content);
      if (kind === 'folder' && entry.name !== '.git') add(at);
    }
  };
  add(folder);
  return hash.digest('hex');
}

function byFile(findings: readonly [file: string, finding: string][]): Record<string, string[]> {
  const files: Record<string, string[]> = {};
  for (const [file, finding] of findings) (files[file] ??= []).push(finding);
  return files;
}

function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}
