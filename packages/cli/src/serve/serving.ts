import type { Catalog } from '@vybestack/llxprt-lsp-core';
import type { Io } from '../io.js';
import type { Upstream } from './upstream.js';

/** What each transport gets. */
export interface Serving {
  readonly io: Io;
  readonly upstream: Upstream;
  readonly catalog: Catalog;
  /** Absolute and real. */
  readonly workspaceRoot: string;
}

export interface HttpOptions {
  /** 0: any free one. */
  readonly port: number;
  /** The web pages that may send requests, in the form that browsers send. */
  readonly origins: readonly string[];
  /**
   * Whether a program started this command. A program gets one line of JSON on stdout; a user gets
   * the address on stderr.
   */
  readonly json: boolean;
}
