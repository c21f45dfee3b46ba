// Installs the language servers that npm does not carry, and on demand programs of hosts:
// node scripts/setup-language-servers.mjs [--help]
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { hosts } from './lib/hosts/index.mjs';
import { findServers, installServers, servers } from './lib/servers/index.mjs';
import { binFolder, toolsFolder } from './lib/servers/place.mjs';
import { line } from './lib/servers/result.mjs';

const usage =
  'usage: node scripts/setup-language-servers.mjs [--only NAME]... [--hosts] [--prefix DIR] [--list] ' +
  '[--json] [--help]';

const programs = [...servers, ...hosts];

process.exitCode = await main();

async function main() {
  const options = readOptions();
  if (!options) return 2;
  const {
    only = [],
    hosts: withHosts = false,
    prefix = toolsFolder(),
    list = false,
    json = false,
    help = false,
  } = options;
  if (help) {
    console.log(helpText());
    return 0;
  }
  const unknown = only.filter((name) => !programs.some((program) => program.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no ${unknown.join(', no ')}. There are: ` +
        `${programs.map(({ name }) => name).join(', ')}.\n${usage}`,
    );
    return 2;
  }
  const folder = resolve(prefix);
  const named = programs.filter(({ name }) => only.includes(name));
  const chosen = withHosts ? [...new Set([...named, ...hosts])] : only.length === 0 ? servers : named;
  /** @type {Parameters<typeof installServers>[2]} */
  const listener = {
    tell: (result) => {
      if (!json) console.log(line(result));
    },
    waiting: () => {
      console.error(`Another run is at work in ${folder}; this one waits for it.`);
    },
  };
  try {
    const results = await (list ? findServers(chosen, folder) : installServers(chosen, folder, listener));
    if (list && !json) for (const result of results) console.log(line(result));
    console.log(json ? JSON.stringify(results, undefined, 2) : `in ${binFolder(folder)}`);
    return results.some(({ kind }) => kind === 'failed') ? 1 : 0;
  } catch (error) {
    console.error(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        hosts: { type: 'boolean' },
        prefix: { type: 'string' },
        list: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return undefined;
  }
}

function helpText() {
  const width = Math.max(...programs.map(({ name }) => name.length));
  const row = (/** @type {import('./lib/servers/server.mjs').Server} */ { name, pinned, needs }) =>
    `  ${name.padEnd(width)}  ${pinned}; needs ${needs}`;
  return `${usage}

Installs the language servers that npm does not carry, for the tests and for whoever wants them, and
keeps those that are there and run. Two runs at once wait for each other. Tests look into the
folder's bin before PATH.

${servers.map(row).join('\n')}

Programs of hosts, which their end-to-end tests drive, only where --only names them, or with --hosts:

${hosts.map(row).join('\n')}

  --only NAME   only this one; may be given more than once
  --hosts       the programs of all hosts
  --prefix DIR  where to; default ${toolsFolder()}
  --list        say what is there and install nothing
  --json        the results as JSON: name, kind (found, installed, missing, impossible, failed),
                version, seconds, reason
  -h, --help    this text

Exit codes: 0 whatever can be installed here is there (with --list: always), 1 an installation
failed, 2 usage.`;
}
