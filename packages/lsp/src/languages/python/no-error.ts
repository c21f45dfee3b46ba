import { dirname } from 'node:path';
import { ancestors, readText } from '../../backend/program/files.ts';
import { firstReason, type JudgedFile, onceForText, type WhyNoError } from '../../backend/why-no-error.ts';
import { perKey } from '../../support/per-key.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { notebookName } from './notebooks.ts';

const PYTHON_2 = 'nothing was judged: it is written for Python 2, which no server here knows';

const isScriptOf2 = onceForText((text) => /^#!.*\bpython2(?:\.\d)?\b/.test(text));

/** `python_requires=">=2.7,<3"`, and the same in pyproject.toml and setup.cfg. */
const REQUIRES = /\b(?:python_requires|requires-python)\s*=\s*["']?([^"'\n]*)/;
const BELOW_3 = /<=?\s*2|<\s*3(?:\.0)?\s*(?:,|$)|[=~]=\s*2\.|(?:^|,)\s*2\.\*/;
/** `!=3.0.*`: what it leaves out of others. */
const LEFT_OUT = /!=[^,]*/g;

/** By the project, read once for all findings in a file. */
const isProjectOf2 = perKey(({ path, root }: JudgedFile) => ({
  value: ancestors(dirname(path), root)
    .flatMap((folder) => ['pyproject.toml', 'setup.cfg', 'setup.py'].map((name) => `${folder}/${name}`))
    .map((file) => REQUIRES.exec(readText(file, SETTINGS_BYTES) ?? '')?.[1])
    .filter((each) => each !== undefined)
    .slice(0, 1)
    .some((versions) => BELOW_3.test(versions.replaceAll(LEFT_OUT, ''))),
}));

/** Of another version of the language, no finding is one of the file. */
const python2: WhyNoError = (_finding, file) =>
  isScriptOf2(file.text() ?? '') || isProjectOf2(file).value ? PYTHON_2 : undefined;

/** What pyright, ruff and ty do not know: notebooks, and Python 2. */
export const noPythonError = firstReason([python2, notebookName]);
