import { expect, test } from 'bun:test';
import { Agent } from '../../../../../test/harness/agent.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';
import { tsconfig } from './typescript-language.ts';

const REPORTED = 'still computes on a request that was given up';

/** Types that are computed one by one: much work for a hover, in which nothing is looked at. */
const PARTS = 10;
const HEAVY = `type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Many<N extends string> = \`\${N}\${Digit}\${Digit}\${Digit}\`;
type Same<A, B> = A extends unknown ? (B extends unknown ? ([A, B] extends [B, A] ? A : never) : never) : never;
${Array.from({ length: PARTS }, (_, part) => `type Part${part} = Same<Many<'${part}'>, Many<'${part}'>>;`).join('\n')}
export declare const heavy: readonly [${Array.from({ length: PARTS }, (_, part) => `Part${part}`).join(', ')}];
`;

test.skipIf(process.platform !== 'linux')(
  'REQ-STATUS-020: tsserver does not stop within a type when a hover is cancelled, and the status reports it',
  async () => {
    await using lab = await openReal({
      servers: ['typescript'],
      links: { 'node_modules/typescript': 'typescript' },
      files: {
        'tsconfig.json': tsconfig(),
        'src/heavy.ts': HEAVY,
        'src/light.ts': 'export const light = 1;\n',
      },
      config: { navigationTimeout: 1500 },
    });
    const reason = async (): Promise<string | undefined> =>
      (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'typescript')?.reason;
    const agent = await Agent.over(lab);
    // It has loaded the project by then.
    while ((await agent.call('hover', { file: 'src/light.ts', symbol: 'light' })).isError === true);
    expect(await agent.failure('hover', { file: 'src/heavy.ts', line: 4 + PARTS, character: 22 })).toContain(
      'no complete answer',
    );
    while ((await reason()) !== REPORTED) await Bun.sleep(100);
  },
);
