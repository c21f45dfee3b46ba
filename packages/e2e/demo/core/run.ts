import { debuglog } from 'node:util';
import {
  applyPatch,
  Config,
  edit,
  lspCommand,
  LspServiceClient,
  parseLspSettings,
  writeFile,
} from '@vybestack/llxprt-lsp-core';
import { gutter, type Tell, showParams } from '../page.js';
import { differences } from './judge.js';
import { makeProject } from './project.js';
import { STEPS, type Step } from './steps.js';

const TOOLS = { edit, write_file: writeFile, apply_patch: applyPatch };

const log = debuglog('llxprt-lsp');

/** ms. The demo shows what a model reads, not how soon: a busy machine may take its time. */
const LIMITS = { firstTouchTimeout: 60_000, diagnosticTimeout: 60_000, linterGrace: 10_000 };

/** The tools of core, called one after the other. Resolves to what was not as it should be, in words; rejects if `signal` ended it. */
export async function runCore(signal: AbortSignal, tell: Tell): Promise<string[]> {
  signal.addEventListener('abort', () => LspServiceClient.killAll());
  const workspaceRoot = makeProject();
  const config = new Config({
    workspaceRoot,
    lsp: parseLspSettings({ user: LIMITS }).lsp,
    logger: { debug: (message) => log('%s', message) },
  });
  tell(
    () => `A workspace of two packages, web (TypeScript, ESLint) and reports (Python): ${workspaceRoot}\n`,
  );
  const faults: string[] = [];
  try {
    await config.initialize();
    for (const [index, step] of STEPS.entries()) {
      signal.throwIfAborted();
      faults.push(
        ...(await perform(step, index + 1, config, tell)).map((fault) => `step ${index + 1}: ${fault}`),
      );
    }
    const status = await lspCommand('status', (options) => config.lspState(options));
    tell((colors) => `${colors.bold('/lsp status')}\n${gutter(status, colors)}\n`);
  } finally {
    await config.shutdown();
  }
  return faults;
}

/** Returns what is wrong with the result. */
async function perform(
  { title, tool, params, errors }: Step,
  number: number,
  config: Config,
  tell: Tell,
): Promise<string[]> {
  tell((colors) => `${colors.bold(`${number}. ${title}`)}\n${colors.cyan(tool)}\n${showParams(params)}`);
  const started = performance.now();
  const { llmContent } = await TOOLS[tool](params, config.toolContext());
  const ms = performance.now() - started;
  tell(
    (colors) =>
      `${colors.cyan('result')} ${colors.dim(`after ${ms.toFixed(0)} ms`)}\n${gutter(llmContent, colors)}\n`,
  );
  return differences(llmContent, errors);
}
