import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Catalog, Severity } from '@vybestack/llxprt-lsp-core';
import { check, CHECK_FORMATS, type CheckFormat } from './check/check-command.js';
import { doctor } from './doctor-command.js';
import { HOSTS } from './hook/hosts/index.js';
import type { ExitCode, Io } from './io.js';
import { parseOrigin } from './serve/cross-origin.js';
import { status } from './status-command.js';
import { version } from './version.js';

const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const satisfies readonly Severity[];
const DEFAULT_TIMEOUT = 60_000;

const CATALOGS = ['lsp', 'vscode'] as const satisfies readonly Catalog[];

interface CheckCommandOptions {
  format: CheckFormat;
  severity?: Severity[];
  others?: true;
  timeout: number;
  maxWarnings?: number;
  since?: string;
  baseline?: string;
}

interface ServeCommandOptions {
  catalog: Catalog;
  port: number;
  allowOrigin: string[];
  stdio?: true;
  severity?: Severity[];
}

interface GlobalOptions {
  workspace: string;
  json?: true;
}

/** Runs one command line, without the program's own name. */
export async function run(io: Io, args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // --help and --version end like this, too. 1 would mean that errors were found.
    return error.exitCode === 0 ? 0 : 2;
  }
}

function createProgram(io: Io, finish: (code: ExitCode) => void): Command {
  const program = new Command('llxprt-lsp')
    .description('Errors and definitions, by the language servers that coding agents get them from.')
    .version(version)
    .option('--workspace <dir>', 'the folder that servers see as the workspace', '.')
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) })
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride()
    .addHelpText('after', EXAMPLES);

  program
    .command('check')
    .description('print the diagnostics of files and folders')
    .argument('[paths...]', 'files and folders; without any, the workspace')
    .addOption(new Option('--format <format>', 'how to print it').choices(CHECK_FORMATS).default('text'))
    .option('--json', 'short for --format json')
    .addOption(severityOption())
    .option('--max-warnings <n>', 'fail with more warnings than this', parseCount)
    .option('--since <revision>', 'only files that differ from this revision of git, and untracked ones')
    .option('--baseline <file>', 'only what is not in this file, which --json has written')
    .option('--others', 'also what is wrong in other files, as far as it shows meanwhile')
    .addOption(new Option('--timeout <ms>', 'how long a server may take').argParser(parseTimeout).default(DEFAULT_TIMEOUT))
    .addHelpText('after', CHECK_HELP)
    .action(async (paths: string[], options: CheckCommandOptions, command: Command) => {
      const { workspace, json } = command.optsWithGlobals<GlobalOptions>();
      const { severity, others, timeout, maxWarnings, since, baseline } = options;
      const format = json === true ? 'json' : options.format;
      finish(await check(io, paths, { workspace, format, severity, others: others === true, timeout, maxWarnings, since, baseline }));
    });

  program
    .command('status')
    .description('say which language servers there are, and what they judge with')
    .option('--json', 'print one JSON object')
    .option('--verbose', 'with the path of each program')
    .action(async (options: { verbose?: true }, command: Command) => {
      const { workspace, json } = command.optsWithGlobals<GlobalOptions>();
      finish(await status(io, { workspace, json: json === true, verbose: options.verbose === true }));
    });

  program
    .command('doctor')
    .description('say what was found where, and how to install what is missing')
    .option('--json', 'print one JSON object, with every server')
    .option('--all', 'with every server that could be installed')
    .action(async (options: { all?: true }, command: Command) => {
      const { workspace, json } = command.optsWithGlobals<GlobalOptions>();
      finish(await doctor(io, { workspace, json: json === true, all: options.all === true }));
    });

  program
    .command('serve')
    .description('serve navigation and diagnostics to MCP clients, over HTTP on this machine or over stdin and stdout')
    .addOption(new Option('--catalog <catalog>', 'which tools: lsp_* for models, or vscode.lsp.* for programs').choices(CATALOGS).default('lsp'))
    .addOption(new Option('--port <port>', 'where to listen on 127.0.0.1; 0: any free port').argParser(parsePort).default(0))
    .addOption(new Option('--allow-origin <origin>', 'a web page that may ask; may be repeated').argParser(addOrigin).default([], 'none'))
    .addOption(new Option('--stdio', 'serve the client that has started this command, instead of HTTP').conflicts(['port', 'allowOrigin', 'json']))
    .addOption(severityOption())
    .option('--json', 'print one line of JSON when it listens')
    .addHelpText('after', SERVE_HELP)
    .action(async (options: ServeCommandOptions, command: Command) => {
      const { workspace, json } = command.optsWithGlobals<GlobalOptions>();
      const { catalog, port, allowOrigin, stdio, severity } = options;
      const transport = stdio === true ? 'stdio' : { port, origins: allowOrigin, json: json === true };
      // The MCP SDK takes longer to load than the other commands take to begin.
      const { serve } = await import('./serve/serve-command.js');
      finish(await serve(io, { workspace, catalog, transport, severity }, process.env));
    });

  program
    .command('mcp')
    .description('what a host starts as its MCP server: serves its model lsp_*, and its hooks the diagnostics of edits')
    .option('--apply-patch', 'also serve apply_patch, for a host that has no such tool')
    .addOption(new Option('--host-pid <pid>', 'the host, if that is not the process that starts this command').argParser(parsePid))
    .addHelpText('after', MCP_HELP)
    .action(async ({ applyPatch, hostPid }: { applyPatch?: true; hostPid?: number }, command: Command) => {
      const { workspace } = command.optsWithGlobals<GlobalOptions>();
      const { bridge } = await import('./bridge/bridge-command.js');
      finish(await bridge(io, { workspace, applyPatch: applyPatch === true, hostPid }));
    });

  program
    .command('hook')
    .description('what a host starts for its events: takes one as JSON on stdin, prints what the model is to read with the result')
    .addArgument(new Argument('<host>').choices([...HOSTS.keys()]))
    .addHelpText('after', HOOK_HELP)
    .action(async (host: string) => {
      const { hook } = await import('./hook/hook-command.js');
      await hook(io, host);
    });
  return program;
}

function severityOption(): Option {
  return new Option('--severity <severities>', 'what to report, separated by commas: error, warning, info, hint; or all').argParser(parseSeverities);
}

function parseSeverities(value: string): Severity[] {
  if (value === 'all') return [...SEVERITIES];
  return value.split(',').map((word) => {
    const severity = SEVERITIES.find((known) => known === word.trim());
    if (severity === undefined) throw new InvalidArgumentError(`"${word}" is none of ${SEVERITIES.join(', ')}, all.`);
    return severity;
  });
}

function parseTimeout(value: string): number {
  const ms = Number(value);
  if (Number.isInteger(ms) && ms >= 1 && ms <= 600_000) return ms;
  throw new InvalidArgumentError('It takes a whole number of milliseconds from 1 to 600000.');
}

function parseCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It takes a whole number.');
}

function parsePort(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError('It takes a whole number from 0 to 65535.');
}

function parsePid(value: string): number {
  const pid = Number(value);
  if (/^\d{1,10}$/.test(value) && pid >= 1) return pid;
  throw new InvalidArgumentError('It takes a process id.');
}

function addOrigin(value: string, previous: readonly string[]): string[] {
  const origin = parseOrigin(value);
  if (origin === undefined) throw new InvalidArgumentError('It takes a scheme, a host and perhaps a port: http://localhost:3000.');
  return [...previous, origin];
}

const EXAMPLES = `
Examples:
  $ llxprt-lsp check                             the whole workspace
  $ llxprt-lsp check src test/cart.test.ts       a folder and a file
  $ llxprt-lsp check --severity error,warning    warnings, too
  $ llxprt-lsp status                            what \`/lsp status\` says
  $ llxprt-lsp doctor                            what is missing, and how to get it
  $ llxprt-lsp serve                             definitions, references and more, for MCP clients

Settings are the key "lsp" of ~/.llxprt/settings.json and, for what a workspace may say, of
.llxprt/settings.json in the workspace. NODE_DEBUG=llxprt-lsp shows the debug log.`;

const MCP_HELP = `
Starts at once; language servers start when a file is touched. It ends when the host does, with all that it has started.
Hooks find it over a socket in a private folder ($XDG_RUNTIME_DIR/llxprt-lsp, or llxprt-lsp-<uid> among temporary files).`;

const HOOK_HELP = `
Hosts start llxprt-lsp-hook instead, which does the same and takes a fifth of the time.`;

const CHECK_HELP = `
Folders are searched for files that some language server is for. What .gitignore names is left out,
and node_modules always. With --others, what compilers of whole projects (Go, Rust) found in files that were
not asked for follows; errors there count, too.

  $ llxprt-lsp check --since origin/main --format github   a pull request, in GitHub Actions
  $ llxprt-lsp check --json > known.json                   what is wrong today ...
  $ llxprt-lsp check --baseline known.json                 ... and from then on only what is new

Exit code:
  0   no errors, and everything was judged
  1   errors, and everything was judged
  2   something could not be judged; stderr says what and why`;

const SERVE_HELP = `
Over HTTP every request carries a bearer token: the environment variable LLXPRT_LSP_TOKEN, at least 16 characters,
or one that is made and shown once. With --stdio the client starts the command itself, and no token is needed.

Examples:
  $ llxprt-lsp serve                                       lsp_* on a free port, the address on stderr
  $ llxprt-lsp --workspace ~/app serve --port 7411         another folder, a port of your choice
  $ llxprt-lsp serve --catalog vscode --json               vscode.lsp.*; {"url", "token", "pid", ...} on stdout
  $ llxprt-lsp serve --stdio                               as an MCP client starts it

--severity chooses the diagnostics that tools report: by default all with --catalog vscode, otherwise those of the settings.

Exit code:
  0     the client has hung up (--stdio)
  2     it could not start, or the service has died; stderr says why
  130   Ctrl-C; 143 after SIGTERM`;
