import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistryClient } from './package.js';
import { outputOf } from '../run.js';

/** The sources that are published beside a jar; nothing of them is run to unpack them. */
export const maven: RegistryClient = {
  async fetch({ name, version }, scratch) {
    const jars = join(scratch, 'jars');
    await outputOf(
      'mvn',
      [
        '--batch-mode',
        '--quiet',
        'dependency:copy',
        `-Dartifact=${name}:${version}:jar:sources`,
        `-DoutputDirectory=${jars}`,
      ],
      { cwd: scratch },
    );
    const [jar = ''] = readdirSync(jars);
    const file = join(jars, jar);
    const folder = join(scratch, 'content');
    mkdirSync(folder);
    await outputOf('jar', ['-xf', file], { cwd: folder });
    return { folder, integrity: `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}` };
  },
};
