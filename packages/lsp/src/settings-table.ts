/**
 * Every setting below the key `lsp`, one row each. Made from the row are the setting's type and
 * default, core's check of the settings files, the sidecar's check of what the host sends, and the
 * row in docs/settings.md (`npm run settings -- --write`). Core has a copy of this file
 * (`npm run generate`), so it imports nothing.
 */

interface Described {
  /** One line of Markdown; links are relative to docs. */
  readonly text: string;
  /** Counts only in the user's own settings file. */
  readonly userOnly?: true;
}

export interface NumberSetting extends Described {
  readonly type: 'number';
  readonly unit?: 'ms' | 'MiB';
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Whole milliseconds, or a text such as `"10m"`: see `durationMs`. */
export interface DurationSetting extends Described {
  readonly type: 'duration';
  /** ms. */
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** One of some values, or a list of them. */
export interface ChoiceSetting extends Described {
  readonly type: 'choice' | 'list';
  readonly values: readonly (string | boolean)[];
  readonly default: string | boolean | readonly string[];
}

/**
 * Types of these settings are in types.ts, and both schemas are written by hand. Their error texts
 * depend on the place in the object and on the scope, and core narrows them in the workspace: a
 * description here would be longer than the two schemas.
 */
export interface NestedSetting extends Described {
  readonly type: 'nested';
  /** What it may be, for people. */
  readonly form: string;
  readonly default: unknown;
}

/** Longer waits are mistakes, and timers past 2^31 ms fire at once. */
const MAX_MS = 600_000;
const DAY = 86_400_000;
const SWITCH = [true, false] as const;

export const SETTINGS = {
  servers: {
    type: 'nested',
    form: 'object by server id',
    default: {},
    text:
      '`{"eslint": {"enabled": false}}` switches one off; [a server of your ' +
      'own](servers.md#a-server-of-your-own), or parts of a known one: `command`, `args`, `extensions`, ' +
      '`env`, `initializationOptions`, `settings`, `rootMarkers`, `languageId`, `role`',
  },
  checkers: {
    type: 'nested',
    form: 'object by checker id',
    default: {},
    text:
      '`{"eslint": {"enabled": false}}` switches one off; [a checker of your ' +
      'own](checkers.md#a-checker-of-your-own): `command`, `args`, `env`, `extensions`, `rootMarkers`, ' +
      '`sameAs`, `parser`; of a built-in one `command`, `args`, `env`, `sameAs`',
  },
  diagnosticTimeout: {
    type: 'number',
    unit: 'ms',
    min: 1,
    max: MAX_MS,
    default: 3000,
    text: 'the longest an edit waits for its diagnostics',
  },
  firstTouchTimeout: {
    type: 'number',
    unit: 'ms',
    min: 1,
    max: MAX_MS,
    default: 10_000,
    text: 'the same for the edit that starts a server',
  },
  linterGrace: {
    type: 'number',
    unit: 'ms',
    min: 0,
    max: MAX_MS,
    default: 500,
    text: 'how long linters may hold a result back once the compilers have answered',
  },
  includeSeverities: {
    type: 'list',
    // The worst first: SEVERITIES in types.ts.
    values: ['error', 'warning', 'info', 'hint'],
    default: ['error'],
    text: 'which diagnostics are reported',
  },
  report: {
    type: 'choice',
    values: ['all', 'caused'],
    default: 'all',
    text:
      'which errors a result of an edit lists: `"all"`, or those that [the edit has caused](origins.md), ' +
      'with one line that counts the others; `"caused"` is the default in the hosts\' extensions',
  },
  explain: {
    type: 'choice',
    values: SWITCH,
    default: false,
    text:
      'whether the first errors that an edit has caused carry [what explains them](explanations.md): up ' +
      "to three places, each with its source line; `true` is the default in the hosts' extensions",
  },
  fixes: {
    type: 'choice',
    values: SWITCH,
    default: false,
    text:
      'a result of an edit offers [a fix that was tried](fixes.md) for the first five errors that the ' +
      "edit has caused; `true` is the default in the hosts' extensions",
  },
  settle: {
    type: 'choice',
    values: ['remind', 'off'],
    default: 'remind',
    text:
      'at the end of a turn that changed something, a host that has such an event says once [which ' +
      'errors of the session still stand](origins.md#at-the-end-of-a-turn)',
  },
  unjudged: {
    type: 'choice',
    values: ['say', 'silent'],
    default: 'silent',
    text:
      'whether a result of an edit says in one line that [a server has not judged ' +
      'it](engine.md#time); with `"say"` an edit does not wait for a server that reports itself that it ' +
      'still loads, and a verdict that comes later stands in the next result; `"say"` is the default in ' +
      "the hosts' extensions",
  },
  afterCommands: {
    type: 'choice',
    values: SWITCH,
    default: false,
    text:
      'whether the result of a shell command carries [the errors that it has ' +
      "caused](origins.md#after-a-command); `true` is the default in the hosts' extensions",
  },
  maxDiagnosticsPerFile: {
    type: 'number',
    min: 1,
    max: 1000,
    default: 20,
    text: 'how many diagnostics of a file a result lists; the rest is counted',
  },
  maxProjectDiagnosticsFiles: {
    type: 'number',
    min: 0,
    max: 1000,
    default: 5,
    text: 'on how many other files a result reports at most',
  },
  otherFiles: {
    type: 'choice',
    values: ['write', 'always', 'never'],
    default: 'write',
    text:
      'which results report on other files that the change broke: `write_file`\'s alone, `"always"` ' +
      'those of `edit` and `apply_patch` too, `"never"` none',
  },
  otherFilesTimeout: {
    type: 'number',
    unit: 'ms',
    min: 0,
    max: MAX_MS,
    default: 2000,
    text: 'how long the search for other files may hold a result back; it goes on in the background',
  },
  maxAffectedFiles: {
    type: 'number',
    min: 0,
    max: 1_000_000,
    default: 1_000_000,
    text: 'about how many files one server is asked in that time at most; the default is no limit',
  },
  maxOpenDocuments: {
    type: 'number',
    min: 1,
    max: 1000,
    default: 64,
    text: 'how many documents one server holds open; the least recently used is closed first',
  },
  idleShutdown: {
    type: 'number',
    unit: 'ms',
    min: 0,
    max: DAY,
    default: 600_000,
    text:
      'a server that gets no request for so long is shut down until the next file of its language; 0: ' +
      'never',
  },
  navigationTools: {
    type: 'choice',
    values: SWITCH,
    default: true,
    text: '`false` hides the navigation tools; edits carry their diagnostics all the same',
  },
  writeTools: {
    type: 'choice',
    values: SWITCH,
    default: true,
    text:
      '`false` hides the tools that write what servers compute, [`lsp_fix`](fixes.md) and the ' +
      '[refactorings](refactorings.md); they are not there in an untrusted workspace either',
  },
  maxRefactoredFiles: {
    type: 'number',
    min: 1,
    max: 100_000,
    default: 500,
    text: 'a [refactoring](refactorings.md) that would change more files is refused',
  },
  toolResults: {
    type: 'choice',
    values: ['text', 'structured', 'both'],
    default: 'text',
    text:
      'in what form `llxprt-lsp mcp` returns the answers of navigation tools: hosts give models all that ' +
      'they get, and JSON (`"structured"`, `"both"`) costs [two to three times the ' +
      'text](navigation.md#what-an-answer-costs)',
  },
  navigationTimeout: {
    type: 'number',
    unit: 'ms',
    min: 1,
    max: MAX_MS,
    default: 60_000,
    text:
      'the longest a navigation tool may take while its server computes or reports progress; one that does ' +
      'neither for 10 s is not waited for',
  },
  warmOnRead: {
    type: 'choice',
    values: SWITCH,
    default: true,
    text:
      'a file that the model reads has its server started, so that the first edit finds it running; a ' +
      'read never waits for that',
  },
  checkerTimeout: {
    type: 'number',
    unit: 'ms',
    min: 1,
    max: MAX_MS,
    default: 120_000,
    text: 'the longest `lsp_diagnostics` waits for checkers',
  },
  editDiagnostics: {
    type: 'choice',
    values: SWITCH,
    default: true,
    text: '`false` leaves the diagnostics themselves out of results of edits',
  },
  meta: {
    type: 'choice',
    values: [true, false, 'verdict'],
    default: false,
    text:
      '`true` ends each result of an edit with `[meta] diagnostics_errors=N`, `"verdict"` also with ' +
      '[what that rests on](checkers.md#a-count-in-the-results-of-edits-meta)',
  },
  share: {
    type: 'choice',
    values: SWITCH,
    default: false,
    text:
      '`true`: sessions of one user in one workspace [use one service](sharing.md), with one set of ' +
      "servers; `true` is the default in the hosts' extensions",
  },
  serviceLinger: {
    type: 'duration',
    min: 0,
    max: DAY,
    default: 5000,
    userOnly: true,
    text:
      'how long a [shared service](sharing.md#a-service-that-stays) stays after its last session, with ' +
      'its servers warm; `llxprt-lsp stop` ends it',
  },
  memoryBudget: {
    type: 'number',
    unit: 'MiB',
    min: 0,
    max: 100_000_000,
    default: 0,
    text:
      'what language servers [may take together](sharing.md#memory), MiB; 0: half of what the machine ' +
      'has, or of what its container may use; Linux only',
  },
  trust: {
    type: 'nested',
    form: '`"host"`, `"always"`, `"never"`, or a list of folders',
    default: 'host',
    text:
      'whether what [the workspace brings along](security.md#what-is-run-and-when) may be run: as the ' +
      'host says (if the host says nothing: yes), always, never, or only below folders, `["~/work"]`; a ' +
      'workspace may say `"never"`',
  },
  passEnv: {
    type: 'nested',
    form: 'list of names',
    default: [],
    userOnly: true,
    text:
      'environment variables that servers get although they [look like ' +
      'secrets](security.md#credentials), or the workspace is not trusted; `llxprt-lsp doctor` names ' +
      'those that are held back',
  },
  import: {
    type: 'choice',
    values: SWITCH,
    default: true,
    userOnly: true,
    text:
      'whether servers and settings [of editors and other ' +
      'agents](servers.md#settings-that-you-have-already) count, too',
  },
  trace: {
    type: 'nested',
    form: '`false`, a path, or `{file, content, maxBytes}`',
    default: false,
    userOnly: true,
    text: 'the file that the [flight recorder](trace.md) writes',
  },
} as const satisfies Record<string, NumberSetting | DurationSetting | ChoiceSetting | NestedSetting>;

type Table = typeof SETTINGS;

/** The settings whose rows say all about them. */
export type SimpleSettings = {
  -readonly [K in keyof Table as Table[K]['type'] extends 'nested' ? never : K]?: Value<Table[K]>;
};

type Value<S> = S extends { type: 'number' }
  ? number
  : S extends { type: 'duration' }
    ? number | string
    : S extends { type: 'choice'; values: readonly (infer V)[] }
      ? V
      : S extends { type: 'list'; values: readonly (infer V)[] }
        ? V[]
        : never;
