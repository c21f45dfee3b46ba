import { eslintFormat } from './eslint-output.ts';
import { WholeOutput } from '../../backend/output/whole-output.ts';
import type { Search } from '../../backend/program/search.ts';
import { findUse, type Use } from './eslint.ts';
import { nearest } from '../../backend/program/files.ts';
import { run, type Absent, type Program } from '../../backend/program/program.ts';
import type { CheckerDefinition, CheckerLocation } from '../../backend/checker/definition.ts';
import { foundProject } from '../../backend/checker/found.ts';

const EXTENSIONS = ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts'];
const CONFIGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`);
const LEGACY = ['js', 'cjs', 'yaml', 'yml', 'json'].map((ending) => `.eslintrc.${ending}`);
const MARKERS = [...CONFIGS, ...LEGACY, '.eslintrc', 'package.json'];

/** ESLint, only where the workspace configures and installs it. */
export const eslintChecker: CheckerDefinition = {
  id: 'eslint',
  language: 'ESLint',
  extensions: EXTENSIONS,
  markers: MARKERS,
  sameAs: ['eslint'],
  locate(folder, search, own): CheckerLocation {
    const use = findUse(folder, search);
    if (use.kind !== 'found')
      return { ...use, root: nearest(folder, search.workspaceRoot, CONFIGS) ?? folder };
    const program = own ?? programOf(use, search);
    if (program.kind !== 'found') return { ...program, root: use.root };
    // Without a pattern, older versions check nothing; without `--ext`, only JavaScript.
    const what = [
      '--no-error-on-unmatched-pattern',
      ...(use.flat ? [] : ['--ext', EXTENSIONS.join(',')]),
      '.',
    ];
    const args = ['--format', 'json', '--no-color', ...what];
    return foundProject(use.root, `${use.package.folder}@${use.version}`, program, {
      args,
      shown: ['npx', 'eslint', ...what],
      operands: 1,
      output: (at) => new WholeOutput(eslintFormat, at),
    });
  },
};

function programOf({ package: from, version }: Use, search: Search): Program | Absent {
  const path = from.bin['eslint'];
  if (path === undefined)
    return { kind: 'unavailable', reason: `ESLint ${version} lacks its program`, hint: 'npm install' };
  return run({ name: 'eslint', version, path, origin: 'workspace' }, search);
}
