import { expect } from 'bun:test';

import { Agent } from '../../../../../test/harness/agent.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { check, manifest, openRust, ownCache } from './rust-language.ts';

const test = testWith('cargo');
ownCache(test);

const WRONG = 'pub fn wrong() -> i32 { "a" }\n';

test('a file that cargo does not compile is not called clean; one that it compiles is judged', async () => {
  await using agent = await Agent.over(
    await openRust({
      files: {
        'Cargo.toml': manifest('x', '[features]\nextra = []\n'),
        'src/lib.rs': '#[cfg(feature = "extra")]\npub mod extra;\npub mod used;\n',
        'src/extra.rs': WRONG,
        'src/lone.rs': WRONG,
        'src/used.rs': WRONG,
      },
    }),
  );
  const { files, inPart } = await check(agent.lab, {
    'src/extra.rs': WRONG,
    'src/lone.rs': WRONG,
    'src/used.rs': WRONG,
  });
  expect([files['src/extra.rs'], files['src/lone.rs'], files['src/used.rs']?.length]).toEqual([[], [], 1]);
  expect(inPart).toEqual({
    'src/extra.rs':
      'nothing was checked: cargo compiles none of it, since the feature `extra` is off (src/lib.rs)',
    'src/lone.rs': expect.stringContaining('no `mod lone;`'),
  });
  const diagnostics = agent.mcp.request('tools/call', {
    name: 'lsp_diagnostics',
    arguments: { path: 'src/extra.rs' },
  });
  expect(await diagnostics).toMatchObject({
    content: [
      {
        text:
          'No problems were found in src/extra.rs, which cargo did not check whole.\n' +
          '(nothing was checked: cargo compiles none of it, since the feature `extra` is off (src/lib.rs))',
      },
    ],
  });
});
