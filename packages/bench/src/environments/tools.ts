import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../places.js';
import { mustRun } from './run.js';

/** What makes the set-ups, pinned. */
const PYTHON_TOOLS = {
  uv: '0.13.9',
  poetry: '2.5.1',
  pdm: '2.29.4',
  pipenv: '2026.10.3',
  hatch: '1.18.2',
  virtualenv: '21.15.11',
} as const;
const NODE_TOOLS = { pnpm: '10.34.9', '@yarnpkg/cli-dist': '4.18.1' } as const;

export const VERSIONS = { ...PYTHON_TOOLS, pnpm: NODE_TOOLS.pnpm, yarn: NODE_TOOLS['@yarnpkg/cli-dist'] };

type Tool = keyof typeof VERSIONS;

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
  const packages = Object.entries(NODE_TOOLS).map(([name, version]) => `${name}@${version}`);
  const pins = [...Object.entries(PYTHON_TOOLS).map(([name, version]) => `${name}==${version}`), ...packages];
  const mark = join(
    CACHE,
    'environments',
    `${createHash('sha256').update(pins.join(' ')).digest('hex').slice(0, 16)}.done`,
  );
  if (!existsSync(mark)) {
    tell('installs the tools');
    // One environment for each: their own packages exclude each other.
    for (const [name, version] of Object.entries(PYTHON_TOOLS)) {
      await mustRun(['python3', '-m', 'venv', join(python, name)], CACHE, process.env);
      await mustRun(
        [
          join(python, name, 'bin', 'pip'),
          'install',
          '--quiet',
          '--disable-pip-version-check',
          `${name}==${version}`,
        ],
        CACHE,
        process.env,
      );
    }
    writeFileSync(join(node, 'package.json'), '{ "private": true }\n');
    await mustRun(['npm', 'install', '--no-audit', '--no-fund', ...packages], node, process.env);
    writeFileSync(mark, '');
  }
  return {
    path: (tool) =>
      tool === 'pnpm' || tool === 'yarn'
        ? join(node, 'node_modules', '.bin', tool)
        : join(python, tool, 'bin', tool),
    label: (tool) => `${tool} ${VERSIONS[tool]}`,
  };
}
