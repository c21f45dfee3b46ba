import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LSP_DEFAULTS, LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { PATIENT, timed } from './client.js';
import { command } from './frame/command.js';
import { flag, whole } from './frame/options.js';
import { table, writePage, type Page } from './frame/page.js';
import { SIDECAR } from './places.js';
import { median } from './stats.js';

const REQUESTS = 50;
const CHECKS = 10;

const PAGE: Page = { file: 'sharing.md', sections: ['cost'] };

/** ms each. */
interface Times {
  readonly start: number[];
  readonly request: number[];
  readonly check: number[];
}

export const sharing = command({
  name: 'bench:sharing',
  says: 'Measures a session of its own, the first of a service and a further one, in turn.',
  options: { rounds: whole('so many rounds', 20), record: flag('writes a part of docs/sharing.md') },
  writes: [PAGE],
  async run({ rounds, record }, { scratch, say }) {
    // Sockets of other sessions of this user are none of ours.
    process.env['XDG_RUNTIME_DIR'] = scratch;
    const sides = ['own', 'first', 'further'].map((): Times => ({ start: [], request: [], check: [] }));
    const firstChecks: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      // A service of its own for each round.
      const folder = projectIn(join(scratch, String(round)));
      const clients: LspServiceClient[] = [];
      for (const [side, times] of sides.entries()) {
        // The further one comes when the server runs.
        if (side === 2) for (const client of clients) await warmed(client);
        clients.push(await opened(folder, side > 0, times));
      }
      const [further] = clients.slice(-1);
      if (further !== undefined) firstChecks.push((await timed(() => checked(further, -1))).ms);
      for (let index = 0; index < REQUESTS; index += 1)
        for (const [side, client] of clients.entries()) {
          sides[side]?.request.push((await timed(() => client.getDiagnosticEpoch())).ms);
          if (index < CHECKS) sides[side]?.check.push((await timed(() => checked(client, index))).ms);
        }
      await Promise.all(clients.map((client) => client.shutdown()));
      say(
        `round ${round} of ${rounds}: start ` +
          `${sides.map(({ start }) => start.at(-1)?.toFixed(0)).join(', ')} ms`,
      );
    }
    const text = costText(sides, firstChecks);
    console.log(text);
    if (record) writePage(PAGE, { cost: text });
    return 0;
  },
});

function costText(sides: readonly Times[], firstChecks: readonly number[]): string {
  const row = (title: string, of: (times: Times) => readonly number[]): string[] => {
    const [base = 0, ...others] = sides.map((times) => median(of(times)));
    return [
      title,
      base.toFixed(2),
      ...others.map(
        (value) =>
          `${value.toFixed(2)} (${value >= base ? '+' : ''}${(value - base).toFixed(2)}; ` +
          `${(value / base).toFixed(2)} times)`,
      ),
    ];
  };
  const first = median(firstChecks);
  const later = median(sides.at(-1)?.check ?? []);
  return `${table(' | a sidecar of its own: | first session of a service: | a further session:', [
    row('start', ({ start }) => start),
    row('bare request', ({ request }) => request),
    row('check of an edit', ({ check }) => check),
  ])}

The first check of a further session takes ${first.toFixed(1)} ms, ${(first / later).toFixed(2)} times that
of a later one.`;
}

function projectIn(folder: string): string {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(SIDECAR, 'node_modules/typescript'), join(folder, 'node_modules/typescript'), 'junction');
  writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions": {"strict": true}}');
  writeFileSync(join(folder, 'a.ts'), textOf(0));
  return folder;
}

async function opened(workspaceRoot: string, share: boolean, times: Times): Promise<LspServiceClient> {
  const log: string[] = [];
  const config = { ...LSP_DEFAULTS, ...PATIENT, share };
  const client = new LspServiceClient({ workspaceRoot, config, logger: { debug: (line) => log.push(line) } });
  times.start.push((await timed(() => client.start())).ms);
  const alone = log.find((line) => line.includes('not shared'));
  if (!client.isAlive() || alone !== undefined) throw new Error(alone ?? client.getUnavailableReason());
  return client;
}

async function warmed(client: LspServiceClient): Promise<void> {
  for (const index of [1, 2, 3]) await checked(client, index);
}

/** One error, whatever else. */
async function checked(client: LspServiceClient, index: number): Promise<void> {
  const { files, servers } = await client.check({ files: [{ filePath: 'a.ts', text: textOf(index) }] });
  const failed = servers.find(({ outcome }) => outcome !== 'complete');
  if (failed !== undefined || files['a.ts']?.length !== 1) throw new Error(JSON.stringify(failed ?? files));
}

function textOf(index: number): string {
  return `export const a: string = ${index};\n`;
}
