// Shows what a model reads after its edits, with real language servers: npm run demo
import { debuglog } from 'node:util';
import { applyPatch, Config, edit, lspCommand, LspServiceClient, parseLspSettings, writeFile } from '@vybestack/llxprt-lsp-core';
import colors from 'picocolors';
import { differences } from './demo/judge.js';
import { makeProject } from './demo/project.js';
import { STEPS, type Step } from './demo/steps.js';

const TOOLS = { edit, write_file: writeFile, apply_patch: applyPatch };

const log = debuglog('llxprt-lsp');

for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) {
  process.once(signal, () => {
    LspServiceClient.killAll();
    process.exit(code);
  });
}

process.exitCode = await main();

async function main(): Promise<number> {
  const workspaceRoot = makeProject();
  const logger = { debug: (message: string) => log('%s', message) };
  const config = new Config({ workspaceRoot, lsp: parseLspSettings({}).lsp, logger });
  console.log(`A workspace of two packages, web (TypeScript, ESLint) and reports (Python): ${workspaceRoot}\n`);
  const faults: string[] = [];
  try {
    await config.initialize();
    for (const [index, step] of STEPS.entries()) {
      faults.push(...(await perform(step, index + 1, config)).map((fault) => `step ${index + 1}: ${fault}`));
    }
    console.log(`${colors.bold('/lsp status')}\n${gutter(await lspCommand('status', (options) => config.lspState(options)))}\n`);
  } finally {
    await config.shutdown();
  }
  for (const fault of faults) console.error(colors.red(fault));
  if (faults.length === 0) console.log(colors.green('Every error that was made was reported, and every one that was mended is gone.'));
  return faults.length === 0 ? 0 : 1;
}

/** Returns what is wrong with the result. */
async function perform({ title, tool, params, errors }: Step, number: number, config: Config): Promise<string[]> {
  console.log(`${colors.bold(`${number}. ${title}`)}\n${colors.cyan(tool)}\n${showParams(params)}`);
  const started = performance.now();
  const result = await TOOLS[tool](params, config.toolContext());
  const ms = performance.now() - started;
  console.log(`${colors.cyan('result')} ${colors.dim(`after ${ms.toFixed(0)} ms`)}\n${gutter(result.llmContent)}\n`);
  return differences(result.llmContent, errors);
}

function showParams(params: Step['params']): string {
  return Object.entries(params)
    .map(([name, value]) => (value.includes('\n') ? `  ${name}:\n${indent(value.trimEnd(), '    ')}` : `  ${name}: ${value}`))
    .join('\n');
}

/** The text as it is, set off from ours. */
function gutter(text: string): string {
  return indent(text, `${colors.dim('|')} `);
}

function indent(text: string, by: string): string {
  return text.replace(/^/gm, by);
}
