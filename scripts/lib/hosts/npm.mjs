import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { into } from '../packs/npm.mjs';
import { run } from '../process.mjs';
import { answers, tail } from '../servers/server.mjs';
import { toolsFolder } from '../servers/place.mjs';

/**
 * A program that npm carries and that is too large for the packages of this repository.
 * @typedef {object} Download
 * @property {string} name the word that scripts name it by
 * @property {string} package
 * @property {string} version
 * @property {string} program where it is in the package
 * @property {string} [place] the folder that it is installed in, below that of all hosts, or absolute;
 * by default its name
 */

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * @param {string} tools
 * @param {Download} download
 */
const folderOf = (tools, { name, place = name }) => resolve(tools, 'hosts', place);

/**
 * @param {string} tools
 * @param {Download} download
 */
const packageOf = (tools, download) => join(folderOf(tools, download), 'node_modules', download.package);

/**
 * The file of the program, absolute; undefined where this version is not installed.
 * @param {Download} download
 * @param {string} [tools]
 */
export function installedProgram(download, tools = toolsFolder()) {
  return installedVersion(download, tools) === download.version
    ? join(packageOf(tools, download), download.program)
    : undefined;
}

/**
 * A folder gets its place when it is complete, so what is there is whole.
 * @param {Download} download
 * @param {string} tools
 * @returns {string | undefined}
 */
function installedVersion(download, tools) {
  try {
    const { version } = /** @type {{ version?: string }} */ (
      JSON.parse(readFileSync(join(packageOf(tools, download), 'package.json'), 'utf8'))
    );
    return version;
  } catch {
    return undefined;
  }
}

/**
 * It is kept beside the servers, and is not put on PATH: tests look for programs of hosts there.
 * @param {Download} download
 * @param {number} megabytes that it takes on the disk
 * @returns {import('../servers/server.mjs').Server}
 */
export function fromNpm(download, megabytes) {
  const wanted = `${download.package}@${download.version}`;
  return {
    name: download.name,
    pinned: download.version,
    needs: `npm, and ${String(megabytes)} MB`,
    version: (bin) => Promise.resolve(installedProgram(download, dirname(bin)) && download.version),
    obstacle: async () => ((await answers(npm, '--version')) ? undefined : 'no npm on PATH'),
    async install({ prefix, scratch }) {
      // Without scripts of packages, as all that this repository installs.
      const args = [
        'install',
        ...(await into(scratch)),
        '--ignore-scripts',
        '--include=optional',
        '--no-save',
        '--no-audit',
        '--no-fund',
        wanted,
      ];
      const { code, output } = await run(npm, args, { cwd: scratch });
      if (code !== 0) return `npm install ${wanted} (exit code ${String(code)}):\n${tail(output)}`;
      const program = join(scratch, 'node_modules', download.package, download.program);
      if (!existsSync(program)) return `${wanted} holds no ${download.program}`;
      const place = folderOf(prefix, download);
      rmSync(place, { recursive: true, force: true });
      mkdirSync(dirname(place), { recursive: true });
      renameSync(scratch, place);
      return undefined;
    },
  };
}
