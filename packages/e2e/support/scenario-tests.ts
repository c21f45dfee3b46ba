import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { linesOf } from '../../bench/src/scenarios/command.js';
import { lackOf } from '../../bench/src/scenarios/languages.js';
import { scenariosOf } from '../../bench/src/scenarios/read-scenarios.js';
import { runScenario } from '../../bench/src/scenarios/run-scenario.js';
import type { Tier } from '../../bench/src/scenarios/scenario.js';

/** A test for each scenario of a tier: packages/bench/scenarios. */
export function scenarioTests(tier: Tier): void {
  for (const scenario of scenariosOf(tier)) {
    const lack = lackOf(scenario.language);
    const title = `${scenario.id}: ${scenario.title}`;
    if (lack !== undefined) {
      it.skip(`${title} (skipped: ${lack})`);
      continue;
    }
    it(title, async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-scenario-')));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
      const result = await runScenario(scenario, join(folder, 'scenario'));
      expect(['right', 'known fault'], linesOf(result)).toContain(result.verdict);
    });
  }
}
