import { Argument, Command, CommanderError, Option } from 'commander';
import type { Catalog, Severity } from '@vybestack/llxprt-lsp-core';
import { quoted } from '@vybestack/llxprt-lsp-core';
import { CHECK_FORMATS, SERVER_TIMEOUT, type CheckFormat } from './check/task.js';
import {
  ACCEPTANCE_HELP,
  CHECK_HELP,
  DOCTOR_HELP,
  EXAMPLES,
  FIX_HELP,
  HOOK_HELP,
  INSTALL_HELP,
  MCP_HELP,
  MOVE_HELP,
  RENAME_HELP,
  RESTART_HELP,
  SERVE_HELP,
  STATUS_HELP,
} from './help.js';
import { HOSTS } from './hook/hosts/index.js';
import type { InstallHost } from './install/hosts.js';
import type { ExitCode, Io } from './io.js';
import { version } from './package.js';
import {
  addOrigin,
  parseCount,
  parseLineNumber,
  parsePid,
  parsePort,
  parseSeverities,
  parseTimeout,
} from './parse-options.js';
import type { WorkspaceOptions } from './session.js';

const INSTALL_HOSTS = [
  'gemini',
  'pi',
  'codex',
  'qwen',
  'claude',
  'copilot',
  'opencode',
  'llxprt',
] as const satisfies readonly InstallHost[];

const CATALOGS = ['lsp', 'vscode'] as const satisfies readonly Catalog[];

interface CheckCommandOptions {
  format: CheckFormat;
  severity?: Severity[];
  others?: true;
  project?: true;
  timeout?: number;
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

interface RefactorCommandOptions {
  dryRun?: true;
  yes?: true;
}

interface GlobalOptions {
  workspace: string;
  trusted?: true;
  untrusted?: true;
  json?: true;
}

/**
 * Runs one command line.
 *
 * @param args without the program's own name
 */
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
    // --help and --version end like this, too. Exit code 1 would mean that errors were found.
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** Imports each command when it runs: core, zod and the MCP SDK are slow to load. */
function createProgram(io: Io, finish: (code: ExitCode) => void): Command {
  const program = new Command('llxprt-lsp')
    .description('Errors and definitions, by the language servers that coding agents get them from.')
    .version(version)
    .option('--workspace <dir>', 'the folder that servers see as the workspace', '.')
    .addOption(
      new Option(
        '--trusted',
        'run what the workspace brings along, whatever settings and host say',
      ).conflicts('untrusted'),
    )
    .addOption(
      new Option(
        '--untrusted',
        'run nothing that the workspace brings along: only servers that come with this program',
      ),
    )
    .configureOutput({ writeOut: (text) => io.out(quoted(text)), writeErr: (text) => io.err(quoted(text)) })
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
    .addOption(
      new Option('--project', 'what compilers and linters say of whole projects').conflicts('others'),
    )
    .addOption(
      new Option(
        '--timeout <ms>',
        `how long a server may take (default: ${SERVER_TIMEOUT}); with --project, all together (default: no limit)`,
      ).argParser(parseTimeout),
    )
    .addHelpText('after', CHECK_HELP)
    .action(async (paths: string[], options: CheckCommandOptions, command: Command) => {
      const { json, ...place } = placeOf(command);
      const { others, project, ...rest } = options;
      const format = json ? 'json' : options.format;
      const { check } = await import('./check/check-command.js');
      finish(
        await check(io, paths, {
          ...rest,
          ...place,
          format,
          others: others === true,
          project: project === true,
        }),
      );
    });

  program
    .command('fix')
    .description('write the fixes of language servers that were tried and need no choice, with a diff')
    .argument('[paths...]', 'files and folders; without any, the workspace')
    .option('--dry-run', 'show the diff, and write nothing')
    .addOption(
      new Option('--all <kind>', 'only fixes of one kind; unused ones take code away').choices([
        'imports',
        'unused',
        'safe',
      ]),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', FIX_HELP)
    .action(
      async (
        paths: string[],
        { dryRun, all }: { dryRun?: true; all?: 'imports' | 'unused' | 'safe' },
        command: Command,
      ) => {
        const { fixPaths } = await import('./fix/fix-command.js');
        finish(await fixPaths(io, paths, { ...placeOf(command), dryRun: dryRun === true, all }));
      },
    );

  refactoring(
    program
      .command('rename')
      .description('give a symbol another name in all files of the project')
      .argument('<file>', 'a file that declares or uses it')
      .argument('<symbol>', 'its name: total, or Cart.total')
      .argument('<new-name>', 'without any qualifier'),
  )
    .option('--line <n>', 'a line near the symbol, where the file has several of that name', parseLineNumber)
    .option('--force', 'even if that causes errors')
    .addHelpText('after', RENAME_HELP)
    .action(
      async (
        file: string,
        symbol: string,
        newName: string,
        { line, force, ...options }: RefactorCommandOptions & { line?: number; force?: true },
        command: Command,
      ) => {
        const [{ refactorFiles }, { rename }] = await Promise.all([
          import('./refactor/refactor-command.js'),
          import('./refactor/rename.js'),
        ]);
        finish(
          await refactorFiles(
            io,
            { ...placeOf(command), ...switchesOf(options) },
            rename(file, symbol, newName, { line, force: force === true }),
          ),
        );
      },
    );

  refactoring(
    program
      .command('move')
      .description('move or rename a file or folder, and rewrite the imports of it')
      .argument('<from>', 'a file or folder')
      .argument('<to>', 'its new path, or the folder that it is put into'),
  )
    .option('--force', 'even if that causes errors')
    .addHelpText('after', MOVE_HELP)
    .action(
      async (
        from: string,
        to: string,
        { force, ...options }: RefactorCommandOptions & { force?: true },
        command: Command,
      ) => {
        const [{ refactorFiles }, { move }] = await Promise.all([
          import('./refactor/refactor-command.js'),
          import('./refactor/move.js'),
        ]);
        finish(
          await refactorFiles(
            io,
            { ...placeOf(command), ...switchesOf(options) },
            move(from, to, { force: force === true }),
          ),
        );
      },
    );

  program
    .command('acceptance')
    .description('print the commands that judge the projects here, as acceptance criteria')
    .option('--json', 'print one JSON object, as without it')
    .addHelpText('after', ACCEPTANCE_HELP)
    .action(async (_: unknown, command: Command) => {
      const { acceptance } = await import('./acceptance-command.js');
      finish(await acceptance(io, placeOf(command)));
    });

  program
    .command('status')
    .description('say which language servers there are, and what they judge with')
    .option('--json', 'print one JSON object')
    .option(
      '--verbose',
      'with how each of them does, the path of each program, and what it last wrote to stderr',
    )
    .option(
      '--all',
      'with a row for each server, also for those that no file here needs or nobody has installed; and what runs for this user in all workspaces',
    )
    .option('--fresh', 'ask no session that runs here, but a service that is started for it')
    .addOption(
      new Option(
        '--host-pid <pid>',
        'ask the session of this host, or the session with this process id, where several run',
      )
        .argParser(parsePid)
        .conflicts('fresh'),
    )
    .addHelpText('after', STATUS_HELP)
    .action(
      async (
        { verbose, all, fresh, hostPid }: { verbose?: true; all?: true; fresh?: true; hostPid?: number },
        command: Command,
      ) => {
        const { status } = await import('./status-command.js');
        finish(
          await status(io, {
            ...placeOf(command),
            verbose: verbose === true,
            all: all === true,
            fresh: fresh === true,
            hostPid,
          }),
        );
      },
    );

  program
    .command('restart')
    .description('end the servers of the session that runs here, whatever they do, and start them anew')
    .argument('[server]', 'its id, as status names it; without one, all of them')
    .option('--json', 'print one JSON object')
    .addOption(
      new Option(
        '--host-pid <pid>',
        'the session of this host, or the session with this process id, where several run',
      ).argParser(parsePid),
    )
    .addHelpText('after', RESTART_HELP)
    .action(async (server: string | undefined, { hostPid }: { hostPid?: number }, command: Command) => {
      const { restart } = await import('./restart-command.js');
      finish(await restart(io, server, { ...placeOf(command), hostPid }));
    });

  program
    .command('doctor')
    .description('say what was found where, and how to install what is missing')
    .option('--json', 'print one JSON object, with every server')
    .option('--all', 'with every server that no file here needs, or that could be installed')
    .addOption(
      new Option('--host <host>', 'whether what is installed in this host works')
        .choices(INSTALL_HOSTS)
        .conflicts('all'),
    )
    .addHelpText('after', DOCTOR_HELP)
    .action(async ({ all, host }: { all?: true; host?: InstallHost }, command: Command) => {
      if (host !== undefined) {
        const { hostDoctor } = await import('./install/host-doctor.js');
        finish(await hostDoctor(io, { ...placeOf(command), host }, process.env));
        return;
      }
      const { doctor } = await import('./doctor-command.js');
      finish(await doctor(io, { ...placeOf(command), all: all === true }));
    });

  program
    .command('install')
    .description('have a host start this program: writes its hooks, its MCP server, its extension')
    .addArgument(new Argument('<host>').choices(INSTALL_HOSTS))
    .addOption(new Option('--user', 'for all projects of this user (default)').conflicts('project'))
    .addOption(new Option('--project', 'for the workspace alone'))
    .option('--uninstall', 'take it back')
    .option('--dry-run', 'write nothing, and say what would be written')
    .option('--json', 'print one JSON object')
    .addHelpText('after', INSTALL_HELP)
    .action(
      async (
        host: InstallHost,
        { project, uninstall, dryRun }: { project?: true; uninstall?: true; dryRun?: true },
        command: Command,
      ) => {
        const { workspace, json } = placeOf(command);
        const { install } = await import('./install/install-command.js');
        const scope = project === true ? 'project' : 'user';
        finish(
          await install(
            io,
            { host, workspace, json, scope, uninstall: uninstall === true, dryRun: dryRun === true },
            process.env,
          ),
        );
      },
    );

  program
    .command('serve')
    .description(
      'serve navigation and diagnostics to MCP clients, over HTTP on this machine or over stdin and stdout',
    )
    .addOption(
      new Option('--catalog <catalog>', 'which tools: lsp_* for models, or vscode.lsp.* for programs')
        .choices(CATALOGS)
        .default('lsp'),
    )
    .addOption(
      new Option('--port <port>', 'where to listen on 127.0.0.1; 0: any free port')
        .argParser(parsePort)
        .default(0),
    )
    .addOption(
      new Option('--allow-origin <origin>', 'a web page that may ask; may be repeated')
        .argParser(addOrigin)
        .default([], 'none'),
    )
    .addOption(
      new Option('--stdio', 'serve the client that has started this command, instead of HTTP').conflicts([
        'port',
        'allowOrigin',
        'json',
      ]),
    )
    .addOption(severityOption())
    .option('--json', 'print one line of JSON when it listens')
    .addHelpText('after', SERVE_HELP)
    .action(async (options: ServeCommandOptions, command: Command) => {
      const { json, ...place } = placeOf(command);
      const { catalog, port, allowOrigin, stdio, severity } = options;
      const transport = stdio === true ? 'stdio' : { port, origins: allowOrigin, json };
      const { serve } = await import('./serve/serve-command.js');
      finish(await serve(io, { ...place, catalog, transport, severity }, process.env));
    });

  program
    .command('mcp')
    .description(
      'what a host starts as its MCP server: serves its model lsp_*, and its hooks the diagnostics of edits',
    )
    .option('--apply-patch', 'also serve apply_patch, for a host that has no such tool')
    .addOption(
      new Option(
        '--host-pid <pid>',
        'the host, if that is not the process that starts this command',
      ).argParser(parsePid),
    )
    .addHelpText('after', MCP_HELP)
    .action(async ({ applyPatch, hostPid }: { applyPatch?: true; hostPid?: number }, command: Command) => {
      const { bridge } = await import('./bridge/bridge-command.js');
      finish(await bridge(io, { ...placeOf(command), applyPatch: applyPatch === true, hostPid }));
    });

  const trace = program
    .command('trace')
    .description('what the flight recorder has written: the setting "trace" names its file');
  trace
    .command('view')
    .description('make a page of a trace: a timeline of every edit, on its own and without a network')
    .argument('<file>', 'the trace')
    .option('--out <file>', 'where the page goes; without, beside the trace')
    .option('--open', 'show it in the browser')
    .action(async (file: string, { out, open }: { out?: string; open?: true }, command: Command) => {
      const { traceView } = await import('./trace/trace-commands.js');
      finish(await traceView(io, file, { out, open: open === true, workspace: placeOf(command).workspace }));
    });
  trace
    .command('redact')
    .description('make a trace that can be shared: without paths, names and texts')
    .argument('<file>', 'the trace')
    .option('--out <file>', 'where it goes; without, beside the trace')
    .action(async (file: string, { out }: { out?: string }) => {
      const { traceRedact } = await import('./trace/trace-commands.js');
      finish(await traceRedact(io, file, out));
    });

  program
    .command('hook')
    .description(
      'what a host starts for its events: takes one as JSON on stdin, prints what the model is to read with the result',
    )
    .argument('[host]', `one of ${[...HOSTS.keys()].join(', ')}`, '')
    .addHelpText('after', HOOK_HELP)
    .action(async (host: string) => {
      const { hook } = await import('./hook/hook-command.js');
      await hook(io, host);
    });
  return program;
}

/** The options of every command that changes files after a question. */
function refactoring(command: Command): Command {
  return command
    .option('--dry-run', 'show the diff, and write nothing')
    .option('--yes', 'write it without a question')
    .option('--json', 'print one JSON object');
}

function switchesOf({ dryRun, yes }: RefactorCommandOptions): { dryRun: boolean; yes: boolean } {
  return { dryRun: dryRun === true, yes: yes === true };
}

function placeOf(command: Command): WorkspaceOptions & { readonly json: boolean } {
  const { workspace, trusted, untrusted, json } = command.optsWithGlobals<GlobalOptions>();
  return {
    workspace,
    json: json === true,
    ...(untrusted === true ? { trust: 'never' } : trusted === true && { trust: 'always' }),
  };
}

function severityOption(): Option {
  return new Option(
    '--severity <severities>',
    'what to report, separated by commas: error, warning, info, hint; or all',
  ).argParser(parseSeverities);
}
