import type { ServerProgram } from '../../types.ts';

/** Everything needed to start one language server. */
export interface ServerLaunch {
  /** The folder it serves: rootUri and its one workspace folder. Absolute, real. */
  readonly root: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the sidecar's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly program: ServerProgram;
  readonly initializationOptions?: Readonly<Record<string, unknown>>;
  /**
   * Sent with `workspace/didChangeConfiguration` after initialization, to servers that may never
   * ask.
   */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** It loses documents that are opened before it has requested its settings and received them. */
  readonly needsConfigurationFirst?: boolean;
  /** Globs below the root of files that it wants to be notified of, and does not say so. */
  readonly watches?: readonly string[];
  /** It learns of a file in a new folder only if it also got a file event for the folder. */
  readonly watchesFolders?: boolean;
  /**
   * Whether a document is closed and opened again, instead of changed, once another file has
   * changed that it may include. Where it is set, a document that is asked about is also opened anew if the
   * import graph leads from it to what changed.
   *
   * @param changed the path of that file
   * @param text of the document
   */
  readonly reopensAfter?: (changed: string, text: string) => boolean;
  /**
   * What the server is sent in place of a text: as long, and with the same line ends, so that every
   * position stays. Cheap, and never throws.
   */
  readonly sentAs?: (path: string, text: string) => string;
  /**
   * What the server has to know before a document is opened: sent with `workspace/didChangeConfiguration`.
   * Undefined where it needs nothing. Cheap, and never throws.
   */
  readonly settingsOf?: (path: string) => Readonly<Record<string, unknown>> | undefined;
  /**
   * The answer to one item of `workspace/configuration`; `section` is '' where the server asks for
   * everything. Null where nothing is set.
   */
  configuration?(section: string): unknown;
}
