import { expect, it, onTestFinished } from 'vitest';
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
  it('REQ-NAV-050: serve passes the scenarios that apply', async () => {
    const served = await serve(
      ORIGINS.flatMap((origin) => ['--allow-origin', origin]),
      { cwd: folderOf({ 'a.ts': '' }) },
    );
    const url = await withToken(served, onTestFinished);
    for (const name of APPLY) {
      const { code, output } = await scenario(conformanceSuite() ?? '', name, url);
      expect(output, name).not.toContain('FAILURE');
      expect([name, code, output]).toEqual([name, 0, expect.stringMatching(/SUCCESS|INFO/)]);
    }
    served.child.kill('SIGTERM');
    await served.outcome;
  });
});
