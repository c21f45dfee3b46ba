import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { describe } from 'vitest';
import { withTools } from '../../../scripts/lib/servers/place.mjs';

/** How each program says that it runs. */
const ASKED = {
  go: ['version'],
  gopls: ['version'],
  cargo: ['--version'],
  javac: ['-version'],
  clangd: ['--version'],
} as const;

type Program = keyof typeof ASKED;

/** What is installed for the tests is found, also by a test that is run alone. */
Object.assign(process.env, withTools(process.env));

/**
 * `describe` for what needs a language's compiler and, if it is another program, its server. Without the compiler the tests are skipped,
 * and without the server, too, but under CI=true: there it has been installed, so they have to pass. The title says what is missing.
 */
export function describeWith(compiler: Program, server: Program, title: string, tests: () => void): void {
  const missing = [compiler, server].find((program) => !runs(program));
  if (missing === undefined || (missing === server && missing !== compiler && process.env['CI'] === 'true')) describe(title, tests);
  else describe.skip(`${title} (skipped: no ${missing} on PATH${missing === compiler ? '' : `: npm run setup:servers -- --only ${missing}`})`, tests);
}

function runs(program: Program): boolean {
  return spawnSync(program, ASKED[program], { stdio: 'ignore' }).status === 0;
}
