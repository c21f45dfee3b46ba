import {
  FAULTS,
  type Fault,
  type FaultOutcome,
  runFault,
  whyNot,
} from '../../../e2e/support/killed/rename-faults.js';
import { Random } from '../../../../scripts/lib/random.js';

export interface FaultsResult {
  readonly outcomes: readonly FaultOutcome[];
  readonly leftOut: readonly string[];
}

/** Every fault so often, each at a random moment. */
export async function runFaults(
  each: number,
  seed: number,
  tell: (line: string) => void,
): Promise<FaultsResult> {
  const random = new Random(seed);
  const outcomes: FaultOutcome[] = [];
  const leftOut: string[] = [];
  for (const fault of FAULTS) {
    const why = whyNot(fault);
    if (why !== undefined) leftOut.push(`${fault}: ${why}`);
    for (let round = 0; why === undefined && round < each; round += 1) {
      const outcome = await runFault({ fault, at: Math.floor(random.next() * 1000) / 1000 });
      outcomes.push(outcome);
      tell(
        `${isFlawed(outcome) ? 'FAIL' : 'ok'}  ${fault} ${outcome.at}: ${outcome.tree}${outcome.leftovers.map((name) => `, left ${name}`).join('')}; ${outcome.said.replaceAll('\n', ' ').slice(0, 300)}`,
      );
    }
  }
  return { outcomes, leftOut };
}

export function isFlawed({ tree, leftovers }: FaultOutcome): boolean {
  return tree === 'partial' || leftovers.length > 0;
}

/** Rows of a table in Markdown. */
export function faultsTable(outcomes: readonly FaultOutcome[]): string {
  const rows = FAULTS.flatMap((fault: Fault) => {
    const own = outcomes.filter((outcome) => outcome.fault === fault);
    const count = (tree: FaultOutcome['tree']): number =>
      own.filter((outcome) => outcome.tree === tree).length;
    const takenBack = own.filter(({ said }) => said.includes('was cut short')).length;
    return own.length === 0
      ? []
      : [
          `| ${[fault, own.length, count('old'), count('new'), own.filter(isFlawed).length, takenBack].join(' | ')} |`,
        ];
  });
  return [
    '| fault | times | nothing written | all written | neither | found by the next session |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}
