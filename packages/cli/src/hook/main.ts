import { answerHook } from './hook.js';
import { HOSTS } from './hosts/index.js';

/** `hook.mjs <host> [--parent <pid>]`: the process that hosts start for an event. */
async function main([host = '', ...options]: readonly string[]): Promise<void> {
  const adapter = HOSTS.get(host);
  if (adapter === undefined) {
    process.stderr.write(`llxprt-lsp hook: the host is one of ${[...HOSTS.keys()].join(', ')}, not "${host}"\n`);
    process.exitCode = 2;
    return;
  }
  process.stdout.on('error', () => undefined);
  const parent = options[0] === '--parent' ? Number(options[1]) : process.ppid;
  const reply = await answerHook({ adapter, input: process.stdin, parent }).catch(() => ({}));
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

await main(process.argv.slice(2));
