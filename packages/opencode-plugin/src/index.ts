import { debugLogger, forAtMost, HostSession, quietly } from '@vybestack/llxprt-lsp-core';
import { changeOf, fileOf } from './changes.js';
import type { Hooks, PluginInput } from './opencode.js';
import { Tools } from './tools.js';
import { callOf, failedCall, Turns } from './turns.js';

/** How long opencode's start waits for the service, ms: many times what it needs. */
const READY_TIMEOUT = 5000;

/** How long a person sees that settings do not count, ms. */
const TOAST_MS = 10_000;

const COMMAND = 'lsp';

/** `opencode run` ends with the turn, whatever its plugins wait for. */
const IS_RUN = process.argv.slice(2).includes('run');

/** opencode calls this once for each folder that it works in. */
async function server({ client, directory }: PluginInput): Promise<Hooks> {
  const tools = new Tools();
  const session = new HostSession({ cwd: directory, toolRegistry: tools });
  const turns = new Turns();
  const problems = [...session.problems];
  let isCommandOurs = false;
  for (const problem of problems) debugLogger.debug(problem);
  // opencode lists tools once.
  await forAtMost(READY_TIMEOUT, session.ready);

  return {
    tool: tools.definitions(),
    config: (config) =>
      quietly('configuration', () => {
        isCommandOurs = config.command?.[COMMAND] === undefined;
        if (isCommandOurs)
          config.command = {
            ...config.command,
            [COMMAND]: { template: '$ARGUMENTS', description: 'LSP: which language servers run' },
          };
        // Its own client would start the same servers once more, and report the same errors.
        if (session.hopes) config.lsp = false;
      }),
    event: ({ event }) =>
      quietly('event', async () => {
        const failed = failedCall(event);
        if (failed !== undefined) session.forget(failed);
        const end = turns.on(event);
        if (end === undefined || IS_RUN || (await isSubagent(end.sessionID))) return;
        const text = await session.settle(end.isAborted);
        if (text !== undefined)
          await client.session.promptAsync({
            path: { id: end.sessionID },
            body: { ...turns.speaker(end.sessionID), parts: [{ type: 'text', text }] },
          });
      }),
    dispose: () => quietly('not shut down', () => session.close()),
    'chat.message': ({ sessionID }, { message }) =>
      quietly('message', async () => {
        turns.began(sessionID, message);
        // Before the first message, a terminal may not have been there.
        for (const problem of problems.splice(0))
          await client.tui.showToast({
            body: { title: 'llxprt-lsp', message: problem, variant: 'warning', duration: TOAST_MS },
          });
      }),
    'command.execute.before': async ({ command, sessionID, arguments: args }) => {
      if (command !== COMMAND || !isCommandOurs) return;
      const text = await session.command(args);
      await client.session.prompt({
        path: { id: sessionID },
        body: { noReply: true, ...turns.speaker(sessionID), parts: [{ type: 'text', text, ignored: true }] },
      });
      // Quirk(opencode): a command always asks the model, unless it fails.
      throw new Error(text);
    },
    'tool.definition': ({ toolID }, output) => {
      const schema = tools.schemaOf(toolID);
      if (schema !== undefined) output.jsonSchema = schema;
      return Promise.resolve();
    },
    'tool.execute.before': ({ tool, ...call }, { args }) =>
      quietly('the files as they were', () =>
        session.remember(callOf(call), changeOf(tool, args, directory)?.written ?? []),
      ),
    'tool.execute.after': ({ tool, args, ...call }, output) =>
      quietly('a result stays as it is', async () => {
        if (tool === 'bash') {
          const command = typeof args['command'] === 'string' ? args['command'] : undefined;
          output.output = await session.afterCommand(output.output, command);
          return;
        }
        const change = changeOf(tool, args, directory);
        const read = tool === 'read' ? fileOf(args, directory) : undefined;
        if (read !== undefined && session.hopes) session.warm(read);
        if (change !== undefined) output.output = await session.amend(callOf(call), output.output, change);
      }),
  };

  /**
   * What a subagent changes belongs to the turn that has started it. Its session may be older than
   * this process, so no event says that it is one.
   */
  async function isSubagent(id: string): Promise<boolean> {
    const { data } = await client.session.get({ path: { id } });
    return data?.parentID !== undefined;
  }
}

export default { id: 'llxprt-lsp', server };
