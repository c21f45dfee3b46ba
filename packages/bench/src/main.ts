/** `main.ts NAME [options]`: one of the commands, as package.json calls it. */
import { scratchFolder } from './cleanup.js';
import { COMMANDS } from './commands.js';

const [name = '', ...argv] = process.argv.slice(2);
const load = COMMANDS[name];
if (load === undefined) {
  console.error(`There is no ${name}. Commands: ${Object.keys(COMMANDS).join(', ')}`);
  process.exitCode = 2;
} else {
  process.exitCode = await (await load()).start(argv, scratchFolder);
  // Nothing that is left open keeps the process.
  setTimeout(() => process.exit(), 3000).unref();
}
