/** What of an environment other programs get (ADR 0037). Core has a copy of this file. */
import { isSecretVariable, wordsOf } from './secret-names.js';
import { looksRandom, withoutCredentials } from './secret-values.js';

/** git counts these variables, and does nothing at all where one is missing. */
const GIT_VALUE = /^GIT_CONFIG_VALUE_\d+$/;

/** An environment, as process.env is one. */
export type Variables = Record<string, string | undefined>;

export interface WithholdOptions {
  /** Names that stay as they are. */
  readonly passEnv?: readonly string[];
  /** False: only what the bundled servers need stays, and passEnv. */
  readonly trusted: boolean;
  readonly platform?: NodeJS.Platform;
}

/**
 * What a bundled server needs to start and to find a person's files, on any system. Windows has
 * names of its own, which are the same in capitals and small letters.
 */
const NEEDED = new Set([
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'LANG',
    'LANGUAGE',
    'TZ',
    'TZDIR',
    'TERM',
    'TMPDIR',
    'TMP',
    'TEMP',
    'DO_NOT_TRACK',
    'NO_COLOR',
    'LOCALE_ARCHIVE',
    'LOCPATH',
  ],
  ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR'],
  // How programs find their libraries. Entries in the workspace are taken out of them.
  ...[
    'LD_LIBRARY_PATH',
    'LD_PRELOAD',
    'LD_AUDIT',
    'DYLD_LIBRARY_PATH',
    'DYLD_FALLBACK_LIBRARY_PATH',
    'DYLD_FRAMEWORK_PATH',
    'DYLD_INSERT_LIBRARIES',
    'NIX_LD',
    'NIX_LD_LIBRARY_PATH',
  ],
  // Where Python's environments are.
  ...[
    'VIRTUAL_ENV',
    'CONDA_PREFIX',
    'CONDA_DEFAULT_ENV',
    'CONDA_EXE',
    'MAMBA_ROOT_PREFIX',
    'PYENV_ROOT',
    'PYENV_VERSION',
    'UV_PROJECT_ENVIRONMENT',
    'WORKON_HOME',
    'HATCH_ENV',
    'HATCH_CONFIG',
    'HATCH_DATA_DIR',
    'POETRY_CONFIG_DIR',
    'POETRY_CACHE_DIR',
    'POETRY_VIRTUALENVS_PATH',
  ],
]);
const NEEDED_ON_WINDOWS = new Set([
  ...[
    'SYSTEMROOT',
    'SYSTEMDRIVE',
    'WINDIR',
    'COMSPEC',
    'PATHEXT',
    'APPDATA',
    'LOCALAPPDATA',
    'PROGRAMDATA',
    'ALLUSERSPROFILE',
    'PUBLIC',
    'USERPROFILE',
    'USERNAME',
    'USERDOMAIN',
    'HOMEDRIVE',
    'HOMEPATH',
  ],
  ...[
    'COMPUTERNAME',
    'OS',
    'NUMBER_OF_PROCESSORS',
    'PROGRAMFILES',
    'PROGRAMFILES(X86)',
    'PROGRAMW6432',
    'COMMONPROGRAMFILES',
    'COMMONPROGRAMFILES(X86)',
    'COMMONPROGRAMW6432',
    'DRIVERDATA',
  ],
]);
const NEEDED_FAMILIES = /^LC_[A-Z]+$/;
const NEEDED_FAMILIES_ON_WINDOWS = /^PROCESSOR_\w+$/;

/**
 * What compilers and package managers read, and what names a revision, a machine, a colour or a
 * family of processes (supervisors find theirs by such a mark): there a value that looks random is
 * a hash, an identifier, or a key that is public.
 */
const NAMES_OF_BUILDS = [
  /(^|_)([A-Z\d]*(PATHS?|DIRS?|FLAGS|PROXY|COLORS)|HOME|ROOT|PREFIX|OPTS|OPTIONS|ARGS|TE?MP|INDEX(_URL)?|REGISTRY|MIRROR|SYSROOT)$/,
  /(^|_)(SHA\d*|COMMIT|REV|REVISION|HASH|DIGEST|CHECKSUM|INTEGRITY|FINGERPRINT|UUID|GUID|ID|ETAG|HEAD|REF|TAG|BRANCH|VERSION|NAME|HOSTNAME|COMPUTERNAME|TARGET|TRIPLE|IMAGE|ADDRESS|MARK)$/,
  /^(NPM_PACKAGE|NIX|CARGO_PKG|BASH_FUNC|LESS_TERMCAP)_|^(PS\d|PROMPT.*|GOSUMDB)$/,
];

/**
 * Removes from an environment what other programs must not see: what looks like a secret, by its
 * name or by its value, and without trust all that is not needed. Nothing that is started later has
 * it, so nothing of it is in what servers and compilers log, report or pass on. Of addresses and
 * options only the credentials are removed.
 *
 * @returns the names of the removed or changed variables, sorted
 */
export function withholdSecrets(
  env: Variables,
  { passEnv = [], trusted, platform = process.platform }: WithholdOptions,
): string[] {
  const sameName = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const passed = new Set(passEnv.map(sameName));
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || passed.has(sameName(name))) continue;
    const left = trusted || isNeeded(name, platform) ? publicPart(name, value, platform) : undefined;
    if (left === value) continue;
    withheld.push(name);
    if (left !== undefined) env[name] = left;
    else if (trusted && GIT_VALUE.test(name)) env[name] = '';
    else Reflect.deleteProperty(env, name);
  }
  return withheld.sort();
}

/** The names of the variables that servers would not get from an environment, or not as they are. */
export function withheldNames(env: Variables, options: WithholdOptions): string[] {
  return withholdSecrets({ ...env }, options);
}

/** A copy of an environment for a program that we start for ourselves, such as git. */
export function withoutSecrets(env: Variables): Variables {
  const copy = { ...env };
  withholdSecrets(copy, { trusted: true });
  return copy;
}

function publicPart(name: string, value: string, platform: NodeJS.Platform): string | undefined {
  if (isSecretVariable(name, value)) return undefined;
  // Nothing is found without it, and what names a folder is no secret.
  if (name.toUpperCase() === 'PATH') return value;
  const left = withoutCredentials(value);
  return left !== undefined && looksRandom(left) && !isReadByBuilds(name) && !isNeeded(name, platform)
    ? undefined
    : left;
}

function isNeeded(name: string, platform: NodeJS.Platform): boolean {
  const upper = name.toUpperCase();
  if (platform === 'win32')
    return (
      [NEEDED, NEEDED_ON_WINDOWS].some((names) => names.has(upper)) ||
      NEEDED_FAMILIES.test(upper) ||
      NEEDED_FAMILIES_ON_WINDOWS.test(upper)
    );
  return NEEDED.has(name) || NEEDED_FAMILIES.test(name);
}

function isReadByBuilds(name: string): boolean {
  const joined = wordsOf(name).join('_');
  return NAMES_OF_BUILDS.some((form) => form.test(joined));
}
