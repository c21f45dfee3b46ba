// What Gemini CLI starts as the extension's MCP server: `llxprt-lsp mcp`, wherever it is installed.
// With `hook ARGS...` the hook, for Windows.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PACKAGE = '@vybestack/llxprt-lsp';
const SERVICE = '@vybestack/llxprt-code-lsp';
const here = dirname(fileURLToPath(import.meta.url));

const [mode, ...args] = process.argv.slice(2);
const searched = pathFolders();
const onPath = commandOnPath('llxprt-lsp');
const folder = [...packagesAround(here), ...packagesAround(installedFrom()), ...packagesBehind(onPath)].find(
  isPackage,
);
if (mode === 'hook') {
  if (folder === undefined) console.log('{}');
  else await runFile(join(folder, 'dist', 'hook.mjs'), args);
} else if (folder === undefined) runElsewhere(['mcp', '--apply-patch']);
else await runFile(join(folder, 'dist', 'main.js'), ['mcp', '--apply-patch']);

/**
 * In this process, so that its parent is still the host.
 * @param {string} file
 * @param {string[]} fileArgs
 */
async function runFile(file, fileArgs) {
  process.argv.splice(1, Infinity, file, ...fileArgs);
  await import(pathToFileURL(file).href);
}

/**
 * Installed with the extension, or beside it in a clone.
 * @param {string | undefined} extension
 */
function packagesAround(extension) {
  return extension === undefined
    ? []
    : [join(extension, 'node_modules', PACKAGE), join(extension, '..', 'cli')];
}

/**
 * npm links the program itself on POSIX; on Windows the packages are in the folder of its script.
 * @param {string | undefined} command
 */
function packagesBehind(command) {
  return command === undefined
    ? []
    : [dirname(dirname(realpathSync(command))), join(dirname(command), 'node_modules', PACKAGE)];
}

/** @param {string} path */
function isPackage(path) {
  return (
    existsSync(join(path, 'dist', 'main.js')) && readJson(join(path, 'package.json'))?.['name'] === PACKAGE
  );
}

/** Gemini CLI and LLxprt Code, which loads its extensions, note where they have copied an extension from. */
function installedFrom() {
  for (const note of ['.llxprt-extension-install.json', '.gemini-extension-install.json']) {
    const source = readJson(join(here, note))?.['source'];
    if (typeof source === 'string' && isAbsolute(source)) return source;
  }
  return undefined;
}

/**
 * The entries of PATH that no model and no stranger can write: neither relative, nor of a
 * node_modules, nor in the workspace, by their name or really.
 */
function pathFolders() {
  const folders = (process.env['PATH'] ?? process.env['Path'] ?? '').split(delimiter);
  return folders.filter(
    (path) =>
      isAbsolute(path) &&
      !isTheirs(path) &&
      ![path, realPath(path)].some((each) => each.split(sep).includes('node_modules')),
  );
}

/**
 * In the home folder, all of the user's own programs are in the workspace: they count.
 * @param {string} path
 */
function isTheirs(path) {
  const workspace = realPath(process.cwd());
  return (
    !isWithin(realPath(homedir()), workspace) &&
    [path, realPath(path)].some((each) => isWithin(each, workspace))
  );
}

/**
 * @param {string} path
 * @param {string} folder
 */
function isWithin(path, folder) {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** @param {string} path */
function realPath(path) {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/**
 * Of npm's commands, which are scripts on Windows.
 * @param {string} name
 */
function commandOnPath(name) {
  const file = process.platform === 'win32' ? `${name}.cmd` : name;
  return searched.map((path) => join(path, file)).find((path) => existsSync(path) && !isTheirs(path));
}

/**
 * The command that another package manager has put on PATH, else what the registry has of this release.
 * @param {string[]} command
 */
function runElsewhere(command) {
  // Of the host: what runs the command is another process between it and us.
  const args = [...command, '--host-pid', String(process.ppid)];
  const shell = process.platform === 'win32';
  const npx = commandOnPath('npx') ?? join(dirname(process.execPath), shell ? 'npx.cmd' : 'npx');
  const child =
    onPath === undefined ? runByNpx(npx, args, shell) : spawn(onPath, args, { stdio: 'inherit', shell });
  child.once('error', (error) => {
    console.error(`llxprt-lsp: not installed (npm install -g ${PACKAGE} ${SERVICE}): ${error.message}`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

/**
 * npx obeys the .npmrc of its working directory, and prefers what that has in node_modules: never the
 * workspace's, whose files the model writes.
 * @param {string} npx
 * @param {string[]} args
 * @param {boolean} shell
 */
function runByNpx(npx, args, shell) {
  const version = String(readJson(join(here, 'gemini-extension.json'))?.['version']);
  const packages = [PACKAGE, SERVICE].flatMap((name) => ['-p', `${name}@${version}`]);
  const workspace = shell ? `"${process.cwd()}"` : process.cwd();
  const env = { ...process.env, PATH: searched.join(delimiter) };
  return spawn(
    shell ? `"${npx}"` : npx,
    ['-y', ...packages, 'llxprt-lsp', '--workspace', workspace, ...args],
    { stdio: 'inherit', shell, cwd: here, env },
  );
}

/**
 * @param {string} path
 * @returns {Record<string, unknown> | undefined}
 */
function readJson(path) {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
