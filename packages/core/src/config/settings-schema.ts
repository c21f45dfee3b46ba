import { z } from 'zod';
import type { LspConfig, ServerConfig } from '../lsp/types.js';

/** Longer waits are mistakes, and timers past 2^31 ms fire at once. */
const MAX_MS = 600_000;

/** Nobody waits for what is idle. ms. */
const DAY = 86_400_000;

/** The settings of one server that only the user's own file may hold: they say what is run, and how (REQ-CFG-080). */
export const USER_ONLY = [
  'command',
  'args',
  'env',
  'extensions',
  'initializationOptions',
  'settings',
  'rootMarkers',
  'languageId',
  'role',
] as const satisfies readonly (keyof ServerConfig)[];

const flag = z.boolean('must be true or false');

function wholeNumber(min: number, max: number, what: string) {
  const message = `must be ${what} from ${min} to ${max}`;
  return z.number(message).refine((n) => Number.isInteger(n) && n >= min && n <= max, message);
}

const milliseconds = (min: number, max = MAX_MS) => wholeNumber(min, max, 'a whole number of milliseconds');
const count = (min: number) => wholeNumber(min, 1000, 'a whole number');

/** NUL ends a string for the operating system, so a program would be started with less than what stands here. */
const withoutNul = (message: string) =>
  z.string(message).refine((text) => !text.includes('\0'), 'must not hold a NUL character');
const word = (message: string) => withoutNul(message).refine((text) => text.trim() !== '', message);
const anyObject = z.record(z.string(), z.unknown(), 'must be an object');

const NAME_OR_ENDING = 'must be how names of files end, like ".foo", or a whole name, like "Makefile"';
const extension = z
  .string(NAME_OR_ENDING)
  .regex(/^\.?[^\s/\\*.][^\s/\\*]*$/, NAME_OR_ENDING)
  .transform((text) => text.toLowerCase());

const serverObject = 'must be an object, like {"enabled": false}';

const userServer = z
  .strictObject(
    {
      enabled: flag,
      command: word('must be the name or path of a program as one string; its arguments stand in "args"'),
      args: z.array(withoutNul('must be a string'), 'must be a list of strings, like ["--stdio"]'),
      extensions: z.array(extension, 'must be a list of file extensions, like [".foo"]'),
      env: z.record(z.string(), withoutNul('must be a string'), 'must be an object of strings, like {"LOG": "off"}'),
      initializationOptions: anyObject,
      settings: anyObject,
      rootMarkers: z.array(
        word('must be a file name, like "foo.toml"'),
        'must be a list of file names, like ["foo.toml"]',
      ),
      languageId: word('must be an LSP language id, like "foo"'),
      role: z.enum(['compiler', 'linter'], 'must be "compiler" or "linter"'),
    },
    serverObject,
  )
  .exactPartial();

const workspaceServer = userServer.pick({ enabled: true });

const common = {
  diagnosticTimeout: milliseconds(1),
  firstTouchTimeout: milliseconds(1),
  linterGrace: milliseconds(0),
  includeSeverities: z.array(
    z.enum(['error', 'warning', 'info', 'hint'], 'must be "error", "warning", "info" or "hint"'),
    'must be a list of "error", "warning", "info" and "hint"',
  ),
  maxDiagnosticsPerFile: count(1),
  maxProjectDiagnosticsFiles: count(0),
  otherFiles: z.enum(['write', 'always', 'never'], 'must be "write", "always" or "never"'),
  otherFilesTimeout: milliseconds(0),
  maxAffectedFiles: count(0),
  maxOpenDocuments: count(1),
  idleShutdown: milliseconds(0, DAY),
  navigationTools: flag,
  navigationTimeout: milliseconds(1),
  warmOnRead: flag,
};

const lspObject = 'must be false or an object, like {"diagnosticTimeout": 3000}';
const servers = 'must be an object of servers by id, like {"eslint": {"enabled": false}}';

/** What the user's own settings file may say. */
export const userSettings = z
  .strictObject({ servers: z.record(z.string(), userServer, servers), ...common }, lspObject)
  .exactPartial();

/** What a workspace's settings file may say. A model may have written it, so it never names a program (REQ-CFG-080). */
export const workspaceSettings = z
  .strictObject({ servers: z.record(z.string(), workspaceServer, servers), ...common }, lspObject)
  .exactPartial();

export const LSP_KEYS = Object.keys(userSettings.shape) as (keyof LspConfig)[];
export const SERVER_KEYS = Object.keys(userServer.shape) as (keyof ServerConfig)[];
