// `npm run memory`: what sessions, shared or not, and servers with other settings take. Writes a part of docs/memory.md.
import { join } from 'node:path';
import type { LspConfig } from '@vybestack/llxprt-lsp-core';
import { withTools } from '../../../../scripts/lib/servers/place.mjs';
import { scratchFolder } from '../cleanup.js';
import { REPOSITORY } from '../places.js';
import { writeSection } from '../section.js';
import { section, type Part, type Row } from './page.js';
import { coreIn, goToolsIn, type Project } from './projects.js';
import { footprint } from './sessions.js';

const SESSIONS = 6;
/** The user's own GOGC counts; without it, 50 is set. */
const GOGC = ['25', '50', '100', '200'];
/** MiB. */
const TSSERVER = [undefined, 128, 256, 512, 1024];

process.exitCode = await main();

/** Exit codes: 0 measured, 2 the run could not be made. */
async function main(): Promise<number> {
  if (process.platform !== 'linux') {
    console.error('memory: only Linux says what a process takes');
    return 2;
  }
  const scratch = scratchFolder();
  // Sockets of other sessions of this user are none of ours.
  process.env['XDG_RUNTIME_DIR'] = scratch;
  process.env['PATH'] = withTools(process.env)['PATH'];
  const core = coreIn(join(scratch, 'core'));
  const go = goToolsIn(join(scratch, 'go'));
  const parts: Part[] = [
    {
      title: 'Sessions in one workspace, TypeScript 5.9',
      project: core.title,
      rows: await sessionRows(core),
    },
    {
      title: '`maxTsServerMemory` of tsserver',
      project: `${core.title}, one session`,
      rows: await tsserverRows(core),
    },
    ...(go === undefined
      ? []
      : [
          {
            title: '`GOGC` of gopls',
            project: `${go.title}, one session; 50 is the default here`,
            rows: await goplsRows(go),
          },
        ]),
  ];
  writeSection(join(REPOSITORY, 'docs/memory.md'), 'footprint', section(parts));
  if (go === undefined)
    console.log('memory: gopls was not measured: golang.org/x/tools is not in the module cache');
  return 0;
}

async function sessionRows(project: Project): Promise<Row[]> {
  return [
    await measured('one session', project, 1, {}),
    await measured('one session, `share`', project, 1, { share: true }),
    await measured(`${SESSIONS} sessions`, project, SESSIONS, {}),
    await measured(`${SESSIONS} sessions, \`share\``, project, SESSIONS, { share: true }),
  ];
}

async function tsserverRows(project: Project): Promise<Row[]> {
  const rows: Row[] = [];
  for (const most of TSSERVER) {
    const lsp =
      most === undefined
        ? {}
        : { servers: { typescript: { initializationOptions: { maxTsServerMemory: most } } } };
    rows.push(await measured(most === undefined ? 'not set' : `${most} MiB`, project, 1, lsp));
  }
  return rows;
}

async function goplsRows(project: Project): Promise<Row[]> {
  // The first run fills the caches of go and gopls.
  await footprint(project, 1, {});
  const rows: Row[] = [];
  for (const value of GOGC) {
    process.env['GOGC'] = value;
    rows.push(await measured(value, project, 1, {}));
  }
  delete process.env['GOGC'];
  return rows;
}

async function measured(what: string, project: Project, sessions: number, lsp: LspConfig): Promise<Row> {
  const row = { what, footprint: await footprint(project, sessions, lsp) };
  console.log(
    `${project.title}: ${what}: ${row.footprint.broken ?? `${Math.round(row.footprint.sizes.now / 2 ** 20)} MiB, peak ${Math.round(row.footprint.sizes.peak / 2 ** 20)} MiB, ${row.footprint.ms.toFixed(0)} ms`}`,
  );
  return row;
}
