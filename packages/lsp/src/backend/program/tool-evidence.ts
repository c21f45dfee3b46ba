import { basename, join } from 'node:path';
import { namesIn } from '../../support/folders.ts';
import { type DiskStamp, diskStamp, sameStamp } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { ancestors, readText } from './files.ts';

/** How a tool is known where a project runs it (ADR 0045). */
export interface ToolMarks {
  /** The file in this folder that configures the tool, by its name. Reads small files. */
  configuredBy(folder: string): string | undefined;
  /** Its command, as a shell or a task runner is given it. */
  readonly command: string;
  /** Its hook in a `.pre-commit-config.yaml`, by the repository or the id. */
  readonly hook: RegExp;
  /** Arguments that its hook has where the project states none. */
  readonly hookArgs?: readonly string[];
}

/** That a project runs a tool. */
export interface Evidence {
  /** The file that says so, by its path below `folder`. */
  readonly file: string;
  /** Absolute. */
  readonly folder: string;
  /** What the tool is run with, where a file says that in plain words. */
  readonly args: readonly string[];
  readonly isConfiguration: boolean;
}

/**
 * The nearest configuration of a tool, else a file of pre-commit, of the CI or of a task runner that
 * runs it. Reads small files and never throws; what was read is kept until the file changes.
 */
export function evidenceOf(tool: ToolMarks, folder: string, workspaceRoot: string): Evidence | undefined {
  const chain = ancestors(folder, workspaceRoot);
  for (const candidate of chain) {
    const file = tool.configuredBy(candidate);
    if (file !== undefined)
      return { file, folder: candidate, args: runIn(candidate, tool)?.args ?? [], isConfiguration: true };
  }
  for (const candidate of chain) {
    const run = runIn(candidate, tool);
    if (run !== undefined) return { ...run, folder: candidate, isConfiguration: false };
  }
  return undefined;
}

type Uses = Pick<Evidence, 'file' | 'args'>;

/** How many workflows of one project are read. */
const MOST_WORKFLOWS = 50;
const WORKFLOWS = join('.github', 'workflows');
const HOOKS = '.pre-commit-config.yaml';
/** How task runners and services of CI name their files, in the order in which they are believed. */
const RUNNERS: readonly (readonly [name: string, read: (text: string, tool: string) => string[][]])[] = [
  ['tox.ini', (text, tool) => commandsIn(iniCommands(text), tool)],
  ['tox.toml', listsOf],
  ['noxfile.py', listsOf],
  ['Makefile', commandsIn],
  ['justfile', commandsIn],
  ['.gitlab-ci.yml', commandsIn],
];

function runIn(folder: string, tool: ToolMarks): Uses | undefined {
  const workflows = namesIn(join(folder, WORKFLOWS))
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .slice(0, MOST_WORKFLOWS)
    .map((name) => [join(WORKFLOWS, name), commandsIn] as const);
  for (const [file, read] of [...workflows, ...RUNNERS]) {
    const [args] = readOnce(join(folder, file), tool.command, (text) => read(text, tool.command));
    if (args !== undefined) return { file, args };
  }
  const [args] = readOnce(join(folder, HOOKS), tool.command, (text) => hookIn(text, tool));
  return args === undefined ? undefined : { file: HOOKS, args };
}

interface Known {
  readonly stamp: DiskStamp;
  readonly uses: string[][];
}

/** More files are read again. */
const MOST_KNOWN = 500;
const known = new Map<string, Known>();

function readOnce(path: string, tool: string, read: (text: string) => string[][]): string[][] {
  const stamp = diskStamp(path);
  if (stamp === undefined) return [];
  const key = `${tool}\0${path}`;
  const before = known.get(key);
  if (before !== undefined && sameStamp(before.stamp, stamp)) return before.uses;
  const uses = read(readText(path, SETTINGS_BYTES) ?? '');
  known.delete(key);
  known.set(key, { stamp, uses });
  for (const oldest of known.keys()) if (known.size > MOST_KNOWN) known.delete(oldest);
  return uses;
}

/** Programs that run another one, with what may stand between. */
const RUN_BY =
  /^(?:(?:uv|poetry|pdm|hatch|pipenv|rye|pixi|pipx|npx|pnpm|yarn|bunx|uvx|exec|run|dlx|time|env|coverage|bundle|--?[\w=-]+|[A-Z_]+=\S*|\w*python[\d.]*|\{\[?\w*\]?\}|\$\{?\w+\}?|@|-)\s+)*/;

/** The words after each call of a tool: of a shell, a list of YAML, or a rule of Make. */
function commandsIn(text: string, tool: string): string[][] {
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  return lines
    .map(withoutComment)
    .flatMap((line) => line.split(/&&|\|\||[;|]/))
    .flatMap((part) => {
      const command = part
        .trim()
        .replace(/^(?:-\s+)?(?:run|script|command|cmd):\s*/, '')
        .replace(/^(?:[-@]\s*)+/, '')
        .replace(/^[>|"']+\s*/, '');
      const [name = '', ...words] = command.replace(RUN_BY, '').split(/\s+/);
      return basename(name.replace(/["']$/, '')) === tool ? [plainWords(words)] : [];
    });
}

/** Tox runs what stands below `commands`; a list of what is installed looks alike. */
function iniCommands(text: string): string {
  let isCommands = false;
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, key, value = ''] = /^(\w+)\s*=\s*(.*)$/s.exec(line) ?? [];
      if (key !== undefined || line.startsWith('[')) isCommands = key?.startsWith('commands') === true;
      return isCommands ? (key === undefined ? line : value) : [];
    })
    .join('\n');
}

/** `session.run("mypy", "src")`, and `["mypy", "src"]` of TOML. */
function listsOf(text: string, tool: string): string[][] {
  const byPython = String.raw`(?:["']python[\d.]*["'],\s*["']-m["'],\s*)?`;
  const words = String.raw`((?:\s*,\s*["'][^"'\n]*["'])*)`;
  const call = new RegExp(String.raw`(?:\brun\w*\(|\[)\s*${byPython}["']${tool}["']${words}`, 'g');
  return [...text.matchAll(call)].map(([, rest = '']) =>
    plainWords([...rest.matchAll(/["']([^"'\n]*)["']/g)].map(([, word = '']) => word)),
  );
}

const withoutComment = (line: string): string => line.replace(/(?:^|\s)#.*$/s, '');

function hookIn(text: string, { hook, hookArgs = [] }: ToolMarks): string[][] {
  const lines = text
    .split(/\r?\n/)
    .map(withoutComment)
    .filter((line) => line.trim() !== '');
  const at = lines.findIndex((line) => /^\s*(?:-\s*)?(?:repo|id):/.test(line) && hook.test(line));
  if (at === -1) return [];
  const rest = lines.slice(at + 1);
  const next = rest.findIndex((line) => /^\s*-\s*repo:/.test(line));
  const own = rest.slice(0, next === -1 ? undefined : next).join('\n');
  const given = /^[ \t]*args:[ \t]*(?:\[([^\]]{0,4000})\]|((?:\n[ \t]*-[ \t].*)+))/m.exec(own);
  if (given === null) return [[...hookArgs]];
  const words = (given[1] ?? given[2] ?? '').split(/[,\n]/).map((word) =>
    word
      .trim()
      .replace(/^-\s+/, '')
      .replace(/^["']|["']$/g, ''),
  );
  return [plainWords(words)];
}

/** Up to the first word that a shell would have to expand. */
function plainWords(words: readonly string[]): string[] {
  const bare = words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')).filter((word) => word !== '');
  const end = bare.findIndex((word) => !/^[\w./:=@,+^()[\]|*\\-]+$/.test(word));
  return end === -1 ? bare : bare.slice(0, end);
}
