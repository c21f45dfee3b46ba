/**
 * The wire types between the host (packages/core) and the sidecar (packages/lsp).
 *
 * Core has a copy of this file (`npm run generate`), so it imports nothing but the settings table.
 * Lines and characters are 1-based; characters are UTF-16 code units; times are milliseconds.
 */
import { SETTINGS, type SimpleSettings } from './settings-table.js';

/** The worst first. */
export const SEVERITIES = SETTINGS.includeSeverities.values;
export type Severity = (typeof SEVERITIES)[number];

/**
 * What caused a finding. `edit`: the change that was checked. `session`: an earlier change since the
 * service began, a shell's included. `before`: it stood before the first change.
 */
export type Origin = 'edit' | 'session' | 'before';

/** A place that explains a finding: a declaration, a missing parameter, another error. */
export interface RelatedPlace {
  /** Relative to the workspace root, with `/`; absolute for a file outside of the workspace. */
  file: string;
  line: number;
  character: number;
  /** Raw text. Empty where the finding's own message says what the place is. */
  message: string;
  /** The line's source, trimmed and cut. Absent if it cannot be read. */
  text?: string;
}

/** One finding of one language server. `message` is raw text: the formatter escapes it. */
export interface Diagnostic {
  /** Relative to the workspace root, with `/`. */
  file: string;
  line: number;
  character: number;
  /** End of the range, exclusive; 1-based like the start. */
  endLine?: number;
  endCharacter?: number;
  severity: Severity;
  message: string;
  code?: string | number;
  /** The tool that found it, as the server names it: `ts`, `eslint`, `Pyright`. */
  source?: string;
  /**
   * It stands for so many further findings of the file in this severity, from this line on: there
   * are too many to be listed, and `message` says so. Absent: it is one finding.
   */
  count?: number;
  /**
   * Set only on request. Absent if it could not be told in time: then the change may have caused
   * the finding.
   */
  origin?: Origin;
  /** At most three. Set only on request. */
  related?: RelatedPlace[];
  /** A fix that was tried: the finding is gone with it. Set only on request. */
  fix?: FixName;
  /** Several fixes were tried and kept, and none is likelier than the others: two imports, say. */
  alternatives?: FixName[];
}

/** What `lsp/checkFile` reports: `character` by the name that llxprt-code reads, too. */
export interface CheckedDiagnostic extends Diagnostic {
  /** The same as `character`. */
  column: number;
}

/** The id is good until a file changes that the fix was made for. */
export interface FixName {
  id: string;
  title: string;
}

export type ServerState = 'active' | 'starting' | 'broken' | 'disabled' | 'unavailable';

/** One row of `/lsp status`: a running server, or a known one that no file has needed yet. */
export interface ServerStatus {
  id: string;
  status: ServerState;
  /** The languages it checks, for display: `TypeScript, JavaScript`. */
  language: string;
  /**
   * The files it is asked about, lower case: `.ts` is the end of a name, `makefile` a whole name.
   */
  extensions?: string[];
  /**
   * A well-known server that is neither found nor configured. Listed only if the request has `all`.
   */
  optional?: true;
  /** With `optional`: servers that judge its files as well. Where one of them runs, it is not missing. */
  alternativeTo?: string[];
  /**
   * The workspace has no file that it is asked about. Set only on request, and never for a server
   * that runs or that the settings name.
   */
  unneeded?: true;
  serverPid?: number;
  /**
   * The folder it serves, relative to the workspace root; `.` is the workspace itself. Absent until
   * the server has started.
   */
  root?: string;
  /** The program that it runs, and where that was found. */
  program?: ServerProgram;
  /** Why it is broken, disabled or unavailable; or that it waits for its first file. */
  reason?: string;
  /** The command that installs it, if it is unavailable. */
  hint?: string;
  /** The last lines of its stderr, oldest first. Set only on request. */
  stderr?: string[];
  /** Its metrics since its start. Set only on request, and only for a running server. */
  metrics?: ServerMetrics;
}

/** Resource use and answer times of a running server (REQ-OBS-020). */
export interface ServerMetrics {
  /** Time since its process was started, ms. */
  uptime: number;
  /**
   * Resident size of its process and all descendants, bytes. Absent if the system does not report
   * it.
   */
  memory?: number;
  /**
   * Time since its last request, ms; 0 while one is in progress. Absent for a compiler that runs
   * after edits.
   */
  unused?: number;
  openDocuments: number;
  /** Checks that asked this server. */
  checks: number;
  /** The checks among those that did not get its answer before the deadline. */
  timedOut: number;
  /** Answer times for the most recent of those checks, ms. Absent if it has given no answer. */
  median?: number;
  p95?: number;
  /** Navigation requests that it was asked. */
  navigations: number;
}

/** Resource use of the service, and its counts since it was started (REQ-OBS-020). */
export interface ServiceMetrics {
  pid: number;
  /** Time since it was started, ms. */
  uptime: number;
  /** Resident size of its own process, without the servers' processes, bytes. */
  memory: number;
  /**
   * Server processes: `succeeded` started, `failed` did not start, `crashed` started and later
   * ended by themselves.
   */
  starts: { succeeded: number; failed: number; crashed: number };
  /** Checks of at least one file. */
  checks: number;
  /** The checks among those in which some server did not answer before the deadline. */
  timedOut: number;
  /** Durations of the most recent of those checks, ms. Absent if there was none. */
  median?: number;
  p95?: number;
  /**
   * Findings that servers hold for known files, in the reported severities. `most`: the files with
   * the most findings, at most 20.
   */
  findings: { total: number; files: number; most: { file: string; count: number }[] };
  /** Errors of origin `session` that are known to stand. Absent if no origin was requested yet. */
  open?: { errors: number; files: number };
}

/** What `lsp/status` reports: a row, with what llxprt-code reads of it. */
export interface ServerStatusRow extends ServerStatus {
  /** The same as `id`. */
  serverId: string;
  /** Its `status` is `active`. */
  healthy: boolean;
}

export interface ServerProgram {
  name: string;
  /** Absolute path of the program that is run. */
  path: string;
  version?: string;
  origin: 'workspace' | 'path' | 'bundled' | 'custom';
  /**
   * The package that does the checking, if it is a different one: the workspace's own TypeScript or
   * ESLint.
   */
  uses?: { name: string; version: string; path: string; origin: 'workspace' | 'path' | 'bundled' };
}

/**
 * Settings of one server. The id names a built-in or well-known server, or a custom one. A custom
 * server needs at least `command` and `extensions`.
 */
export interface ServerConfig {
  enabled?: boolean;
  command?: string;
  args?: string[];
  /**
   * How the names of its files end: `.foo`. An entry without a leading dot also matches a whole
   * name: `Makefile`, `go.mod`. Case is ignored.
   */
  extensions?: string[];
  env?: Record<string, string>;
  initializationOptions?: Record<string, unknown>;
  /**
   * The answers to `workspace/configuration`, by section. `{"a.b": 1}` and `{"a": {"b": 1}}` are
   * equivalent.
   */
  settings?: Record<string, unknown>;
  /**
   * The nearest folder that holds one of these is the server's root. Without a match, the workspace
   * is.
   */
  rootMarkers?: string[];
  /** The LSP language id of its files. Default: the usual id for the extension. */
  languageId?: string;
  /** A linter never delays a compiler's answer by more than `linterGrace`. */
  role?: 'compiler' | 'linter';
  /**
   * These are settings of another program, which do not ask for the server: it runs where it would
   * without them. In no settings file.
   */
  imported?: true;
}

/**
 * Settings of one checker: a compiler or linter that checks whole projects when it is run. The id
 * names a built-in checker or a custom one. A custom checker needs at least `command` and `parser`.
 * For a built-in checker, `command` replaces its program and `args` are added to its own; its
 * files, markers and output format stay as they are.
 */
export interface CheckerConfig {
  enabled?: boolean;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  /**
   * How the names of its files end, as in `ServerConfig`. Without any, the checker runs for every
   * project that its markers show.
   */
  extensions?: string[];
  /**
   * The nearest folder that holds one of these is its project. Without markers, the workspace is.
   */
  rootMarkers?: string[];
  /**
   * Ids of servers that report the same findings. Where one of them answers, the checker runs only
   * when it is asked for.
   */
  sameAs?: string[];
  parser?: CheckerParser;
}

/** How a checker's output is parsed: a format by its name, or an editor's problem matcher. */
export type CheckerParser = 'json-lines' | 'sarif' | 'gcc' | 'tsc' | ProblemMatcher;

export interface ProblemMatcher {
  /** One pattern for each consecutive line of a message. */
  pattern: ProblemPattern | ProblemPattern[];
  /** Severity of findings that do not state one. Default: `error`. */
  severity?: Severity;
}

/** Numbers of the regexp groups that hold each part. The lines and columns are 1-based. */
export interface ProblemPattern {
  regexp: string;
  file?: number;
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  severity?: number;
  code?: number;
  message?: number;
  /** Only for the last of several patterns: it may match line after line, one finding for each. */
  loop?: boolean;
}

/** The ids of the checkers that need no configuration. */
export const BUILT_IN_CHECKERS: readonly string[] = [
  'cargo',
  'eslint',
  'go',
  'javac',
  'mypy',
  'pyright',
  'ruff',
  'tsc',
];

/**
 * The ids of the servers that need no configuration. The sidecar's registry holds these and the
 * user's own servers.
 */
export const BUILT_IN_SERVERS: readonly string[] = [
  'cargo',
  'clangd',
  'eslint',
  'gopls',
  'javac',
  'mypy',
  'pyright',
  'rust-analyzer',
  'typescript',
];

/** The ids of the servers that run if they are installed. */
// prettier-ignore
export const WELL_KNOWN_SERVERS: readonly string[] = [
  'ada', 'agda', 'aiken', 'alloy', 'anakin', 'angular', 'ansible', 'antlers', 'apparmor', 'arduino', 'asm',
  'ast-grep', 'astro', 'atlas', 'autotools', 'avalonia', 'awk', 'azure-pipelines', 'bacon', 'ballerina',
  'baml', 'basedpyright', 'bash', 'bazel', 'beancount', 'bicep', 'biome', 'bitbake', 'bitproto', 'bluespec',
  'bqls', 'bqnlsp', 'brightscript', 'buck2', 'c3', 'cadence', 'cairo', 'cds', 'chapel', 'circom', 'clarity',
  'clojure', 'cmake', 'codeql', 'coffeesense', 'coq', 'crystal', 'csharp', 'csharp-roslyn', 'css', 'cucumber',
  'cue', 'cypher', 'cython', 'd', 'dafny', 'dart', 'datapack', 'debputy', 'delphi', 'deno', 'devicetree',
  'dhall', 'django', 'docker-bake', 'docker-compose', 'dockerfile', 'dolmen', 'dot', 'elixir', 'elm', 'ember',
  'emmylua', 'erg', 'erlang', 'esbonio', 'facility', 'faust', 'fennel', 'fhirpath', 'fish', 'flow', 'flux',
  'foam', 'fortran', 'fsharp', 'futhark', 'gauge', 'ghcide', 'ghdl', 'github-actions', 'gitlab-ci', 'gleam',
  'glint', 'glsl', 'gn', 'golangci-lint', 'gradle', 'grain', 'graphql', 'groovy', 'hack', 'harper', 'haskell',
  'haxe', 'hdl-checker', 'helm', 'herb', 'hlasm', 'hlsl', 'hoon', 'html', 'hyprland', 'idris2', 'ink',
  'janet', 'java', 'jedi', 'jinja', 'jq', 'json', 'jsonnet', 'julia', 'just', 'kcl', 'kerml', 'koka',
  'kotlin', 'kulala', 'latex', 'lean', 'lelwel', 'liquid', 'lpc', 'ltex', 'lua', 'luau', 'm68k', 'mal',
  'markdown', 'markdown-oxide', 'marko', 'mdx', 'meson', 'metamath', 'millet', 'mint', 'mlir', 'modelica',
  'mojo', 'moonbit', 'move', 'msbuild', 'nextflow', 'nginx', 'nickel', 'nim', 'nimlsp', 'nix', 'noir',
  'nushell', 'nwscript', 'ocaml', 'odin', 'opencl', 'openscad', 'oxlint', 'pact', 'pascal', 'perl', 'pest',
  'php', 'phpantom', 'pico8', 'pkl', 'please', 'pls', 'pony', 'poryscript', 'postgres', 'prisma', 'prolog',
  'promql', 'protobuf', 'protols', 'psalm', 'pug', 'puppet', 'purescript', 'pylsp', 'pylyzer', 'pyrefly',
  'qmlls', 'quick-lint-js', 'quint', 'r', 'racket', 'rego', 'regols', 'remark', 'rescript', 'robot', 'roc',
  'rpm', 'rubocop', 'ruby', 'ruff', 'rumdl', 'rune', 'salt', 'scala', 'scheme', 'selene', 'semgrep',
  'serverpod', 'shopify-theme-check', 'slang', 'slang-server', 'slint', 'smarty', 'smithy', 'solang',
  'solidity', 'some-sass', 'soql', 'sorbet', 'sourcery', 'spade', 'sparql', 'spectral', 'spicedb', 'sql',
  'sqls', 'standardrb', 'steep', 'stylelint', 'superhtml', 'suricata', 'svelte', 'sway', 'swift', 'systemd',
  'systemrdl', 'tact', 'tailwindcss', 'tblgen', 'teal', 'templ', 'termux', 'terraform', 'tflint', 'thrift',
  'tilt', 'tlaplus', 'tombi', 'toml', 'ts-query', 'turtle', 'twig', 'ty', 'typeprof', 'typespec', 'typos',
  'typst', 'uiua', 'ungrammar', 'v', 'vacuum', 'vala', 'vale', 'verilog', 'veryl', 'vhdl', 'vim', 'vtsls',
  'vue', 'vyper', 'wasm', 'wdl', 'wgsl', 'wing', 'xml', 'yaml', 'yang', 'yara', 'zig', 'ziggy', 'zuban',
];

/** The settings, as the host sends them. settings-table.ts has a row for each. */
export interface LspConfig extends SimpleSettings {
  servers?: Record<string, ServerConfig>;
  checkers?: Record<string, CheckerConfig>;
  /** Folders are absolute or below `~/`. */
  trust?: 'host' | 'always' | 'never' | string[];
  passEnv?: string[];
  trace?: string | TraceConfig | false;
}

export interface TraceConfig {
  /** Absolute, below `~/`, or relative to the workspace root. */
  file: string;
  /**
   * `full` records the texts of files and messages, `redacted` only their lengths. Default:
   * `redacted`.
   */
  content?: 'redacted' | 'full';
  /** Maximum size of the file, bytes. Later lines are counted and not recorded. */
  maxBytes?: number;
}

export const LSP_DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default]),
) as Required<LspConfig>;

/**
 * The settings as llxprt-code sends them; names and forms may be mixed. Of two names of one setting
 * that of {@link LspConfig} counts. Unknown names are ignored, and the log has them.
 */
export interface HostLspConfig extends Omit<LspConfig, 'servers'> {
  /**
   * By id, or a list with ids. `ts`, `python` and `rust` without extensions are `typescript`,
   * `pyright` and `rust-analyzer`.
   */
  servers?: LspConfig['servers'] | ({ id: string } & ServerConfig)[];
  /** `diagnosticTimeout` */
  diagnosticsTimeoutMs?: number;
  /** `firstTouchTimeout` */
  firstTouchTimeoutMs?: number;
  /** `navigationTimeout` */
  navigationTimeoutMs?: number;
  /** Means nothing here: each request has its own limit. */
  requestTimeoutMs?: number;
}

/**
 * The JSON in the environment variable `LSP_BOOTSTRAP`. The host starts `dist/main.js` of this
 * package, its `main`, with Bun 1.3.14 or newer.
 */
export interface Bootstrap {
  workspaceRoot: string;
  /** `true` is what settings say that switch LSP on and nothing else; it means `{}`. */
  config?: HostLspConfig | true;
  /** The Node that runs language servers written for Node, absolute. Default: `node` on PATH. */
  nodePath?: string;
  /** Those to use instead where `nodePath` does not run on this machine, absolute, the best first. */
  otherNodes?: string[];
  /**
   * The tools that the host finds on fd3 and fd4, unless `config.navigationTools` is false. `lsp`
   * means `lsp_*` and is the default; `vscode` means `vscode.lsp.*`.
   *
   * They are served by MCP, a line of JSON for each message, in either direction: the answers come
   * on the other one of where the first message came in. `initialize` and `tools/list` are answered
   * within 100 ms, whenever they come, and whatever the service is doing meanwhile. In arguments
   * of `lsp_*`, `filePath` is another name of `file`.
   */
  catalog?: 'lsp' | 'vscode';
  /** False: no program from the workspace is run, only the bundled servers. Default: true. */
  trusted?: boolean;
  /**
   * One service for several sessions: it listens at a socket, and each session connects there. See
   * {@link SharedHello}. Default: one session, on the pipes of the process.
   */
  share?: SharedPlace;
}

export interface SharedPlace {
  /** Path of the socket, in a folder that only the user can enter. */
  socket: string;
  /** What all sessions have in common, hashed. */
  key: string;
}

/**
 * The first line of a connection to a shared service, as JSON. To a session, the service answers
 * with a line, {@link SharedWelcome}, and then speaks JSON-RPC (`rpc`) or MCP (`mcp`) as on pipes.
 * It closes a connection whose hello it does not accept.
 */
export type SharedHello =
  | {
      channel: 'rpc';
      key: string;
      session: string;
      host: { name: string; pid: number };
      config: LspConfig;
      catalog?: Bootstrap['catalog'];
    }
  /** For the session that another connection has opened with the same unguessable id. */
  | { channel: 'mcp'; key: string; session: string }
  /** Of no session. Answered with a line, {@link SharedState}; then the connection is closed. */
  | { channel: 'state' }
  /** The same; a service without a session ends then. */
  | { channel: 'stop' }
  /** The same for the rows of `lsp/restart`. */
  | ({ channel: 'restart' } & RestartParams);

export interface SharedWelcome {
  key: string;
  pid: number;
}

/** What a shared service has running, for `llxprt-lsp status --all`. */
export interface SharedState extends SharedWelcome {
  workspaceRoot: string;
  /** Of the service's own process, bytes. */
  memory: number;
  /** What all servers of the user may take together, bytes. */
  budget: number;
  /** Sorted by `since`, ms since 1970. */
  sessions: { host: string; pid: number; since: number }[];
  /** When it ends unless a session comes, ms since 1970. Absent while there is one. */
  until?: number;
  /** Those that run or are broken, with their metrics. */
  servers: ServerStatus[];
}

export interface CheckFileParams {
  /** Absolute, or relative to the workspace root. */
  filePath: string;
  /**
   * The text to check. Without it the file is read from disk. The empty string counts as a text.
   */
  text?: string;
  /** The file did not exist before. Servers that index the project must be notified. */
  created?: boolean;
  /**
   * The file's text before the change, if it existed: other files may depend on what it lost. Like
   * `text` and `created`, this means that the file was written.
   */
  before?: string;
}

export interface CheckParams {
  files: CheckFileParams[];
  /**
   * Removed files, and the old names of moved ones. Running servers are notified of them; they are
   * never checked.
   */
  deleted?: string[];
  /** Also report the other files that servers hold diagnostics for. */
  others?: boolean;
  /** Also count the errors of all known files. */
  counted?: boolean;
  /**
   * The caller has written all of `files`, whatever their text. Without this flag, a file without
   * `text` counts as written if the disk shows it.
   */
  written?: boolean;
  /** Also tell the origin of each finding. */
  origins?: boolean;
  /** Also explain the first errors that the change may have caused, by places related to them. */
  explain?: boolean;
  /**
   * Also offer tried fixes for the first five errors that the change has caused, as far as they are
   * found within 300 ms after the answer.
   */
  fixes?: boolean;
  /**
   * A command of a shell has ended: also check what has changed on disk since the session asked this
   * last, at most ten of the files that were written. Where nothing has, no server is asked.
   */
  found?: boolean;
  /** The id of this change in the host's trace. The sidecar's trace uses the same id. */
  edit?: string;
}

export interface ProposedFile {
  /** Absolute, or relative to the workspace root. */
  filePath: string;
  /** The text that the file would have. A file that is not on disk would be created. */
  text: string;
}

/** A tree that is not on disk: the workspace with these changes. */
export interface ProposeParams {
  files: ProposedFile[];
  /** Files that would be gone. */
  deleted?: string[];
  /** Also report other files in which the proposal would cause findings. */
  others?: boolean;
  /** Also tell which findings the proposal would cause. Never `session`: nothing was changed. */
  origins?: boolean;
  /** Also tell which findings that stand now the proposal would end. */
  solved?: boolean;
}

export interface FixesParams {
  /** Absolute, or relative to the workspace root. The file is judged as it is on disk. */
  filePath: string;
  /** Only for findings on this line. */
  line?: number;
  /** Only for findings with this code. */
  code?: string | number;
}

export interface FixesReport {
  /** In the order of the findings; for one finding, the preferred ones first. */
  fixes: TriedFix[];
  /** False if there may be more: some server or compiler did not answer in time. */
  complete: boolean;
}

/** A change after which its finding is gone, and no other error has come. */
export interface TriedFix extends FixName {
  /** LSP's CodeActionKind: `quickfix`. */
  kind: string;
  /** The server calls it the most likely one. */
  isPreferred?: true;
  /** It is the one that a result of an edit would name for its error. */
  isChosen?: true;
  for: Pick<Diagnostic, 'line' | 'character' | 'message' | 'code'>;
  /** The files that it changes or creates, as they would be on disk. */
  files: { file: string; text: string }[];
  /** Findings of the file that are gone with it. */
  solves: number;
  /** New findings of a lower severity than that of its finding, in all files that were asked about. */
  causes: number;
  /** `removal`: it only takes something away. `stub`: it declares what is missing, or is unfinished. */
  mark?: 'removal' | 'stub';
}

/**
 * Fixes by their ids, or all of a kind in one file. `imports`: the missing imports for which there
 * is one fix. `unused`: removes what is not used. `safe`: what a result of an edit would offer.
 */
export type FixParams = { ids: string[] } | { filePath: string; all: 'imports' | 'unused' | 'safe' };

/** Nothing was written yet: that is the caller's part. Empty where a file has no fix of the kind. */
export type FixResult = { titles: string[]; changes: FileChange[] } | { refused: string };

export interface FileChange {
  file: string;
  /** The new text, with the byte order mark that the file has. */
  text: string;
  /** The text on disk that this one replaces, byte order mark included; absent for a new file. */
  former?: string;
}

/** A file that gets another name. */
export interface FileMove {
  file: string;
  /** Its name until now. */
  from: string;
  /** Its new text, where its imports change. Without one its bytes stay, whatever they are. */
  text?: string;
  /** The text that the new one is made from; present with `text`. */
  former?: string;
}

/** A symbol, as the navigation tools take it. */
export interface NamedSymbol {
  /** Absolute, or relative to the workspace root. */
  filePath: string;
  /** `total`, `Cart.total`. */
  symbol: string;
  /** A line near it, 1-based. */
  line?: number;
}

export type RefactorParams = (
  RenameParams | SymbolChangeParams | MoveSymbolParams | MoveParams | OrganizeImportsParams
) & {
  /** The result has the report of the trial. */
  report?: boolean;
  /** With it, `$/progress` of LSP says how far it is: see {@link RefactoringProgress}. */
  workDoneToken?: number;
};

/**
 * How far a refactoring is: servers are asked what it changes, then about the tree as it would be. So
 * many of `files` are judged so far; there are none where the servers do not say it of each.
 */
export type RefactoringProgress =
  { stage: 'asking' } | { stage: 'trying'; changed: number; judged: number; files: number };

/** Errors that it would cause are no reason to refuse it with `force`. A change of meaning is. */
export type RenameParams = NamedSymbol & { kind: 'rename'; newName: string; force?: boolean };

/**
 * `text` is a whole definition. `insert` puts it beside the symbol. `delete` refuses a symbol that
 * something uses, unless `force` is given.
 */
export type SymbolChangeParams = NamedSymbol & { force?: boolean } & (
    | { kind: 'replace'; text: string }
    | { kind: 'insert'; where: 'before' | 'after'; text: string }
    | { kind: 'delete' }
  );

/**
 * A definition at the top of a file gets to another one, absolute or relative to the workspace root,
 * which is created where it does not exist. What imports it follows. With `reexport`, its old file
 * passes it on.
 */
export type MoveSymbolParams = NamedSymbol & {
  kind: 'move-symbol';
  to: string;
  reexport?: boolean;
  force?: boolean;
};

/**
 * Another path for a file or a folder, absolute or relative to the workspace root. What imports it
 * follows. A `to` that ends with `/`, or names a folder, means into that folder.
 */
export interface MoveParams {
  kind: 'move';
  from: string;
  to: string;
  force?: boolean;
}

/** The server's own order; what is not used goes where the server removes it. */
export interface OrganizeImportsParams {
  kind: 'organize-imports';
  filePath: string;
}

/** What changes the tree and keeps its meaning. Nothing was written yet: that is the caller's part. */
export type RefactorResult =
  | {
      /** None where all is as it would be already: only of imports. */
      changes: (FileChange | FileMove)[];
      /** What it would cause, where that was allowed. */
      caused: Diagnostic[];
      /** Where the old name still stands: comments, texts, files of no project. */
      mentions: Mention[];
      /** More than are listed. */
      moreMentions: number;
      /** Why it could not be tried before it is written, or not in all files, if so. */
      untried?: string;
      /**
       * What could not be tried is to be checked once it is written, and taken back if it has caused
       * an error.
       */
      proveAfterwards?: Proof;
      /** For the result, a sentence each. */
      notes?: string[];
      /** Of the tree as it would be, with origins: if it was asked for, and something would change. */
      report?: CheckReport;
    }
  | { refused: string };

/** What a check after the write has to find. Paths are relative to the workspace root. */
export interface Proof {
  /** Files to check, besides those whose text changes. */
  files: string[];
  /** Ids of the servers that have to answer in time. */
  servers: string[];
  /** Errors that stand already, under the names that their files will have. */
  standing: Diagnostic[];
  /** The standing ones of all other files are known, too: there, any other error was caused. */
  othersKnown: boolean;
}

export interface Mention {
  file: string;
  line: number;
  character: number;
  /** The line, without its indentation. */
  text: string;
}

/** What the session's changes have caused and is still true. */
export interface SessionReport {
  /** Findings by file, alphabetical, in the reported severities. Files without any are left out. */
  open: Record<string, Diagnostic[]>;
  /** False if some server could not say in time what it finds now, or found before. */
  complete: boolean;
  /** A server that runs has not answered in time: a later report may have more. */
  pending?: true;
}

export interface SessionParams {
  /** How long servers may take to answer, ms. Default: `diagnosticTimeout`. */
  waitMs?: number;
}

export type ServerOutcome = 'complete' | 'timed-out' | 'starting' | 'broken' | 'unavailable';

/** Packages that a manifest declares, that are not installed, and that checked files import. */
export interface UninstalledPackages {
  /** The file that declares them, relative to the workspace root: `pyproject.toml`. */
  manifest: string;
  /**
   * How many imports of the checked files are not resolved because of that. They are no findings. 0:
   * the compiler judges nothing of the project before they are installed.
   */
  imports: number;
  /** The command that installs them, to be run in the manifest's folder: `uv sync`. */
  install: string;
}

/** A server that no other one would stand in for, and has not judged files of a check. */
export interface Unjudged {
  id: string;
  /** As in `status`. */
  language: string;
  /** Relative to the workspace root; `.` is the workspace itself. */
  root: string;
  /**
   * `starting`: it is not initialized yet. `loading`: it reports itself that it loads its project, and has
   * answered nothing yet. `late`: it has not answered. `ended`: it has failed, and will not answer.
   */
  state: 'starting' | 'loading' | 'late' | 'ended';
  /** How long the check has waited for it, ms. Absent if no wait took place. */
  waited?: number;
  /** Why more time would not help, if that is known. */
  reason?: string;
  /** The files, as in `files` of the report. */
  files: string[];
  /** Other compilers have judged all of them. */
  judgedByOthers?: true;
}

/**
 * What a server has to know to judge a file, packages apart, and that is not there: a configuration
 * that is extended, what a generator makes.
 */
export interface Hole {
  /** The file that shows it, relative to the workspace root. */
  file: string;
  /** What is missing, in words that go on after the file's name. */
  what: string;
  /** How many errors of the checked files follow from it. They are no findings. */
  errors: number;
  /** The command that mends it, to be run in the file's folder, if one is known. */
  command?: string;
}

export interface CheckReport {
  /** Every requested file, in the order of the request. Clean files have `[]`. */
  files: Record<string, Diagnostic[]>;
  /**
   * The requested files that no server was asked about, and why: `binary`, `UTF-16, not UTF-8`,
   * `too large`, `outside the workspace`.
   */
  refused?: Record<string, string>;
  /** By file: why a server that has answered has not judged all of it. */
  inPart?: Record<string, string>;
  /**
   * Of these, the files with findings that their project leaves out by its configuration: a run of its own
   * compiler reports none of them. Absent if there are none.
   */
  excluded?: string[];
  /** Servers that answer for checked files, and have not judged them. Absent if there are none. */
  unjudged?: Unjudged[];
  /**
   * With the setting `unjudged: "say"`: verdicts on files of earlier checks that have come since, by
   * file; also of a check with `found` where nothing has changed. Absent if there are none.
   */
  late?: Record<string, Diagnostic[]>;
  /** By manifest. Absent where all that the checked files import is installed or undeclared. */
  uninstalled?: UninstalledPackages[];
  /** Absent where the servers know all that they need to judge the checked files. */
  holes?: Hole[];
  /** Other known files, alphabetical. `{}` unless requested. */
  others: Record<string, Diagnostic[]>;
  /** False if a limit cut the search for other files short, or no server tells what a change breaks. */
  othersComplete: boolean;
  /** The search was cut short: it goes on in the background, and a later report has what it finds. */
  othersPending?: true;
  servers: CheckedServer[];
  /**
   * Of a check with `found`: how many files that servers judge were written, and how many of those were
   * asked about. Absent where nothing has changed that a server may judge by.
   */
  found?: { written: number; asked: number };
  /**
   * Number of errors that servers hold for all known files, the requested ones included. Set only
   * on request.
   */
  knownErrors?: number;
  /**
   * Errors of origin `session`, counted by file, in all known files, as last known. Set only if
   * origins were requested.
   */
  open?: Record<string, number>;
  /**
   * Of the reported files with findings of origin `session`: the names that they had before they were
   * moved last. Absent if there are none.
   */
  formerNames?: Record<string, string>;
  /**
   * The findings of now that a proposal would end, by file. Set only on request. A proposed file
   * has an entry if its findings of now are known, another file if it has lost one. If those of
   * another file are not known, `othersComplete` is false.
   */
  solved?: Record<string, Diagnostic[]>;
}

export interface CheckedServer {
  id: string;
  /** Relative to the workspace root; `.` is the workspace itself. */
  root: string;
  outcome: ServerOutcome;
  /** Time from the start of the check to this server's last answer, ms. */
  ms: number;
  /**
   * Version of the program or package that does the checking, as in `status`. Absent if unknown.
   */
  version?: string;
  /**
   * Why it must not be run, or cannot judge a proposal, if it is `unavailable` for that reason. Why
   * it is `timed-out`, if more time would not help.
   */
  reason?: string;
}

export interface ProjectsParams {
  /**
   * Files and folders, absolute or relative to the workspace root. A file selects its nearest
   * project, a folder all projects below it. Default: the workspace.
   */
  paths?: string[];
  /** Only checkers with these ids. */
  checkers?: string[];
  /** Only these projects, as `lsp/projects` names them. */
  only?: Pick<Project, 'checker' | 'root'>[];
}

/** A project of the workspace, and the checker that checks it. */
export interface Project {
  /** The checker's id: `tsc`. */
  checker: string;
  language: string;
  /** Relative to the workspace root; `.` is the workspace itself. */
  root: string;
  /**
   * The commands that give the same result when run in `root`, one after the other: programs with
   * their arguments. Absent if the checker is unavailable.
   */
  commands?: string[][];
  program?: ServerProgram;
  /** Why it is unavailable. */
  reason?: string;
  /** The command that installs what is missing. */
  install?: string;
}

/** What the imports of a project are resolved with, for a person. */
export interface DescribedEnvironment {
  language: string;
  /** Relative to the workspace root; `.` is the workspace itself. */
  root: string;
  /** An interpreter, an SDK, a compiler, with its version and path: `Python 3.12.1 .venv/bin/python`. */
  uses: string;
  /** What chose it: `VIRTUAL_ENV`. */
  why: string;
}

export interface CheckProjectParams extends ProjectsParams {
  /**
   * Deadline, ms. Checkers that still run then are killed and reported as `cancelled`. Default: no
   * deadline.
   */
  timeout?: number;
}

/**
 * `complete`: all of the project was checked. `incomplete`: some of it was not, see `reason`.
 * `cancelled`: cancelled by the caller. `broken`: its program cannot be run. `unavailable`: its
 * program is missing.
 */
export type ProjectOutcome = 'complete' | 'incomplete' | 'cancelled' | 'broken' | 'unavailable';

export interface CheckedProject extends Project {
  outcome: ProjectOutcome;
  /** How long it ran, ms; 0 if it did not run. */
  ms: number;
  /** The `source` values of its findings, alphabetical. Absent if it found nothing. */
  sources?: string[];
}

export interface ProjectReport {
  /**
   * Files with findings, alphabetical, each finding once. If the request names files, only those.
   */
  files: Record<string, Diagnostic[]>;
  /** Sorted by checker id, then root. Empty if there is no project. */
  projects: CheckedProject[];
  /** Requested paths that name nothing in the workspace, and why. */
  refused?: Record<string, string>;
}

export interface DiagnosticsAfterParams {
  afterEpoch: number;
  /** Default: `diagnosticTimeout`. */
  waitMs?: number;
}

export interface StatusParams {
  /** Include the last lines that each server wrote to stderr. */
  verbose?: boolean;
  /** Include the well-known servers that are neither found nor configured. */
  all?: boolean;
  /**
   * Include which servers no file needs, if that is known or soon can be. This looks at the names
   * of all files.
   */
  unneeded?: boolean;
}

export interface RestartParams {
  /** Of the servers to restart. Default: all. */
  id?: string;
}

export type NoParams = Record<string, never>;

/** Requests on stdin/stdout, host to sidecar. */
export interface LspRequests {
  'lsp/checkFile': { params: CheckFileParams; result: CheckedDiagnostic[] };
  'lsp/check': { params: CheckParams; result: CheckReport };
  /** A check of texts that are not on disk. Nothing is written, and nothing is remembered. */
  'lsp/propose': { params: ProposeParams; result: CheckReport };
  /** Tries all fixes that servers and compilers suggest for a file, and writes nothing. */
  'lsp/fixes': { params: FixesParams; result: FixesReport };
  /** Returns the changes of fixes that were tried together, and writes nothing. */
  'lsp/fix': { params: FixParams; result: FixResult };
  'lsp/session': { params: SessionParams; result: SessionReport };
  /** A symbol gets another name, in all files. Nothing is written. */
  'lsp/refactor': { params: RefactorParams; result: RefactorResult };
  /** Compilers and linters check whole projects as they are on disk. Takes as long as they take. */
  'lsp/checkProject': { params: CheckProjectParams; result: ProjectReport };
  /** Runs nothing. */
  'lsp/projects': { params: ProjectsParams; result: Project[] };
  /** Which interpreter, SDK or class path each project has, and why. Runs nothing. */
  'lsp/environments': { params: NoParams; result: DescribedEnvironment[] };
  'lsp/diagnostics': { params: NoParams; result: Record<string, Diagnostic[]> };
  'lsp/getDiagnosticEpoch': { params: NoParams; result: number };
  'lsp/diagnosticsAfter': { params: DiagnosticsAfterParams; result: Record<string, Diagnostic[]> };
  'lsp/status': { params: StatusParams; result: ServerStatusRow[] };
  'lsp/metrics': { params: NoParams; result: ServiceMetrics };
  /**
   * Ends servers that run, are stuck or are broken, and starts each anew: a person has asked for it.
   * The rows are those of the new processes, once they have started or after 5 s. Servers without a
   * process have none.
   */
  'lsp/restart': { params: RestartParams; result: ServerStatus[] };
  'lsp/shutdown': { params: NoParams; result: null };
}

/** Notifications, host to sidecar. */
export interface LspClientNotifications {
  /**
   * Starts the servers of this file. With `findings` they are asked about the file in the
   * background, so that the origins of later findings are known.
   */
  'lsp/warm': { filePath: string; findings?: boolean };
}

/** Notifications, sidecar to host. */
export interface LspServerNotifications {
  /** Sent once, before the first request is answered (REQ-START-010). */
  'lsp/ready': NoParams;
  /** For a request that gave a token, ten times a second at most, and where all files are judged. */
  '$/progress': { token: number; value: RefactoringProgress };
}
