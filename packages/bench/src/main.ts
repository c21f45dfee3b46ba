/** `main.ts NAME [options]`: one of the commands, as package.json calls it. */
import { scratchFolder } from './cleanup.js';
import { COMMANDS } from './commands.js';
import { messageOf } from './frame/options.js';

const [name = '', ...argv] = process.argv.slice(2);
const load = COMMANDS[name];
if (load === undefined) {
  console.error(`There is no ${name}. Commands: ${Object.keys(COMMANDS).join(', ')}`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await (await load(argv)).start(argv, scratchFolder);
  } catch (error) {
    // What the command is made of cannot be read: a scenario, say.
    console.error(`${name}: ${messageOf(error)}`);
    process.exitCode = 2;
  }
  // Nothing that is left open keeps the process.
  setTimeout(() => process.exit(), 3000).unref();
}
