import { parseArgs } from 'node:util';
import type { Effort } from './measure/subject.js';
import type { Subject } from './subjects/subject.js';

export interface Options {
  readonly kind: 'run';
  readonly subjects: readonly Subject[];
  readonly effort: Effort & { readonly startups: number; readonly plainEdits: number };
  /** The whole run: only that one writes docs/benchmarks.md. */
  readonly complete: boolean;
  readonly jsonFile: string | undefined;
}

export type Parsed = Options | { readonly kind: 'help' } | { readonly kind: 'invalid'; readonly message: string };

const FULL: Options['effort'] = { coldRounds: 5, edits: 30, batchRounds: 6, startups: 15, plainEdits: 60 };
const QUICK: Options['effort'] = { coldRounds: 1, edits: 10, batchRounds: 2, startups: 5, plainEdits: 20 };

export function parseOptions(argv: readonly string[], subjects: readonly Subject[]): Parsed {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (error) {
    return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { kind: 'help' };
  const chosen = subjects.filter(({ id }) => values.only.length === 0 || values.only.some((part) => id.includes(part)));
  if (chosen.length === 0) {
    return { kind: 'invalid', message: `--only ${values.only.join(', ')}: there is no such subject. ${idList(subjects)}` };
  }
  return {
    kind: 'run',
    subjects: chosen,
    effort: values.quick ? QUICK : FULL,
    complete: !values.quick && chosen.length === subjects.length,
    jsonFile: values.json,
  };
}

export function helpText(subjects: readonly Subject[]): string {
  return `Usage: npm run bench -- [options]

Measures the sidecar beside the least that a client can do with the same language server (the floor), in turn, on real
code. Packages are fetched with npm once and kept in .cache/bench. Exits with 1 if a verdict is wrong, with 2 if the
run could not be made. A complete run writes docs/benchmarks.md and docs/benchmarks.svg.

Options:
  --only TEXT   only subjects whose id contains TEXT; may be given more than once
  --quick       fewer rounds: shows that it works, not how fast
  --json FILE   all figures as JSON
  -h, --help    this text

${idList(subjects)}
`;
}

function idList(subjects: readonly Subject[]): string {
  return `Subjects: ${subjects.map(({ id }) => id).join(', ')}`;
}
