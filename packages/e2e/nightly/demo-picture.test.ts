import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { Demo } from '../support/demo.js';

describe.each(['gemini', 'pi'])('npm run demo -- --host %s', (host) => {
  it('draws what the model reads', async () => {
    const svg = join(tmpdir(), `${randomUUID()}.svg`);
    onTestFinished(() => rmSync(svg, { force: true }));
    const demo = new Demo('--host', host, '--svg', svg);
    expect(await demo.outcome).toMatchObject({ code: 0, stderr: '' });
    await demo.expectNothingLeft(2000);
    const drawn = readFileSync(svg, 'utf8');
    expect(drawn).toContain('>ERROR [4:55] Argument of type');
    // Where it differs: npm run demo -- --svg docs/demo.svg
    if (host === 'gemini')
      expect(timeless(drawn)).toBe(timeless(readFileSync(join(root, 'docs/demo.svg'), 'utf8')));
  });
});

/** How long things took differs from run to run. */
function timeless(svg: string): string {
  return svg.replace(/<tspan [^>]*>after [\d.]+ s<\/tspan>/g, '');
}
