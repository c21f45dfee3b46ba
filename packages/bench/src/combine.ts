import { readFileSync } from 'node:fs';
import type { BenchResult, Machine } from './results.js';

/** What `--json` has written. Throws where it is something else. */
export function readResult(file: string): BenchResult {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<BenchResult>;
  if (!Array.isArray(value.subjects) || value.machine === undefined || value.effort === undefined)
    throw new Error(`${file}: it is not what --json has written`);
  return value as BenchResult;
}

/**
 * One result of several, subject by subject: of those measured more than once, the figures of the last one hold.
 *
 * Throws where they were not measured alike: figures of two machines do not belong in one table.
 *
 * @param earlier oldest first
 * @param order ids of all subjects
 */
export function combine(
  earlier: readonly BenchResult[],
  last: BenchResult,
  order: readonly string[],
): BenchResult {
  const results = [...earlier, last];
  for (const { machine, effort } of earlier) {
    const difference =
      differenceOf(machine, last.machine) ??
      (effort === last.effort ? undefined : `--quick was given for one part only`);
    if (difference !== undefined) throw new Error(`the results do not belong together: ${difference}`);
  }
  const subjects = new Map(
    results.flatMap((result) => result.subjects.map((subject) => [subject.id, subject] as const)),
  );
  return {
    ...last,
    machine: {
      ...last.machine,
      load: Math.max(...results.map(({ machine }) => machine.load)),
      programs: Object.assign({}, ...results.map(({ machine }) => machine.programs)) as Machine['programs'],
    },
    subjects: order.flatMap((id) => subjects.get(id) ?? []),
    leftOut: last.leftOut.filter(({ id }) => !subjects.has(id)),
  };
}

function differenceOf(a: Machine, b: Machine): string | undefined {
  for (const key of ['cores', 'memory', 'platform', 'node', 'bun'] as const)
    if (a[key] !== b[key]) return `${key} ${a[key]} and ${b[key]}`;
  const program = Object.keys(a.programs).find(
    (name) => b.programs[name] !== undefined && b.programs[name] !== a.programs[name],
  );
  return program && `${program} ${String(a.programs[program])} and ${String(b.programs[program])}`;
}
