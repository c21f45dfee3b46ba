/**
 * The wire vocabulary between the host (packages/core) and the sidecar (packages/lsp).
 *
 * Core has a copy of this file (`npm run generate`), so it imports nothing but the settings table.
 * Lines and characters are 1-based; characters are UTF-16 code units; times are milliseconds.
 */
import { SETTINGS, type SimpleSettings } from './settings-table.js';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** One finding of one language server. `message` is raw text: it is escaped where it is formatted. */
export interface Diagnostic {
  /** Relative to the workspace root, with `/`. */
  file: string;
  line: number;
  character: number;
  /** End of the range, exclusive, 1-based like its start. */
  endLine?: number;
  endCharacter?: number;
  severity: Severity;
  message: string;
  code?: string | number;
  /** The tool that found it, in the server's own words: `ts`, `eslint`, `Pyright`. */
  source?: string;
}

export type ServerState = 'active' | 'starting' | 'broken' | 'disabled' | 'unavailable';

/** One row of `/lsp status`: a running server, or a known one that has not been needed yet. */
export interface ServerStatus {
  id: string;
  status: ServerState;
  /** What it checks, for people: `TypeScript, JavaScript`. */
  language: string;
  /** Which files it is asked about, lower case: `.ts` is how a name ends, `makefile` is a whole name. */
  extensions?: string[];
  /** A well-known server that is neither found nor configured: here only because all were asked for. */
  optional?: true;
  /** No file of the workspace is one that it is asked about; only where asked for, and never of one that runs or that the settings name. */
  unneeded?: true;
  serverPid?: number;
  /** The folder it serves, relative to the workspace root; `.` is the workspace itself. Absent until it has started. */
  root?: string;
  /** The program behind it and where it was found. */
  program?: ServerProgram;
  /** Why it is broken, disabled or unavailable; or that it waits for its first file. */
  reason?: string;
  /** The command that installs it, where it is unavailable. */
  hint?: string;
  /** The last lines of its stderr, oldest first; only where asked for. */
  stderr?: string[];
  /** How it has done since it was started; only where asked for, and only of one that runs. */
  metrics?: ServerMetrics;
}

/** What a running server takes, and how it answers (REQ-OBS-020). */
export interface ServerMetrics {
  /** Since its process was started, ms. */
  uptime: number;
  /** Resident size of its process and of all below it, bytes; absent where the system does not tell. */
  memory?: number;
  openDocuments: number;
  /** Checks that have asked it. */
  checks: number;
  /** Of those, the ones that did not get its answer in time. */
  timedOut: number;
  /** How long its answers to the last of those checks took, ms; absent where it has given none. */
  median?: number;
  p95?: number;
  /** Questions of navigation that it was asked. */
  navigations: number;
}

/** What the service takes, and what it has done since it was started (REQ-OBS-020). */
export interface ServiceMetrics {
  pid: number;
  /** Since it was started, ms. */
  uptime: number;
  /** Resident size of its own process, without those of servers, bytes. */
  memory: number;
  /** Server processes that have started, that did not, and of those that had, the ones that ended by themselves. */
  starts: { succeeded: number; failed: number; crashed: number };
  /** Checks that were about a file at least. */
  checks: number;
  /** Of those, the ones in which some server did not answer in time. */
  timedOut: number;
  /** How long the last of those checks took, ms; absent where there was none. */
  median?: number;
  p95?: number;
  /** What servers hold about known files, of the severities that are reported; the files with the most of it, 20 at most. */
  findings: { total: number; files: number; most: { file: string; count: number }[] };
}

export interface ServerProgram {
  name: string;
  /** Absolute path of what is run. */
  path: string;
  version?: string;
  origin: 'workspace' | 'path' | 'bundled' | 'custom';
  /** What it judges with, where that is another package: the workspace's own TypeScript, its ESLint. */
  uses?: { name: string; version: string; path: string; origin: 'workspace' | 'path' | 'bundled' };
}

/** Settings of one server: a built-in or well-known one by its id, or a custom one, which names at least `command` and `extensions`. */
export interface ServerConfig {
  enabled?: boolean;
  command?: string;
  args?: string[];
  /** How names of its files end, `.foo`; without a dot in front, a whole name too: `Makefile`, `go.mod`. Regardless of case. */
  extensions?: string[];
  env?: Record<string, string>;
  initializationOptions?: Record<string, unknown>;
  /** What `workspace/configuration` is answered with, by section: `{"a.b": 1}` and `{"a": {"b": 1}}` say the same. */
  settings?: Record<string, unknown>;
  /** The nearest folder that holds one of these is the server's root; without a match, the workspace. */
  rootMarkers?: string[];
  /** The LSP language id of its files; without it, the extension's usual one. */
  languageId?: string;
  /** A linter never holds back a compiler's answer for longer than `linterGrace`. */
  role?: 'compiler' | 'linter';
}

/**
 * Settings of one checker, a compiler or linter that judges whole projects when it is run: a custom one, which names at least `command` and
 * `parser`, or a built-in one by its id: of these, `command` replaces its program, and `args` are given besides its own; its files, its markers and
 * what it prints stay as they are.
 */
export interface CheckerConfig {
  enabled?: boolean;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  /** How names of the files that it judges end, as in `ServerConfig`; without any it is run for every project that its markers show. */
  extensions?: string[];
  /** The nearest folder that holds one of these is its project; without any, the workspace is. */
  rootMarkers?: string[];
  /** Ids of servers that find the same: where one of them answers, the checker is run only if somebody asks for it. */
  sameAs?: string[];
  parser?: CheckerParser;
}

/** How what a checker prints is read: formats by their names, else what an editor's problem matcher says. */
export type CheckerParser = 'json-lines' | 'sarif' | 'gcc' | 'tsc' | ProblemMatcher;

export interface ProblemMatcher {
  /** Consecutive lines of one message. */
  pattern: ProblemPattern | ProblemPattern[];
  /** Of findings that do not say it. Default: `error`. */
  severity?: Severity;
}

/** Numbers of the groups that hold each part; lines and columns are 1-based. */
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
  /** The last of several may match line after line, each a finding of its own. */
  loop?: boolean;
}

/** The ids of the checkers that need no configuration. */
export const BUILT_IN_CHECKERS: readonly string[] = ['cargo', 'eslint', 'go', 'javac', 'pyright', 'ruff', 'tsc'];

/** The ids of the servers that need no configuration; the sidecar's registry holds these and the user's own. */
export const BUILT_IN_SERVERS: readonly string[] = ['cargo', 'clangd', 'eslint', 'gopls', 'javac', 'pyright', 'rust-analyzer', 'typescript'];

/** The ids of the servers that run where somebody has installed them. */
export const WELL_KNOWN_SERVERS: readonly string[] = [
  'astro', 'bash', 'biome', 'clojure', 'cmake', 'crystal', 'csharp', 'css', 'dart', 'dockerfile', 'elixir', 'elm',
  'erlang', 'fortran', 'fsharp', 'gleam', 'graphql', 'haskell', 'html', 'java', 'json', 'kotlin', 'latex', 'lua',
  'markdown', 'nim', 'nix', 'nushell', 'ocaml', 'odin', 'oxlint', 'perl', 'php', 'prisma', 'protobuf', 'rego',
  'ruby', 'ruff', 'scala', 'solidity', 'sql', 'svelte', 'swift', 'terraform', 'toml', 'ty', 'typst', 'verilog', 'vhdl',
  'vue', 'yaml', 'zig',
];

/** The settings, as the host sends them: settings-table.ts has a row for each. */
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
  /** Whether texts of files and messages are recorded, or only how long they are. Default: `redacted`. */
  content?: 'redacted' | 'full';
  /** How large the file may become, bytes; what comes after that is counted and not recorded. */
  maxBytes?: number;
}

export const LSP_DEFAULTS = Object.fromEntries(Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default])) as Required<LspConfig>;

/** The JSON in the environment variable `LSP_BOOTSTRAP`. */
export interface Bootstrap {
  workspaceRoot: string;
  config?: LspConfig;
  /** The Node that runs language servers written for it; without it, `node` on PATH. */
  nodePath?: string;
  /** Which tools the host finds on fd3 and fd4, unless `config.navigationTools` is false: `lsp_*`, the default, or `vscode.lsp.*`. */
  catalog?: 'lsp' | 'vscode';
  /** False: nothing that the workspace brings along is run, and only servers that we bring along are. Default: true. */
  trusted?: boolean;
}

export interface CheckFileParams {
  /** Absolute, or relative to the workspace root. */
  filePath: string;
  /** The text to judge; without it the file is read from disk. The empty string is a text. */
  text?: string;
  /** The file did not exist before. Servers that index the project want to know. */
  created?: boolean;
  /** What the file held before the change, if it was there: other files may depend on what it lost. Says that the file was written, as `text` and `created` do. */
  before?: string;
}

export interface CheckParams {
  files: CheckFileParams[];
  /** Files that were removed (the old names of moved ones too): announced to running servers, never checked. */
  deleted?: string[];
  /** Also report on the other files that servers hold diagnostics for. */
  others?: boolean;
  /** Also count the errors of all known files. */
  counted?: boolean;
  /** The caller has written all of `files`, with whichever text. Without it, a file that is given without a text counts as written where the disk says so. */
  written?: boolean;
  /** What the host's trace calls the change that this check is about: the sidecar's names it so too. */
  edit?: string;
}

export type ServerOutcome = 'complete' | 'timed-out' | 'starting' | 'broken' | 'unavailable';

export interface CheckReport {
  /** Every file that was asked for, clean ones as `[]`, in the order of the question. */
  files: Record<string, Diagnostic[]>;
  /** Of those, the ones that no server was asked about, and why: `binary`, `too large`, `outside the workspace`. */
  refused?: Record<string, string>;
  /** Known files besides those, alphabetical; `{}` unless asked for. */
  others: Record<string, Diagnostic[]>;
  /** False where a bound cut the search for other files short. */
  othersComplete: boolean;
  servers: CheckedServer[];
  /** How many errors servers hold about all known files, those of the question included; only where asked for. */
  knownErrors?: number;
}

export interface CheckedServer {
  id: string;
  /** Relative to the workspace root; `.` is the workspace itself. */
  root: string;
  outcome: ServerOutcome;
  /** From the start of the check to this server's last answer. */
  ms: number;
  /** Of what it judges with, as `status` has it; absent where nobody knows. */
  version?: string;
  /** Why it must not be run, where it is `unavailable` for that. */
  reason?: string;
}

export interface ProjectsParams {
  /** Files and folders, absolute or relative to the workspace root: of a file the nearest project, of a folder all below it. Default: the workspace. */
  paths?: string[];
  /** Only checkers with these ids. */
  checkers?: string[];
  /** Only these, as `lsp/projects` names them. */
  only?: Pick<Project, 'checker' | 'root'>[];
}

/** A project of the workspace, and the checker that judges it. */
export interface Project {
  /** Its id: `tsc`. */
  checker: string;
  language: string;
  /** Relative to the workspace root; `.` is the workspace itself. */
  root: string;
  /** What somebody who wants the same verdict runs in `root`, one after the other: programs with their arguments. Absent where it is unavailable. */
  commands?: string[][];
  program?: ServerProgram;
  /** Why it is unavailable. */
  reason?: string;
  /** The command that installs what is missing. */
  install?: string;
}

export interface CheckProjectParams extends ProjectsParams {
  /** What is still running after so many ms is killed, and `cancelled`. Default: no bound. */
  timeout?: number;
}

/**
 * `complete`: all of the project was judged. `incomplete`: some of it was not, see `reason`. `cancelled`: by who asked. `broken`: its program
 * cannot be run. `unavailable`: its program is missing.
 */
export type ProjectOutcome = 'complete' | 'incomplete' | 'cancelled' | 'broken' | 'unavailable';

export interface CheckedProject extends Project {
  outcome: ProjectOutcome;
  /** How long it ran; 0 where it did not. */
  ms: number;
  /** What its findings name as their `source`, alphabetical; absent where it found nothing. */
  sources?: string[];
}

export interface ProjectReport {
  /** Files with findings, alphabetical; each finding once. Where files were asked about, only these. */
  files: Record<string, Diagnostic[]>;
  /** By checker id, then root; empty where there is no project. */
  projects: CheckedProject[];
  /** Paths that were asked about and name nothing here, and why. */
  refused?: Record<string, string>;
}

export interface DiagnosticsAfterParams {
  afterEpoch: number;
  /** Default: `diagnosticTimeout`. */
  waitMs?: number;
}

export interface StatusParams {
  /** With the last lines that each server wrote to stderr. */
  verbose?: boolean;
  /** With the well-known servers that are neither found nor configured. */
  all?: boolean;
  /** With which servers no file needs, where that is known or can be soon: the names of all files are looked at. */
  unneeded?: boolean;
}

export type NoParams = Record<string, never>;

/** Requests on stdin/stdout, host to sidecar. */
export interface LspRequests {
  'lsp/checkFile': { params: CheckFileParams; result: Diagnostic[] };
  'lsp/check': { params: CheckParams; result: CheckReport };
  /** Has compilers and linters judge whole projects, as they are on disk. Takes as long as they do. */
  'lsp/checkProject': { params: CheckProjectParams; result: ProjectReport };
  /** Runs nothing. */
  'lsp/projects': { params: ProjectsParams; result: Project[] };
  'lsp/diagnostics': { params: NoParams; result: Record<string, Diagnostic[]> };
  'lsp/getDiagnosticEpoch': { params: NoParams; result: number };
  'lsp/diagnosticsAfter': { params: DiagnosticsAfterParams; result: Record<string, Diagnostic[]> };
  'lsp/status': { params: StatusParams; result: ServerStatus[] };
  'lsp/metrics': { params: NoParams; result: ServiceMetrics };
  'lsp/shutdown': { params: NoParams; result: null };
}

/** Notifications, host to sidecar. */
export interface LspClientNotifications {
  /** Starts the servers of this file without asking them anything. */
  'lsp/warm': { filePath: string };
}

/** Notifications, sidecar to host. */
export interface LspServerNotifications {
  /** Sent once, before the first request is answered (REQ-START-010). */
  'lsp/ready': NoParams;
}
