import { escaped, inline, jsonOf } from '@vybestack/llxprt-lsp-core';
import type { Io } from '../io.js';
import { answerHook } from './hook.js';
import { HOSTS, unknownHost } from './hosts/index.js';

/**
 * `llxprt-lsp hook <host>`: does what the launcher `llxprt-lsp-hook` does, for systems whose hosts
 * start no shell scripts.
 */
export async function hook(io: Io, host: string): Promise<void> {
  const adapter = HOSTS.get(host);
  if (adapter === undefined) io.err(escaped`${inline(unknownHost(host))}\n`);
  const reply = await answerHook({ adapter, input: io.input, parent: process.ppid });
  io.out(escaped`${jsonOf(reply)}\n`);
  // A host may keep its end of stdin open and wait for this process. Stdin would then keep this
  // process running.
  io.input.destroy();
}
