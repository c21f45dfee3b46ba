import type { Io } from '../io.js';
import { NOTHING } from './host.js';
import { answerHook } from './hook.js';
import { HOSTS } from './hosts/index.js';

/** `llxprt-lsp hook <host>`: what the launcher `llxprt-lsp-hook` does, for systems whose hosts start no shell scripts. */
export async function hook(io: Io, host: string): Promise<void> {
  const adapter = HOSTS.get(host);
  const reply = adapter === undefined ? NOTHING : await answerHook({ adapter, input: io.input, parent: process.ppid });
  io.out(`${JSON.stringify(reply)}\n`);
  // A host that keeps its end open would keep us, and then wait for us.
  io.input.destroy();
}
