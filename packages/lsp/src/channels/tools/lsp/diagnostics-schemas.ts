import * as v from 'valibot';
import * as fields from './schema-fields.ts';
import { MAX_CHECKERS, MAX_FILE, MAX_MESSAGE, MAX_NAME, PAGE_SIZES } from './limits.ts';
import { SETTINGS } from '../../../settings-table.ts';
import { BUILT_IN_CHECKERS, SEVERITIES } from '../../../types.ts';

/** Input and output of `lsp_diagnostics`. */

export const diagnostic = v.strictObject({
  line: fields.line,
  character: fields.character,
  severity: v.picklist(SEVERITIES),
  message: v.pipe(v.string(), v.maxLength(MAX_MESSAGE)),
  code: v.exactOptional(v.union([v.pipe(v.string(), v.maxLength(MAX_NAME)), v.number()])),
});

const reason = v.exactOptional(
  v.pipe(v.string(), v.maxLength(MAX_MESSAGE), v.description('Why it did not judge everything.')),
);
const install = v.pipe(v.string(), v.maxLength(MAX_MESSAGE), v.description('The command that installs it.'));

export const checker = v.strictObject({
  id: fields.name,
  root: v.pipe(
    v.string(),
    v.description(
      'The folder of the project that it judges, relative to the workspace root; `.` is the workspace ' +
        'itself.',
    ),
  ),
  outcome: v.picklist(['complete', 'incomplete', 'timed-out', 'broken', 'unavailable']),
  reason,
  install: v.exactOptional(install),
});
const checkers = v.pipe(
  v.array(checker),
  v.maxLength(MAX_CHECKERS),
  v.description(
    'Where compilers and linters were run: which of them for which project, and how that came out; ' +
      'those first that did not judge everything. Left out on further pages.',
  ),
);

const reported = v.strictObject({
  diagnostics: v.pipe(
    v.record(v.string(), v.pipe(v.array(diagnostic), v.maxLength(SETTINGS.maxDiagnosticsPerFile.max))),
    v.description('By file, relative to the workspace root, in ascending order.'),
  ),
  more: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1))),
      v.description(
        'By file, how many further diagnostics are not listed. Those that changes of the session have ' +
          'caused are listed first.',
      ),
    ),
  ),
  ...fields.paged,
  servers: v.exactOptional(
    v.pipe(
      v.array(
        v.strictObject({
          id: v.string(),
          outcome: v.picklist(['complete', 'timed-out', 'starting', 'broken', 'unavailable']),
        }),
      ),
      v.description('Where one file was checked: which language servers were asked, and how that came out.'),
    ),
  ),
  checkers: v.exactOptional(checkers),
});

/** push-diagnostics.md: the error where a check is impossible because its program is missing. */
export const notFoundReport = v.strictObject({
  error_type: v.literal('DIAGNOSTIC_TOOL_NOT_FOUND'),
  retryable: v.pipe(v.literal(false), v.description('Not before it is installed.')),
  tool: v.pipe(fields.name, v.description('The program that is missing.')),
  install,
  checkers,
});

export const diagnostics = {
  name: 'lsp_diagnostics',
  title: 'Diagnostics',
  description: [
    'Check for errors: type, compile and lint errors (diagnostics) of a file, a folder or the whole project.',
    'With the `path` of a file it is checked as it is on disk now: use it after you changed a file by ' +
      'other means than the edit tools, which report by themselves.',
    'Without `path`, or with a folder, it lists what language servers know already of all files that ' +
      'were looked at so far, and has compilers judge the projects of languages that no language server ' +
      'is there for.',
    `With \`backend: "checker"\` compilers and linters (${BUILT_IN_CHECKERS.join(', ')}) judge whole ` +
      'projects, every file of them: use it before you call a change done. It may take as long as a ' +
      'build.',
    'With `since: "session"` it lists only what changes since the start of the session have broken: ' +
      'use it to see what is left to mend.',
  ].join(' '),
  input: v.strictObject({
    path: v.exactOptional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(MAX_FILE),
        v.description(
          'A file, or a folder, of which all files are meant; relative to the workspace root or ' +
            'absolute. The whole workspace unless given.',
        ),
      ),
    ),
    backend: v.exactOptional(
      v.pipe(
        v.picklist(['auto', 'server', 'checker']),
        v.description(
          'Who judges. `server`: language servers, at once. `checker`: compilers and linters, for whole ' +
            'projects. `auto`, unless given: language servers, and checkers for languages that have none.',
        ),
      ),
    ),
    since: v.exactOptional(
      v.pipe(
        v.picklist(['session']),
        v.description(
          '`session`: only what changes since the start of the session have caused and still stands, in ' +
            'all files. Not with `backend: "checker"`.',
        ),
      ),
    ),
    pageSize: fields.pageSize(PAGE_SIZES.diagnostics, 'files'),
    cursor: fields.cursor,
  }),
  output: v.union([reported, notFoundReport]),
};
