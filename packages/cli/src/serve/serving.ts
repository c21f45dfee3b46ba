import type { Catalog } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { complain } from '../session.js';
import type { Upstream } from './upstream.js';

/** What each way of serving is given. */
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
  /** Of web pages that may ask, as browsers write them. */
  readonly origins: readonly string[];
  /** Whether a program starts us: it gets one line of JSON on stdout, people get theirs on stderr. */
  readonly json: boolean;
}

export function trouble(io: Io, message: string): ExitCode {
  complain(io, message);
  return 2;
}
