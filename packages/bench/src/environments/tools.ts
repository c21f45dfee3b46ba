import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../places.js';
import { mustRun } from './run.js';

/** What makes the set-ups, pinned. */
export const PYTHON_TOOLS = { uv: '0.13.9', poetry: '2.5.1', pdm: '2.29.4', pipenv: '2026.10.3', hatch: '1.18.2', virtualenv: '21.15.11' } as const;
export const NODE_TOOLS = { pnpm: '10.34.9', '@yarnpkg/cli-dist': '4.18.1' } as const;

export type Tool = keyof typeof PYTHON_TOOLS | 'pnpm' | 'yarn';

export interface Tools {
  /** The program of a tool, absolute. */
  path(tool: Tool): string;
  /** The same, for a table: `uv 0.13.9`. */
  label(tool: Tool): string;
}

/** Installs them into a folder of the cache, unless they are there. */
export async function installTools(tell: (line: string) => void): Promise<Tools> {
  const python = join(CACHE, 'environments', 'python-tools');
  const node = join(CACHE, 'environments', 'node-tools');
  mkdirSync(node, { recursive: true });
  const pins = [...Object.entries(PYTHON_TOOLS).map(([name, version]) => `${name}==${version}`), ...Object.entries(NODE_TOOLS).map(([name, version]) => `${name}@${version}`)];
  const mark = join(CACHE, 'environments', `${Buffer.from(pins.join(' ')).toString('base64url').slice(-24)}.done`);
  if (!existsSync(mark)) {
    tell('installs the tools');
    await mustRun(['python3', '-m', 'venv', python], CACHE, process.env);
    await mustRun([join(python, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', ...pins.filter((pin) => pin.includes('=='))], CACHE, process.env);
    writeFileSync(join(node, 'package.json'), '{ "private": true }\n');
    await mustRun(['npm', 'install', '--no-audit', '--no-fund', ...pins.filter((pin) => !pin.includes('=='))], node, process.env);
    writeFileSync(mark, '');
  }
  return {
    path: (tool) => (tool === 'pnpm' || tool === 'yarn' ? join(node, 'node_modules', '.bin', tool) : join(python, 'bin', tool)),
    label: (tool) => `${tool} ${tool === 'pnpm' ? NODE_TOOLS.pnpm : tool === 'yarn' ? NODE_TOOLS['@yarnpkg/cli-dist'] : PYTHON_TOOLS[tool]}`,
  };
}
