import type { AgentEndEvent, ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { debugLogger, forAtMost, HostSession, quietly } from '@vybestack/llxprt-lsp-core';
import { completions, show } from './command.js';
import { amend, remember } from './results.js';
import { registryOf } from './tools.js';

/**
 * How long the first prompt, or `/lsp`, waits for the service, ms: many times what it needs. After
 * that, they go on without it.
 */
const READY_TIMEOUT = 5000;

/** The extension: pi calls this for each session, and again after a reload. */
export default function lsp(pi: ExtensionAPI): void {
  let session: HostSession | undefined;

  pi.on('session_start', (_event, context) =>
    quietly('no session', () => {
      // Quirk(pi): RPC mode sends `session_start` twice for a new session.
      if (session !== undefined) return;
      session = new HostSession({
        cwd: context.cwd,
        toolRegistry: registryOf(pi),
        trusted: trustOf(context),
      });
      showProblems(session.problems, context);
    }),
  );
  pi.on('session_shutdown', () =>
    quietly('not shut down', async () => {
      const last = session;
      session = undefined;
      await last?.close();
    }),
  );

  // A run keeps the tools that it began with.
  pi.on('before_agent_start', async () => {
    if (session !== undefined) await forAtMost(READY_TIMEOUT, session.ready);
  });
  pi.on('tool_call', async (event, { cwd }) => {
    await quietly('the file as it was', () => session && remember(session, cwd, event));
  });
  pi.on('tool_result', (event, { cwd, signal }) =>
    quietly('a result stays as it is', () => session && amend(session, cwd, event, signal)),
  );
  // It sends no result for a call that was kept from running.
  pi.on('turn_end', () => session?.forget());
  pi.on('agent_end', (event, { hasUI }) =>
    quietly('no reminder', async () => {
      const end = stopReason(event);
      // Quirk(pi): after an error it may run again by itself. Without a user interface it ends with
      // the run, whatever its extensions wait for.
      if (end === 'error' || !hasUI) return;
      const text = await session?.settle(end === 'aborted');
      if (text !== undefined)
        pi.sendMessage(
          { customType: 'llxprt-lsp', content: text, display: true },
          { triggerTurn: true, deliverAs: 'followUp' },
        );
    }),
  );

  pi.registerCommand('lsp', {
    description: 'LSP: which language servers run',
    getArgumentCompletions: completions,
    handler: async (args, context) => {
      if (session === undefined) return;
      await forAtMost(READY_TIMEOUT, session.ready);
      show(await session.command(args), context);
    },
  });
}

/**
 * Quirk(pi): from 0.79 on it asks whether a project is trusted; older versions have no notion of
 * that.
 */
function trustOf(
  context: ExtensionContext & { readonly isProjectTrusted?: () => boolean },
): boolean | undefined {
  return context.isProjectTrusted?.();
}

function stopReason({ messages }: Pick<AgentEndEvent, 'messages'>): string | undefined {
  return messages.findLast((message) => message.role === 'assistant')?.stopReason;
}

function showProblems(problems: readonly string[], { hasUI, ui }: ExtensionContext): void {
  for (const problem of problems) {
    debugLogger.debug(problem);
    if (hasUI) ui.notify(`llxprt-lsp: ${problem}`, 'warning');
  }
}
