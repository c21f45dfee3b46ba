import type { ServerProgram } from '../types.ts';

/**
 * How a server says "that was all"; see diagnostics/source.ts.
 *
 * `auto` decides by what the server turns out to offer: a pull provider, else its pushes. `settled-pull` waits until the server says that it
 * has loaded the project. `push-once` is for servers that publish once for each text: there, the first empty publish of a document is no greeting.
 * `pull-any` is for those that answer for files that are not open as well as for those that are.
 * `pull-unoffered` is for those that answer pulls and do not say so.
 */
export type SourceKind = 'auto' | 'pull' | 'settled-pull' | 'tsserver' | 'typescript7' | 'push' | 'push-once' | 'pull-any' | 'pull-unoffered';

/** A compiler that is no server: it runs after each change, reads the disk, and has said everything when it exits. */
export interface CompilerRun {
  /** How what it prints is read; see compiler/outputs.ts. */
  readonly output: 'cargo';
  /** Globs over absolute paths: what its verdicts depend on. */
  readonly reads: readonly string[];
}

/**
 * A request whose answer follows the last publish about whatever the texts sent before it have broken or mended. A command is not used where the
 * server does not list it, any other request not again once the server has said that it knows no such method.
 */
export type Barrier = BarrierCommand | { readonly kind: 'request'; readonly method: string };

export interface BarrierCommand {
  readonly kind: 'command';
  /** For `workspace/executeCommand`. */
  readonly command: string;
  /**
   * Another one, without arguments, where nothing is answered meanwhile and the barrier cannot be cancelled: it finds out what the barrier will say, and can.
   */
  readonly ahead?: string;
  /**
   * @param uris the open documents
   * @param root the server's root folder
   */
  arguments(uris: readonly string[], root: string): readonly unknown[];
}

/** What somebody has to know of a server who asks it the way; see navigation/. */
export interface NavigationManners {
  /**
   * How one knows that it has loaded what its answers need. `held`: it holds each question back until it has. `status`: it says so with
   * `experimental/serverStatus`, and answers wrongly before. `shown`: it knows the files that it was shown, once its barrier has been passed.
   * `progress`, where nothing is known of it: it says with `$/progress` what it loads. Else it writes such a line into its editor's log.
   */
  readonly loading?: 'held' | 'status' | 'shown' | 'progress' | RegExp;
  /** The errors by which it says that it has found nothing at a position. */
  readonly nothingHere?: RegExp;
  /** It lists so many symbols of the workspace, and does not say that there are more. */
  readonly mostSymbols?: number;
}

/**
 * How files of a language name each other, see affected/: where a server cannot find out by itself which files a change broke, they are found by
 * their text.
 */
export type ImportSyntax = 'ecmascript' | 'python' | 'c';

/**
 * What a server finds that others find as well, in other words: left out where those have answered for the file. A list: what has one of these
 * codes (`''` is no code) every compiler of the language has, too; for linters. `linesOf`: the id of a server that has a say first, about whatever
 * lines it speaks of; for a second compiler.
 */
export type Echoes = readonly string[] | { readonly linesOf: string };

/** Projects of a language that name each other by their paths. */
export interface Manifests {
  /** What a project's manifest is called, lower case. */
  readonly names: readonly string[];
  /** The folders of other projects that the one in `folder` takes sources from, absolute. Reads small files, and never throws. */
  uses(folder: string): readonly string[];
}

/** One language server, or one compiler, as data and one function: where its program is for a given folder. */
export interface ServerDefinition {
  readonly id: string;
  /** For people, in `/lsp status`. */
  readonly language: string;
  /** How the names of its files end, with the dot, or whole names; lower case. */
  readonly extensions: readonly string[];
  /** A linter never holds back a compiler's answer for longer than the setting `linterGrace`. */
  readonly role: 'compiler' | 'linter';
  readonly crossServerDuplicates?: Echoes;
  /** Well-known and not configured: that its program is missing is no news. */
  readonly optional: boolean;
  /** Of this one we bring a program along that runs nothing of the workspace: it serves an untrusted one, too. No other server does. */
  readonly needsNoTrust: boolean;
  readonly source: SourceKind;
  readonly barrier?: Barrier;
  readonly navigation?: NavigationManners;
  /** It judges files that nobody has opened, where it is asked about them. */
  readonly imports?: ImportSyntax;
  /** No other file has a part in what it says about one. */
  readonly judgesAlone?: true;
  /**
   * Its processes import files of each other's projects, and notice a change there late: each is told the texts that another one is asked about, as
   * long as they are open.
   */
  readonly sharesFiles?: true;
  /** It only speaks of projects of which it was shown a file, or that it was started for. */
  readonly manifests?: Manifests;
  /** Where the program is a compiler to run, not a language server. */
  readonly run?: CompilerRun;
  /** The id of one whose word counts for more: where that one serves a file too, this one is asked only while it is late. */
  readonly standsInFor?: string;
  /** The LSP language id of its files, where it differs from language-map.ts. */
  readonly languageId?: string;
  /**
   * Finds the program that judges files in `folder`.
   *
   * Called before every check, so it only stats and reads small files; it never runs anything and never throws.
   *
   * @param folder absolute, real, at or below `search.workspaceRoot`
   */
  locate(folder: string, search: Search): Location;
}

/** Where programs may come from. The order is the caller's: workspace, PATH, bundled. */
export interface Search {
  /** Absolute, real. */
  readonly workspaceRoot: string;
  /** Whether what the workspace brings along may be run. If not, only programs that this package brings along are, and nothing of the workspace in them. */
  readonly trusted: boolean;
  /** The Node that runs servers written for it, if there is one. */
  readonly node: string | undefined;
  /** A program on PATH, absolute. */
  which(program: string): string | undefined;
  /** The folder of a package that this package depends on, absolute, real. */
  bundled(packageName: string): string | undefined;
}

export type Location =
  | { readonly kind: 'found'; readonly launch: Launch }
  /** The program is missing: `hint` is the command that installs it. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly hint?: string }
  /** The server has no business in this folder: no ESLint configuration, say, or it is optional and its program missing. */
  | { readonly kind: 'not-applicable'; readonly reason: string; readonly hint?: string }
  /** It would be run if the workspace were trusted. */
  | { readonly kind: 'untrusted'; readonly reason: string; readonly hint?: never };

/** Everything that starting one process takes. */
export interface Launch {
  /** The folder it serves: rootUri and its one workspace folder. Absolute, real. */
  readonly root: string;
  /** Opaque. What, besides server id and root, tells two processes apart: real path and version of the `typescript` it judges with. */
  readonly toolchain?: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the sidecar's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly program: ServerProgram;
  /** Overrides the definition's, where the version of the program decides: TypeScript 7 pulls, 6 and below do not. */
  readonly source?: SourceKind;
  readonly initializationOptions?: Readonly<Record<string, unknown>>;
  /** Sent with `workspace/didChangeConfiguration` once it is initialized, to servers that may never ask. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** It loses documents that are opened before it has asked for its settings and got them. */
  readonly asksFirst?: boolean;
  /** It knows of a file in a new folder only where it was told of the folder as well. */
  readonly watchesFolders?: boolean;
  /** The answer to one item of `workspace/configuration`; `section` is '' where the server asks for everything. Null where nothing is set. */
  configuration?(section: string): unknown;
  /** Whether this process is the one for a file, as things are on disk now. Reads small files and never throws; so do the two below. */
  serves(path: string): boolean;
  /** By the configuration the file is nobody's: no compiler speaks of it, though the server may, once it is open. Without it, none is. */
  excludes?(path: string): boolean;
  /** It looks at this file or folder, changed behind its back, in its own time, unless it is told that its settings may have changed. */
  reloads?(path: string): boolean;
}
