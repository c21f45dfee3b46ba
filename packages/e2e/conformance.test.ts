import { afterAll, beforeAll, expect, it } from 'vitest';
import { conformanceSuite } from '../../scripts/lib/hosts/index.mjs';
import { folderOf } from './support/cli.js';
import { ORIGINS, scenario, withToken } from './support/conformance.js';
import { describeWith } from './support/needs.js';
import { serve } from './support/serve.js';

/**
 * The others need tools, resources and prompts that the suite names, or what this server does not
 * announce: logging, completion, sampling, elicitation.
 */
const APPLY = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

describeWith(["MCP's conformance suite"], "MCP's conformance suite", () => {
  const ends: (() => unknown)[] = [];
  let url = '';

  beforeAll(async () => {
    const cwd = folderOf({ 'a.ts': '' }, {}, (end) => ends.unshift(end));
    const served = await serve(
      ORIGINS.flatMap((origin) => ['--allow-origin', origin]),
      { cwd },
    );
    ends.unshift(async () => {
      served.child.kill('SIGTERM');
      await served.outcome;
    });
    url = await withToken(served, (end) => ends.unshift(end));
  });

  afterAll(async () => {
    for (const end of ends) await end();
  });

  it.each(APPLY)('REQ-NAV-050: serve passes %s', async (name) => {
    const { code, output } = await scenario(conformanceSuite() ?? '', name, url);
    expect(output).not.toContain('FAILURE');
    expect([code, output]).toEqual([0, expect.stringMatching(/SUCCESS|INFO/)]);
  });
});
