import { SUBJECTS } from '../accuracy/subjects.js';
import { measurement } from '../frame/measurement.js';
import { whole } from '../frame/options.js';
import { median } from '../stats.js';
import { isRightChoice, judgeBestOf } from './judge.js';

export const bestOf = measurement({
  name: 'best-of',
  says: `Puts a mistake into real code and has lsp_compare_patches judge three patches: one takes it back,
    one makes another error in the same file, one makes an error in another file or leaves the error
    that stands. The compiler judges each patch, too. Exits with 1 if the tool does not find the right
    patch the best.`,
  options: { triples: whole('so many for each code base', 100), seed: whole('another choice', 1, 0) },
  // Code bases without errors, whose servers see proposals in all files.
  subjects: SUBJECTS.filter(
    ({ server, judges, id }) =>
      judges === undefined && ['typescript', 'pyright'].includes(server) && !id.startsWith('monorepo'),
  ),
  about: ({ triples, seed }) => ({ triples, seed }),
  measure: (subject, folder, options, { say }) => judgeBestOf(subject, folder, options, say),
  lines({ id, choices, unfit }) {
    const patches = 3 * choices.length;
    const counted = patches - choices.flatMap(({ differing }) => differing).length;
    return (
      `${id}: ${choices.filter(isRightChoice).length} of ${choices.length} right; ` +
      `errors of ${counted} of ${patches} patches counted as by the compiler; ` +
      `${Math.round(median(choices.map(({ ms }) => ms)))} ms at the median; ${unfit} triples not fit`
    );
  },
  isRight: ({ choices, asked }) => choices.length === asked && choices.every(isRightChoice),
});
