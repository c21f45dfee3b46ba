import { type Fault, type FaultOutcome, runFault } from '../../../e2e/support/killed/rename-faults.js';
import { Random } from '../../../../scripts/lib/random.js';
import { table } from '../frame/page.js';
import { verdict } from '../figures.js';

/** One fault so often, each time at a random moment. */
export async function runFaults(
  fault: Fault,
  count: number,
  seed: number,
  tell: (line: string) => void,
): Promise<FaultOutcome[]> {
  const random = new Random(seed);
  const outcomes: FaultOutcome[] = [];
  for (let round = 0; round < count; round += 1) {
    const outcome = await runFault({ fault, at: Math.floor(random.next() * 1000) / 1000 });
    outcomes.push(outcome);
    const left = outcome.leftovers.map((name) => `, left ${name}`).join('');
    const said = outcome.said.replaceAll('\n', ' ').slice(0, 300);
    tell(`${verdict(!isHalfDone(outcome))}  ${fault} ${outcome.at}: ${outcome.tree}${left}; ${said}`);
  }
  return outcomes;
}

export function isHalfDone({ tree, leftovers }: FaultOutcome): boolean {
  return tree === 'partial' || leftovers.length > 0;
}

export function faultsTable(faults: readonly (readonly FaultOutcome[])[]): string {
  return table(
    'fault | times: | nothing written: | all written: | neither: | found by the next session:',
    faults.map((outcomes) => {
      const count = (holds: (outcome: FaultOutcome) => boolean): number => outcomes.filter(holds).length;
      return [
        outcomes[0]?.fault,
        outcomes.length,
        count(({ tree }) => tree === 'old'),
        count(({ tree }) => tree === 'new'),
        count(isHalfDone),
        count(({ said }) => said.includes('was cut short')),
      ];
    }),
  );
}
