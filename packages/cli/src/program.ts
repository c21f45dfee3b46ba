import { Command, CommanderError, Option } from 'commander';
import type { Severity } from '@vybestack/llxprt-lsp-core';
import { escaped, inline, quoted, type Escaped } from '@vybestack/llxprt-lsp-core';
import { CHECK_FORMATS, SERVER_TIMEOUT, type CheckFormat } from './check/task.js';
import {
  ACCEPTANCE_HELP,
  CHECK_HELP,
  DOCTOR_HELP,
  EXAMPLES,
  RESTART_HELP,
  STATUS_HELP,
  STOP_HELP,
} from './help.js';
import { addChangeCommands } from './commands/change-commands.js';
import { addHostCommands } from './commands/host-commands.js';
import { type Finish, INSTALL_HOSTS, placeOf, severityOption } from './commands/options.js';
import type { InstallHost } from './install/hosts.js';
import type { ExitCode, Io } from './io.js';
import { version } from './package.js';
import { parseCount, parsePid, parseTimeout } from './parse-options.js';

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
function createProgram(io: Io, finish: Finish): Command {
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
    .configureOutput({
      writeOut: (text) => io.out(quoted(text)),
      writeErr: (text) => io.err(quoted(text)),
      // What it does not know may be the name of a file: a shell expands `*` to `--a\n::error::b`, too.
      outputError: (text) => io.err(lineOfError(text)),
    })
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
        `how long a server may take (default: ${SERVER_TIMEOUT}); with --project, all together ` +
          '(default: no limit)',
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

  addChangeCommands(program, io, finish);

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
      'with a row for each server, also for those that no file here needs or nobody has installed; and ' +
        'what runs for this user in all workspaces',
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
    .command('stop')
    .description('end the shared services that no session uses')
    .option('--json', 'print one JSON object')
    .option('--all', 'of all workspaces')
    .addHelpText('after', STOP_HELP)
    .action(async ({ all }: { all?: true }, command: Command) => {
      const { stop } = await import('./stop-command.js');
      finish(await stop(io, { ...placeOf(command), all: all === true }));
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

  addHostCommands(program, io, finish);
  return program;
}

/** One line, and the one below it that suggests a word of ours. */
function lineOfError(text: string): Escaped {
  const [, message = '', suggestion = ''] = /^([^]*?)(\n\(Did you mean [^\n]*\))?\n?$/.exec(text) ?? [];
  return escaped`${inline(message)}${quoted(suggestion)}\n`;
}
