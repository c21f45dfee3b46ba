import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config, LSP_DEFAULTS, type LspConfig, type LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { median } from '../stats.js';
import type { Project } from './projects.js';
import { sizesOf, type Sizes } from './proportional.js';

export interface Footprint {
  /** Services and servers together. */
  readonly sizes: Sizes;
  /** Median of the checks of edits to files that the server has seen, ms. */
  readonly ms: number;
  /** Why there are no figures. */
  readonly broken?: string;
}

interface Opened {
  readonly config: Config;
  readonly client: LspServiceClient;
  readonly pid: number;
}

const PATIENT = {
  firstTouchTimeout: 120_000,
  diagnosticTimeout: 120_000,
  memoryBudget: 100_000,
} satisfies LspConfig;

/**
 * What this many sessions in one workspace take, once each has edited every file that the project
 * names, twice.
 */
export async function footprint(
  { folder, files }: Project,
  sessions: number,
  lsp: LspConfig,
): Promise<Footprint> {
  const opened: Opened[] = [];
  try {
    for (let index = 0; index < sessions; index += 1) opened.push(await open(folder, lsp));
    const times: number[] = [];
    for (const round of [1, 2, 3]) {
      for (const file of files) {
        const text = readFileSync(join(folder, file), 'utf8');
        for (const [index, { client }] of opened.entries()) {
          const began = performance.now();
          const { servers } = await client.check({
            files: [{ filePath: file, text: `${text}\n// ${round}.${index}\n` }],
          });
          if (round > 1) times.push(performance.now() - began);
          const failed = servers.find(({ outcome }) => outcome !== 'complete');
          if (failed !== undefined)
            return { sizes: { now: 0, peak: 0 }, ms: 0, broken: `${failed.id} is ${failed.outcome}` };
        }
      }
    }
    return { sizes: sizesOf([...new Set(opened.map(({ pid }) => pid))]), ms: median(times) };
  } finally {
    await Promise.all(opened.map(({ config }) => config.shutdown()));
  }
}

async function open(workspaceRoot: string, own: LspConfig): Promise<Opened> {
  const log: string[] = [];
  const config = new Config({
    workspaceRoot,
    lsp: { ...LSP_DEFAULTS, ...PATIENT, ...own },
    logger: { debug: (line) => log.push(line) },
  });
  await config.initialize();
  const client = config.getLspServiceClient();
  const pid = Number(/service (\d+) ready/.exec(log.join('\n'))?.[1]);
  if (client?.isAlive() !== true || !(pid > 0)) throw new Error(log.join('\n'));
  return { config, client, pid };
}
