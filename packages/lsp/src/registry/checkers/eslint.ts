import { eslintFormat } from '../../compiler/eslint-output.ts';
import { WholeOutput } from '../../compiler/whole-output.ts';
import { findUse } from '../eslint.ts';
import { run } from '../program.ts';
import { absent } from './absent.ts';
import type { CheckerDefinition, CheckerLocation } from './definition.ts';
import { found } from './found.ts';

/** ESLint, only where the workspace configures and installs it. */
export const eslintChecker: CheckerDefinition = {
  id: 'eslint',
  language: 'ESLint',
  extensions: ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts'],
  markers: ['eslint.config.js', 'eslint.config.mjs', 'eslint.config.cjs', 'eslint.config.ts', 'eslint.config.mts', 'eslint.config.cts', 'package.json'],
  sameAs: ['eslint'],
  locate(folder, search): CheckerLocation {
    const use = findUse(folder, search);
    if (use.kind !== 'found') return absent('eslint', use);
    const path = use.package.bin['eslint'];
    if (path === undefined) return { kind: 'unavailable', tool: 'eslint', reason: `ESLint ${use.version} lacks its program`, install: 'npm install' };
    const program = run({ name: 'eslint', version: use.version, path, origin: 'workspace' }, search);
    if (program.kind !== 'found') return absent('eslint', program);
    // Without a pattern, older ones look at nothing, and at JavaScript only.
    const args = ['--format', 'json', '--no-color', '--no-error-on-unmatched-pattern', ...(use.flat ? [] : ['--ext', '.js,.jsx,.mjs,.cjs,.ts,.tsx,.mts,.cts']), '.'];
    return found(use.root, `${use.package.folder}@${use.version}`, program, { args, output: (at) => new WholeOutput(eslintFormat, at) });
  },
};
