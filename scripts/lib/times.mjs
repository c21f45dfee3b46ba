import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './paths.mjs';

const place = join(cache, 'test-times.json');

/**
 * What each test file, and each check, took last time in this checkout.
 * @returns {Record<string, number>} ms by name; empty before the first run
 */
export function readTimes() {
  try {
    return /** @type {Record<string, number>} */ (JSON.parse(readFileSync(place, 'utf8')));
  } catch {
    return {};
  }
}

/** @param {Record<string, number>} times merged over the known ones */
export function writeTimes(times) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(place, `${JSON.stringify({ ...readTimes(), ...times }, undefined, 1)}\n`);
}
