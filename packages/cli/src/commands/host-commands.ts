import { Argument, type Command, Option } from 'commander';
import type { Catalog, Severity } from '@vybestack/llxprt-lsp-core';
import { HOOK_HELP, INSTALL_HELP, MCP_HELP, SERVE_HELP } from '../help.js';
import { HOSTS } from '../hook/hosts/index.js';
import type { InstallHost } from '../install/hosts.js';
import type { Io } from '../io.js';
import { addOrigin, parsePid, parsePort } from '../parse-options.js';
import { type Finish, INSTALL_HOSTS, placeOf, severityOption } from './options.js';

const CATALOGS = ['lsp', 'vscode'] as const satisfies readonly Catalog[];

interface ServeCommandOptions {
  catalog: Catalog;
  port: number;
  allowOrigin: string[];
  stdio?: true;
  severity?: Severity[];
}

/** What hosts start, what has them start it, and what their sessions leave. */
export function addHostCommands(program: Command, io: Io, finish: Finish): void {
  program
    .command('install')
    .description('have a host start this program: writes its hooks, its MCP server, its extension')
    .addArgument(new Argument('<host>', 'the agent that starts it').choices(INSTALL_HOSTS))
    .addOption(new Option('--user', 'for all projects of this user (default)').conflicts('project'))
    .addOption(new Option('--project', 'for the workspace alone'))
    .option('--uninstall', 'take it back')
    .addOption(
      new Option(
        '--stay',
        'have a shared service stay for 10 minutes after its last session, so that the next one begins warm',
      ).conflicts(['project', 'uninstall']),
    )
    .option('--dry-run', 'write nothing, and say what would be written')
    .option('--json', 'print one JSON object')
    .addHelpText('after', INSTALL_HELP)
    .action(
      async (
        host: InstallHost,
        {
          project,
          uninstall,
          dryRun,
          stay,
        }: { project?: true; uninstall?: true; dryRun?: true; stay?: true },
        command: Command,
      ) => {
        const { workspace, json } = placeOf(command);
        const { install } = await import('../install/install-command.js');
        const scope = project === true ? 'project' : 'user';
        finish(
          await install(
            io,
            {
              host,
              workspace,
              json,
              scope,
              uninstall: uninstall === true,
              dryRun: dryRun === true,
              stay: stay === true,
            },
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
      const { serve } = await import('../serve/serve-command.js');
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
      const { bridge } = await import('../bridge/bridge-command.js');
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
      const { traceView } = await import('../trace/trace-commands.js');
      finish(await traceView(io, file, { out, open: open === true, workspace: placeOf(command).workspace }));
    });
  trace
    .command('redact')
    .description('make a trace that can be shared: without paths, names and texts')
    .argument('<file>', 'the trace')
    .option('--out <file>', 'where it goes; without, beside the trace')
    .action(async (file: string, { out }: { out?: string }) => {
      const { traceRedact } = await import('../trace/trace-commands.js');
      finish(await traceRedact(io, file, out));
    });

  program
    .command('hook')
    .description(
      'what a host starts for its events: takes one as JSON on stdin, prints what the model is to read ' +
        'with the result',
    )
    .argument('[host]', `one of ${[...HOSTS.keys()].join(', ')}`, '')
    .addHelpText('after', HOOK_HELP)
    .action(async (host: string) => {
      const { hook } = await import('../hook/hook-command.js');
      await hook(io, host);
    });
}
