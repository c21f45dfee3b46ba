import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../places.js';
import { parseScenarios } from './parse.js';
import type { Scenario, Tier } from './scenario.js';

const FOLDER = join(REPOSITORY, 'packages', 'bench', 'scenarios');

/** All of them, in the order of their ids. Throws where a file has another format. */
export function readScenarios(): Scenario[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) =>
      parseScenarios(name.slice(0, -'.txt'.length), readFileSync(join(FOLDER, name), 'utf8')),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What a tier runs besides the one before it. */
export function scenariosOf(tier: Tier): Scenario[] {
  return readScenarios().filter((scenario) => scenario.tier === tier);
}
