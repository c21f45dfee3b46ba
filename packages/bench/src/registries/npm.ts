import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistryClient } from './package.js';
import { outputOf } from '../run.js';

export const npmRegistry: RegistryClient = {
  async fetch({ name, version }, scratch) {
    const file = (await outputOf('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: scratch })).trim();
    const integrity = `sha512-${createHash('sha512')
      .update(readFileSync(join(scratch, file)))
      .digest('base64')}`;
    mkdirSync(join(scratch, 'content'));
    await outputOf('tar', ['-xzf', file, '-C', 'content'], { cwd: scratch });
    return { folder: join(scratch, 'content', 'package'), integrity };
  },
};
