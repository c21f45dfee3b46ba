import { ESLINT, GYP } from '../corpora.js';
import { swap } from '../edits.js';
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
    swap('version = Version(version)', 'version = Version(12)', 'reportArgumentType'),
    swap(
      'from .utils import canonicalize_version',
      'from .nowhere import canonicalize_version',
      'reportMissingImports',
    ),
    swap(
      'canonical_version = canonicalize_version(',
      'canonical_version = nowhere_defined(',
      'reportUndefinedVariable',
    ),
    swap(
      'match = self._regex.search(spec)',
      'match = self._regex.nowhere_defined(spec)',
      'reportAttributeAccessIssue',
    ),
    swap(
      'if operator in ["==", ">=", "<=", "~=", "==="]:',
      'if operator in ["==", ">=", "<=", "~=", "===":',
      undefined,
    ),
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
    swap('const STATEMENT_TYPE =', 'let STATEMENT_TYPE =', 'prefer-const'),
    swap('astUtils.getUpperFunction(id);', 'nowhereDeclared.getUpperFunction(id);', 'no-undef'),
    swap('const refScope =', 'var refScope =', 'no-var'),
    swap('id === parent.left &&', 'id == parent.left &&', 'eqeqeq'),
    swap('const { type, node } = def;', 'const { type, node = def;', undefined),
  ],
  batch: {
    // Some of these have comments that name rules of plugins which the corpus's configuration does not load.
    accepts: (file) => /^lib\/rules\/[^/]*\.js$/.test(file) && !/no-restricted-|no-mixed-spaces/.test(file),
    line: { put: 'nowhereDeclared();', code: 'no-undef' },
  },
};
