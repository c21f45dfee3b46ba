import { ESLINT, GYP } from '../corpora.js';
import type { BenchSubject } from './subject.js';

/** Files in which pyright 1.1.414 finds errors as they are, under the corpus's configuration. */
const PYTHON_WITH_ERRORS = new Set(
  [
    ...'MSVSNew MSVSProject MSVSToolFile MSVSUtil MSVSVersion __init__ easy_xml input mac_tool'.split(' '),
    ...['msvs_emulation', 'xcode_emulation', 'xcode_ninja', 'xcodeproj_file', 'xml_fix'],
    ...['analyzer', 'android', 'cmake', 'eclipse', 'make', 'msvs', 'ninja', 'xcode'].map(
      (name) => `generator/${name}`,
    ),
  ].map((name) => `gyp/${name}.py`),
)
  .add('packaging/_manylinux.py')
  .add('packaging/metadata.py');

export const pythonSubject: BenchSubject = {
  id: 'gyp-pyright',
  title: `gyp of ${GYP.source.name} ${GYP.source.version}, pyright`,
  server: 'pyright',
  corpus: GYP,
  edited: 'packaging/specifiers.py',
  breaks: [
    { find: 'version = Version(version)', put: 'version = Version(12)', code: 'reportArgumentType' },
    {
      find: 'from .utils import canonicalize_version',
      put: 'from .nowhere import canonicalize_version',
      code: 'reportMissingImports',
    },
    {
      find: 'canonical_version = canonicalize_version(',
      put: 'canonical_version = nowhere_defined(',
      code: 'reportUndefinedVariable',
    },
    {
      find: 'match = self._regex.search(spec)',
      put: 'match = self._regex.nowhere_defined(spec)',
      code: 'reportAttributeAccessIssue',
    },
    {
      find: 'if operator in ["==", ">=", "<=", "~=", "==="]:',
      put: 'if operator in ["==", ">=", "<=", "~=", "===":',
      code: undefined,
    },
  ],
  hub: {
    file: 'packaging/version.py',
    find: 'class Version(_BaseVersion):',
    put: 'class Release(_BaseVersion):',
  },
  batch: {
    accepts: (file) => file.endsWith('.py') && !PYTHON_WITH_ERRORS.has(file),
    line: { put: 'added_by_the_bench: int = "text"', code: 'reportAssignmentType' },
  },
};

export const eslintSubject: BenchSubject = {
  id: 'eslint',
  title: `${ESLINT.source.name} ${ESLINT.source.version}, ESLint on itself`,
  server: 'eslint',
  corpus: ESLINT,
  edited: 'lib/rules/no-unused-vars.js',
  breaks: [
    { find: 'const STATEMENT_TYPE =', put: 'let STATEMENT_TYPE =', code: 'prefer-const' },
    {
      find: 'astUtils.getUpperFunction(id);',
      put: 'nowhereDeclared.getUpperFunction(id);',
      code: 'no-undef',
    },
    { find: 'const refScope =', put: 'var refScope =', code: 'no-var' },
    { find: 'id === parent.left &&', put: 'id == parent.left &&', code: 'eqeqeq' },
    { find: 'const { type, node } = def;', put: 'const { type, node = def;', code: undefined },
  ],
  batch: {
    // Some of these have comments that name rules of plugins which the corpus's configuration does not load.
    accepts: (file) => /^lib\/rules\/[^/]*\.js$/.test(file) && !/no-restricted-|no-mixed-spaces/.test(file),
    line: { put: 'nowhereDeclared();', code: 'no-undef' },
  },
};
