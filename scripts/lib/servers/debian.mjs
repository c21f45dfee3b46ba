import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../process.mjs';
import { which } from '../which.mjs';
import { tail } from './server.mjs';

const APT = '/etc/apt';
const KEYRINGS = '/usr/share/keyrings';

/**
 * Unpacks a package of another Debian suite than the machine's own, with its libraries, into a
 * folder. Nothing is installed: the programs in it run by the loader that is in it, too.
 * @param {string} name of the package
 * @param {string} suite
 * @param {string} scratch empty folder; its subfolder `root` gets the files
 * @returns {Promise<
 *   { kind: 'unpacked', root: string, loader: string } | { kind: 'failed', reason: string }
 * >} `loader` is relative to `root`
 */
export async function unpackFromDebian(name, suite, scratch) {
  const source = debianSource();
  if (!source) return failed('no apt with a Debian mirror');
  const apt = aptOf(source, suite, scratch);

  const update = await apt.get('update');
  if (update.code !== 0) return failed(`apt-get update of ${suite}:\n${tail(update.output)}`);
  const depends = await apt.cache('depends', '--recurse', '--important', name);
  if (depends.code !== 0) return failed(`${suite} has no ${name}`);
  // A program needs libraries to start; its other dependencies are programs and sources.
  const libraries = new Set([...depends.output.matchAll(/^lib\S+$/gm)].map(([library]) => library));
  const download = await apt.get('download', name, ...libraries);
  if (download.code !== 0) return failed(`apt-get download from ${suite}:\n${tail(download.output)}`);

  const root = join(scratch, 'root');
  for (const file of readdirSync(scratch).filter((file) => file.endsWith('.deb'))) {
    const { code, output } = await run('dpkg-deb', ['--extract', file, root], { cwd: scratch });
    if (code !== 0) return failed(`dpkg-deb --extract ${file}:\n${tail(output)}`);
  }
  const loader = findLoader(root);
  return loader === undefined
    ? failed(`${suite}: no loader came with ${name}`)
    : { kind: 'unpacked', root, loader };
}

/**
 * @param {string} reason
 * @returns {{ kind: 'failed', reason: string }}
 */
const failed = (reason) => ({ kind: 'failed', reason });

/** @typedef {{ mirror: string, keyring: string }} Source */

/** @returns {Source | undefined} the mirror that this machine itself uses */
function debianSource() {
  if (!which('apt-get') || !which('dpkg-deb') || !existsSync(KEYRINGS)) return undefined;
  const keyring = readdirSync(KEYRINGS).find((file) => /^debian-archive-keyring\.(?:gpg|pgp)$/.test(file));
  const lists = [join(APT, 'sources.list'), ...filesIn(join(APT, 'sources.list.d'))].filter((file) =>
    /\.(?:list|sources)$/.test(file),
  );
  const texts = lists.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  const mirror = texts.map((text) => mirrorIn(text)).find((found) => found !== undefined);
  return keyring !== undefined && mirror !== undefined
    ? { mirror, keyring: join(KEYRINGS, keyring) }
    : undefined;
}

/**
 * The first archive called "debian", in either format of apt's:
 * `deb [...] URI ...` or `URIs: URI ...`.
 * @param {string} text
 */
export function mirrorIn(text) {
  return /^(?:deb\s+(?:\[[^\]]*\]\s*)?|URIs:.*?\s)(\w+:\/\/\S+\/debian\/?)(?=\s|$)/m.exec(text)?.[1];
}

/** @param {string} folder */
const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []);

/**
 * An apt with settings of its own: it knows one suite and no installed package, and leaves the
 * machine's state alone.
 * @param {Source} source
 * @param {string} suite
 * @param {string} scratch
 */
function aptOf({ mirror, keyring }, suite, scratch) {
  const list = join(scratch, 'sources.list');
  mkdirSync(scratch, { recursive: true });
  writeFileSync(list, `deb [signed-by=${keyring}] ${mirror} ${suite} main\n`);
  const settings = {
    'Dir::Etc::SourceList': list,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State': join(scratch, 'state'),
    'Dir::State::Status': '/dev/null',
    'Dir::Cache': join(scratch, 'cache'),
    'APT::Sandbox::User': userInfo().username,
    'Acquire::Languages': 'none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled': 'false',
  };
  for (const folder of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(scratch, folder), { recursive: true });
  const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const command =
    (/** @type {string} */ program) =>
    (/** @type {string[]} */ ...args) =>
      run(program, [...options, ...args], { cwd: scratch, env: { ...process.env, LC_ALL: 'C' } });
  return { get: command('apt-get'), cache: command('apt-cache') };
}

/** @param {string} root */
function findLoader(root) {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const loader = entries.find(
    (entry) =>
      !entry.isDirectory() &&
      /^ld-linux.*\.so\.\d+$/.test(entry.name) &&
      /linux-gnu[^/]*$/.test(entry.parentPath),
  );
  return loader && join(loader.parentPath, loader.name).slice(root.length + 1);
}

/**
 * A script that runs a program of an unpacked suite.
 * @param {{ home: string, loader: string, program: string }} where `home` is relative to the
 * script's folder, the others to `home`
 */
export function launcher({ home, loader, program }) {
  return `#!/bin/sh
home=$(dirname "$(readlink -f "$0")")/${home}
exec "$home/${loader}" --library-path "$home/${dirname(loader)}" "$home/${program}" "$@"
`;
}
