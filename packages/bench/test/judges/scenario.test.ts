import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseScenarios } from '../../src/scenarios/parse.js';
import { runScenario, type ScenarioResult } from '../../src/scenarios/run-scenario.js';

/** @param head more headers @param said what is expected of an edit that breaks the file */
async function run(said: string, head = ''): Promise<ScenarioResult> {
  const text = `One file

entry: 0
languages: typescript-7
${head}
-- tsconfig.json --
{ "compilerOptions": { "lib": ["es5"], "types": [] }, "include": ["src"] }

-- src/a.ts --
export const one = 1;

== edit src/a.ts
- export const one = 1;
+ export const one: string = 1;
${said}
`;
  const [scenario] = parseScenarios('name', text);
  if (scenario === undefined) throw new Error('no scenario');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-scenario-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return runScenario(scenario, join(folder, 'scenario'));
}

it('a result that is the compiler’s is right', async () => {
  expect(await run('> error 2322\n> says not assignable')).toMatchObject({ verdict: 'right', flaws: [] });
});

it('an expectation that is not met makes it wrong, or a known fault', async () => {
  const flaws = [expect.stringContaining('it does not say "nonsense"')];
  expect(await run('> says nonsense')).toMatchObject({ verdict: 'wrong', flaws });
  expect(await run('> says nonsense', 'fails: why\n')).toMatchObject({ verdict: 'known fault', flaws });
});

it('a known fault that is none is mended, and red', async () => {
  expect(await run('> error 2322', 'fails: why\n')).toMatchObject({ verdict: 'mended', fails: 'why' });
});

it('a scenario that the compiler contradicts is refused', async () => {
  await expect(run('> clean')).rejects.toThrow('the compiler does not call src/a.ts clean');
});
