import { sumOf } from '../figures.js';
import { measurement } from '../frame/measurement.js';
import { table, writePage, type Page } from '../frame/page.js';
import { judgeSetup, type SetupResult } from './judge.js';
import { SETUPS } from './setups.js';
import { installTools, type Tools } from './tools.js';

const PAGE: Page = { file: 'environments.md', sections: ['installed', 'missing'] };

let tools: Promise<Tools> | undefined;

export const environments = measurement({
  name: 'environments',
  says: `Makes projects with their packages in every way that is usual, mostly by the real tools, and
    counts the imports that are not resolved: by the project's own interpreter or compiler, and by the
    language server. Exits with 1 if something is wrong.`,
  options: {},
  called: 'set-ups',
  subjects: SETUPS,
  writes: [PAGE],
  async measure(setup, _, __, { scratch, say }) {
    return judgeSetup(setup, scratch, await (tools ??= installTools(say)));
  },
  isRight: ({ flaws }) => flaws.length === 0,
  lines: ({ id, flaws }) => `${id}: ${flaws.length === 0 ? 'right' : flaws.join('\n  ')}`,
  summary: ({ results }) =>
    `${results.length} set-ups, ${results.filter(({ flaws }) => flaws.length > 0).length} wrong`,
  write({ results }) {
    const [installed, missing] = [
      results.filter(({ said }) => said === undefined),
      results.filter(({ said }) => said !== undefined),
    ];
    writePage(PAGE, {
      installed: table(
        'language | set-up | made by | server | files: | unresolved: own tools: | ' +
          'unresolved: server: | right',
        installed.map(({ title, language, madeBy, server, files, flaws }) => [
          ...[language, title, madeBy, server, files.length],
          ...[sumOf(files, ({ theirs }) => theirs), errorsOf(files), flaws.length === 0 ? 'yes' : 'no'],
        ]),
      ),
      missing: table(
        'set-up | made by | files: | errors: | the result says',
        missing.map(({ title, language, madeBy, files, said }) => [
          ...[`${language}: ${title}`, madeBy, files.length, errorsOf(files), said],
        ]),
      ),
    });
  },
});

function errorsOf(files: SetupResult['files']): number {
  return sumOf(files, ({ ours }) => ours);
}
