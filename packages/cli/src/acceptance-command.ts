import type { Project } from '@vybestack/llxprt-lsp-core';
import { escaped, jsonOf } from '@vybestack/llxprt-lsp-core';
import { withLongTimeouts } from './check/task.js';
import type { ExitCode, Io } from './io.js';
import { trouble, whyNoService, withSession, type WorkspaceOptions } from './session.js';

/**
 * What `llxprt-lsp acceptance` prints. Fields may be added; the fields listed here keep name and
 * meaning as long as `version` is 1.
 */
export interface AcceptanceJson {
  version: 1;
  /** Absolute. */
  workspace: string;
  /** By checker, then root; empty where there is no project. */
  criteria: Criterion[];
  /** One command that runs all of them. For sh, in the workspace; see `llxprt-lsp check --help`. */
  check: string;
}

interface Criterion {
  /** The checker's id: `tsc`. */
  checker: string;
  /** For people. */
  language: string;
  /** Relative to the workspace root, with `/`; `.` is the workspace itself. */
  root: string;
  /**
   * To be run one after the other; each exits with 0 where nothing is wrong. Empty where the
   * program is missing.
   */
  commands: {
    /** The reference form: a program and its arguments, run in `root`. */ argv: string[];
    /** The same for sh, run in the workspace. */ shell: string;
  }[];
  available: boolean;
  /** Why it is not available. */
  reason?: string;
  /** The command that installs what is missing. */
  install?: string;
}

/**
 * `llxprt-lsp acceptance`: prints which commands check the projects of the workspace. It runs none
 * of them.
 */
export function acceptance(io: Io, place: WorkspaceOptions): Promise<ExitCode> {
  return withSession(io, place, withLongTimeouts, async ({ config, lsp, workspaceRoot }) => {
    const client = config.getLspServiceClient();
    const projects = await client?.projects({}, io.signal);
    if (projects === undefined) return trouble(io, whyNoService(lsp, client, 'service does not answer'));
    io.out(escaped`${jsonOf(toAcceptanceJson(workspaceRoot, projects), 2)}\n`);
    return 0;
  });
}

export function toAcceptanceJson(workspace: string, projects: readonly Project[]): AcceptanceJson {
  return { version: 1, workspace, criteria: projects.map(toCriterion), check: 'llxprt-lsp check --project' };
}

function toCriterion({ checker, language, root, commands, reason, install }: Project): Criterion {
  return {
    checker,
    language,
    root,
    commands: (commands ?? []).map((argv) => ({ argv, shell: toShell(root, argv) })),
    available: commands !== undefined,
    ...(reason !== undefined && { reason }),
    ...(install !== undefined && { install }),
  };
}

function toShell(root: string, argv: readonly string[]): string {
  const command = argv.map(quote).join(' ');
  // A folder name that begins with a hyphen would be read as an option.
  return root === '.' ? command : `cd ${quote(root.startsWith('-') ? `./${root}` : root)} && ${command}`;
}

/**
 * Quotes a word for sh (POSIX, section 2.2). A word without a character that is special to any
 * shell stays as it is.
 */
function quote(word: string): string {
  return /^(-[\w@%+=:,./-]*|[\w@%+:,./-]+)$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
