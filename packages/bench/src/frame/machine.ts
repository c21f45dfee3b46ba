import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { findBun } from '../../../../scripts/lib/bun.mjs';
import type { About } from './measurement.js';

/** What figures depend on. */
export function thisMachine(): About {
  const bun = findBun();
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    'GiB of memory': Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    Node: process.versions.node,
    ...('path' in bun && { Bun: execFileSync(bun.path, ['--version'], { encoding: 'utf8' }).trim() }),
  };
}

/** In words, for a page. */
export function machineLine(about: About): string {
  const names = ['cores', 'GiB of memory'];
  return Object.entries(about)
    .map(([name, value]) => {
      if (names.includes(name)) return `${value} ${name}`;
      return ['processor', 'platform'].includes(name) ? value : `${name} ${value}`;
    })
    .join(', ');
}
