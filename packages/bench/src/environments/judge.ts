import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckReport } from '@vybestack/llxprt-lsp-core';
import { PATIENT, startClient } from '../client.js';
import { mustRun } from './run.js';
import type { Checked, Place, Setup } from './setup.js';
import type { Tools } from './tools.js';

export interface SetupResult {
  readonly id: string;
  readonly title: string;
  readonly language: string;
  readonly madeBy: string;
  readonly server: string;
  readonly files: readonly FileResult[];
  /** What the result says instead of errors, if it does. */
  readonly said: string | undefined;
  /** What `llxprt-lsp doctor` says of the project. */
  readonly flaws: readonly string[];
}

interface FileResult {
  readonly file: string;
  /** Imports that the tool's own interpreter or compiler does not resolve. */
  readonly theirs: number;
  /** Those of the language server, errors of any kind included. */
  readonly ours: number;
}

/** Variables of this shell that would choose an environment. */
const UNSET = [
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'CONDA_DEFAULT_ENV', 'PYENV_VERSION', 'UV_PROJECT_ENVIRONMENT'],
  ...['PYTHONPATH', 'PYTHONHOME'],
];

/** Makes the set-up in a new folder, and judges each of its files. Throws where it cannot be made. */
export async function judgeSetup(setup: Setup, scratch: string, tools: Tools): Promise<SetupResult> {
  const place = placeIn(realpathSync(mkdtempSync(join(scratch, `${setup.id}-`))), tools);
  await setup.make(place);
  const files: FileResult[] = [];
  const flaws: string[] = [];
  let said: string | undefined;
  await withService(setup, place, async (check) => {
    for (const checked of setup.checked) {
      const theirs = await checked.unresolved(place);
      const text = textOf(place, checked);
      const report = await check(checked.file, text);
      const ours = errorsIn(report, checked.file);
      files.push({ file: checked.file, theirs: theirs.length, ours: ours.length });
      said ??= report.uninstalled
        ?.map(({ manifest, imports, install }) => `${manifest}: ${imports}; ${install}`)
        .join(', ');
      if (setup.says === undefined && ours.length !== theirs.length)
        flaws.push(`${checked.file}: ${ours.join('; ')} (its own tools: ${theirs.join(', ') || 'nothing'})`);
      if (setup.says !== undefined && ours.length > 0) flaws.push(`${checked.file}: ${ours.join('; ')}`);
      const controlled = errorsIn(await check(checked.file, checked.control(text)), checked.file);
      if (controlled.length !== ours.length + 1)
        flaws.push(
          `${checked.file}: what nothing declares makes ${controlled.length - ours.length} ` +
            `errors: ${controlled.join('; ')}`,
        );
    }
  });
  if (setup.says !== undefined && !setup.says.test(said ?? '')) flaws.push(`it says: ${said ?? 'nothing'}`);
  return {
    id: setup.id,
    title: setup.title,
    language: setup.language,
    madeBy: setup.madeBy(tools),
    server: setup.server,
    files,
    said,
    flaws,
  };
}

function placeIn(folder: string, tools: Tools): Place {
  const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')];
  mkdirSync(workspace);
  mkdirSync(home);
  // Some version managers find the programs by the home folder.
  const {
    HOME = home,
    PYENV_ROOT = join(HOME, '.pyenv'),
    CARGO_HOME = join(HOME, '.cargo'),
    RUSTUP_HOME = join(HOME, '.rustup'),
  } = process.env;
  const own = {
    HOME: home,
    CARGO_HOME,
    RUSTUP_HOME,
    XDG_CACHE_HOME: undefined,
    XDG_DATA_HOME: undefined,
    XDG_CONFIG_HOME: undefined,
    PIP_CACHE_DIR: join(HOME, '.cache', 'pip'),
    UV_CACHE_DIR: join(HOME, '.cache', 'uv'),
  };
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...Object.fromEntries(UNSET.map((name) => [name, undefined])),
    ...own,
    PIPENV_VERBOSITY: '-1',
    PYENV_ROOT,
  };
  return {
    workspace,
    home,
    tools,
    env,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(workspace, path)), { recursive: true });
        writeFileSync(join(workspace, path), text);
      }
    },
    run: (command, at = '.', more = {}) => mustRun(command, join(workspace, at), { ...env, ...more }),
  };
}

type Check = (file: string, text: string) => Promise<CheckReport>;

/** The service as a host starts it: with the environment of this process. */
async function withService(setup: Setup, place: Place, work: (check: Check) => Promise<void>): Promise<void> {
  const before = { ...process.env };
  // The version manager is one of a set-up; the language server's own Node is this one.
  setEnvironment({ ...place.env, PYENV_ROOT: undefined, ...setup.env?.(place) });
  const servers = 'pyright ty typescript gopls cargo rust-analyzer clangd javac eslint ruff java'.split(' ');
  const client = await startClient(place.workspace, {
    ...PATIENT,
    servers: Object.fromEntries(servers.map((id) => [id, id === setup.server ? {} : { enabled: false }])),
  });
  try {
    await work(async (filePath, text) => {
      writeFileSync(join(place.workspace, filePath), text);
      const report = await client.check({ files: [{ filePath, text }], written: true });
      if (report.servers.some(({ outcome }) => outcome !== 'complete') || report.servers.length === 0)
        throw new Error(`no verdict on ${filePath}: ${JSON.stringify(report.servers)}`);
      return report;
    });
  } finally {
    await client.shutdown();
    setEnvironment(before);
  }
}

function setEnvironment(values: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env))
    if (values[name] === undefined) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) process.env[name] = value;
}

function textOf({ workspace }: Place, { file }: Checked): string {
  return readFileSync(join(workspace, file), 'utf8');
}

function errorsIn({ files }: CheckReport, file: string): string[] {
  return (files[file] ?? [])
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ line, message }) => `${line}: ${message.split('\n', 1)[0] ?? ''}`);
}
