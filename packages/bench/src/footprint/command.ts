import type { LspConfig } from '@vybestack/llxprt-lsp-core';
import { mib } from '../figures.js';
import { thisMachine } from '../frame/machine.js';
import { measurement, type Results } from '../frame/measurement.js';
import { table, writePage, type Page } from '../frame/page.js';
import { coreIn, goToolsIn, type Project } from './projects.js';
import { footprint, type Footprint } from './sessions.js';

const PAGE: Page = { file: 'memory.md', sections: ['sessions', 'tsserver', 'gopls'] };

const SESSIONS = 6;
/** The user's own GOGC counts; without it, 50 is set. */
const GOGC = ['25', '50', '100', '200'];
const TSSERVER_MIB = [undefined, 128, 256, 512, 1024];

interface Row {
  readonly what: string;
  readonly sessions: number;
  readonly lsp: LspConfig;
  readonly env?: string;
}

interface Part {
  readonly id: string;
  /** Undefined where its project is missing. */
  project(folder: string): Project | undefined;
  readonly rows: readonly Row[];
}

const alone = (what: string, lsp: LspConfig, env?: string): Row => ({
  ...{ what, sessions: 1, lsp },
  ...(env !== undefined && { env }),
});

const PARTS: readonly Part[] = [
  {
    id: 'sessions',
    project: coreIn,
    rows: [1, SESSIONS].flatMap((sessions) => [
      { what: sessions === 1 ? 'one session' : `${sessions} sessions`, sessions, lsp: {} },
      {
        what: `${sessions === 1 ? 'one session' : `${sessions} sessions`}, \`share\``,
        sessions,
        lsp: { share: true },
      },
    ]),
  },
  {
    id: 'tsserver',
    project: coreIn,
    rows: TSSERVER_MIB.map((most) => {
      if (most === undefined) return alone('not set', {});
      const typescript = { initializationOptions: { maxTsServerMemory: most } };
      return alone(`${most} MiB`, { servers: { typescript } });
    }),
  },
  { id: 'gopls', project: goToolsIn, rows: GOGC.map((value) => alone(value, {}, value)) },
];

interface PartResult {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly (Footprint & { readonly what: string })[];
}

export const memory = measurement({
  name: 'memory',
  says: `Measures what sessions, shared or not, and servers with other settings take, after each session
    has edited a few files three times: proportional (PSS), and the most that each process has had
    resident. On Linux only.`,
  options: {},
  called: 'parts',
  subjects: PARTS,
  writes: [PAGE],
  lacks: () => (process.platform === 'linux' ? undefined : 'only Linux says what a process takes'),
  about: () => thisMachine(),
  async measure({ id, project, rows }, folder, _, { scratch, say }): Promise<PartResult> {
    // Sockets of other sessions of this user are none of ours.
    process.env['XDG_RUNTIME_DIR'] = scratch;
    const found = project(folder);
    if (found === undefined) throw new Error('golang.org/x/tools is not in the module cache');
    // The first run fills the caches of go and gopls.
    if (id === 'gopls') await footprint(found, 1, {});
    const measured: PartResult['rows'][number][] = [];
    for (const { what, sessions, lsp, env } of rows) {
      if (env !== undefined) process.env['GOGC'] = env;
      measured.push({ what, ...(await footprint(found, sessions, lsp)) });
      say(`${found.title}: ${what}`);
    }
    delete process.env['GOGC'];
    return { id, title: found.title, rows: measured };
  },
  isRight: () => true,
  lines: partText,
  write: writeParts,
  writeRows: writeParts,
});

function writeParts({ results }: Results<PartResult>): void {
  writePage(PAGE, Object.fromEntries(results.map((part) => [part.id, partText(part)])));
}

function partText({ title, rows }: PartResult): string {
  return `In ${title}.\n\n${table(
    ' | size: | peak: | check:',
    rows.map(({ what, sizes, ms, broken }) =>
      broken === undefined
        ? [what, mib(sizes.now), mib(sizes.peak), `${ms.toFixed(0)} ms`]
        : [what, broken, '', ''],
    ),
  )}`;
}
