/**
 * How long the sidecar's event loop is held where ten thousand files change at once: `npm run turns`. While
 * TypeScript and pyright run, `lsp/status` is asked again and again. Of each step it prints the longest wait
 * for its answer and the most processor time that the sidecar's main thread took meanwhile: a busy machine
 * makes the former longer, and hardly the latter. Linux alone tells the latter.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { CheckParams } from '../src/types.ts';
import { PROJECT } from '../src/languages/typescript/test/real/typescript-language.ts';
import { openReal } from '../test/real/real-lab.ts';

/** Of each language. */
const FILES = 5000;
/** Between two questions, ms. */
const PAUSE = 3;
/** How long others are watched, ms. */
const WATCHED = 3000;
/** Milliseconds in a nanosecond. */
const MS = 1e-6;

const edited = (version: number): Record<string, string> => ({
  'src/m0.ts': typescript(0, version),
  'py/q0.py': python(0, version),
});

function typescript(n: number, version: number): string {
  const next = (n + 1) % FILES;
  return `import { f${next} } from './m${next}.js';\nexport const f${n} = (): number => ${version};\n`;
}

function python(n: number, version: number): string {
  const next = (n + 1) % FILES;
  return `from q${next} import f${next}\ndef f${n}() -> int:\n    return ${version}\nf${next}()\n`;
}

function all(version: number): Record<string, string> {
  const numbers = Array.from({ length: FILES }, (_, n) => n);
  return Object.fromEntries(
    numbers.flatMap((n) => [
      [`src/m${n}.ts`, typescript(n, version)],
      [`py/q${n}.py`, python(n, version)],
    ]),
  );
}

await using lab = await openReal({
  servers: ['typescript', 'pyright'],
  files: { ...PROJECT, ...all(1) },
  links: { 'node_modules/typescript': 'typescript' },
});
const { sidecar, workspace } = lab;
const thread = `/proc/${sidecar.pid}/task/${sidecar.pid}/schedstat`;
/** ms that the main thread has run; 0 where nothing tells. */
const ran = (): number =>
  existsSync(thread) ? Number(readFileSync(thread, 'utf8').split(' ').at(0)) * MS : 0;

const write = (texts: Record<string, string>): void => {
  for (const [file, text] of Object.entries(texts)) workspace.write(file, text);
};

/** Asks meanwhile, one question after the other. */
async function during(what: string, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  void work.then(() => {
    over.abort();
  });
  const waits: { readonly ms: number; readonly ran: number }[] = [];
  while (!over.signal.aborted) {
    const [at, before] = [performance.now(), ran()];
    await sidecar.request('lsp/status', {});
    waits.push({ ms: performance.now() - at, ran: ran() - before });
    await Bun.sleep(PAUSE);
  }
  await work;
  const most = (numbers: readonly number[]): string => `${Math.round(Math.max(...numbers))} ms`;
  const longest = most(waits.map(({ ms }) => ms));
  const run = most(waits.map((wait) => wait.ran));
  process.stdout.write(`${what}: waits up to ${longest}, of which ${run} run\n`);
}

const check = (params: Partial<CheckParams>): Promise<unknown> =>
  sidecar.request('lsp/check', { files: [], others: true, origins: true, ...params });

const edit = (version: number): Promise<unknown> => {
  write(edited(version));
  const before = edited(version - 1);
  const files = Object.entries(edited(version)).map(([filePath, text]) => ({
    filePath,
    text,
    before: before[filePath] ?? '',
  }));
  return check({ files });
};

await during('the first edit', edit(2));
await during('an edit', edit(3));
await during('nothing', Bun.sleep(WATCHED));
write(all(4));
await during('an edit after a checkout', edit(5));
await during('what goes on behind it', Bun.sleep(WATCHED));
write(all(6));
await during('what a command has changed, after a checkout', check({ found: true }));
write(all(7));
await during('what the session has caused, after a checkout', sidecar.request('lsp/session', {}));
