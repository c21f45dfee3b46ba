import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { CheckerConfig, LspConfig, ServerConfig } from '../lsp/types.js';
import { parserSchema } from './parser-schema.js';

/** Longer waits are mistakes, and timers past 2^31 ms fire at once. */
const MAX_MS = 600_000;

/** ms. The limit is higher for `idleShutdown`, because no caller waits for an idle server. */
const DAY = 86_400_000;

const flag = z.boolean('must be true or false');

function wholeNumber(min: number, max: number, what: string) {
  const message = `must be ${what} from ${min} to ${max}`;
  return z.number(message).refine((n) => Number.isInteger(n) && n >= min && n <= max, message);
}

const milliseconds = (min: number, max = MAX_MS) => wholeNumber(min, max, 'a whole number of milliseconds');
const count = (min: number, max = 1000) => wholeNumber(min, max, 'a whole number');

/**
 * NUL ends a string for the operating system, so a program would get less than the settings say.
 */
const withoutNul = (message: string) =>
  z.string(message).refine((text) => !text.includes('\0'), 'must not hold a NUL character');
const word = (message: string) => withoutNul(message).refine((text) => text.trim() !== '', message);
const anyObject = z.record(z.string(), z.unknown(), 'must be an object');

const NAME_OR_ENDING = 'must be how names of files end, like ".foo", or a whole name, like "Makefile"';
const extension = z
  .string(NAME_OR_ENDING)
  .regex(/^\.?[^\s/\\*.][^\s/\\*]*$/, NAME_OR_ENDING)
  .transform((text) => text.toLowerCase());

const programObject = 'must be an object, like {"enabled": false}';

/**
 * The settings that servers and checkers share. All but `enabled` decide which program is run, and
 * how.
 */
const program = {
  enabled: flag,
  command: word('must be the name or path of a program as one string; its arguments stand in "args"'),
  args: z.array(withoutNul('must be a string'), 'must be a list of strings, like ["--stdio"]'),
  extensions: z.array(extension, 'must be a list of file extensions, like [".foo"]'),
  env: z.record(z.string(), withoutNul('must be a string'), 'must be an object of strings, like {"LOG": "off"}'),
  rootMarkers: z.array(
    word('must be a file name, like "foo.toml"'),
    'must be a list of file names, like ["foo.toml"]',
  ),
};

const userServer = z
  .strictObject(
    {
      ...program,
      initializationOptions: anyObject,
      settings: anyObject,
      languageId: word('must be an LSP language id, like "foo"'),
      role: z.enum(['compiler', 'linter'], 'must be "compiler" or "linter"'),
    },
    programObject,
  )
  .exactPartial();

const userChecker = z
  .strictObject(
    {
      ...program,
      sameAs: z.array(word('must be the id of a server, like "typescript"'), 'must be a list of ids of servers, like ["typescript"]'),
      parser: parserSchema,
    },
    programObject,
  )
  .exactPartial();

/** REQ-CFG-080 */
const workspaceProgram = z.strictObject({ enabled: flag }, programObject).exactPartial();

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
  maxAffectedFiles: count(0, 1_000_000),
  maxOpenDocuments: count(1),
  idleShutdown: milliseconds(0, DAY),
  navigationTools: flag,
  toolResults: z.enum(['text', 'structured', 'both'], 'must be "text", "structured" or "both"'),
  navigationTimeout: milliseconds(1),
  warmOnRead: flag,
  checkerTimeout: milliseconds(1),
  editDiagnostics: flag,
  meta: z.union([z.boolean(), z.literal('verdict')], 'must be true, false or "verdict"'),
};

const folder = word('must be a folder, absolute or below ~/').refine((path) => isAbsolute(path) || path.startsWith('~/'), 'must be a folder, absolute or below ~/');
const TRUST = 'must be "host", "always", "never" or a list of the folders whose workspaces are trusted, like ["~/work"]';
const variable = z.string('must be the name of an environment variable').regex(/^[^=\0]+$/, 'must be the name of an environment variable');
const traceFile = word('must be the path of a file, like "~/lsp-trace.jsonl"');
const trace = z
  .strictObject(
    { file: traceFile, content: z.enum(['redacted', 'full'], 'must be "redacted" or "full"').exactOptional(), maxBytes: wholeNumber(65_536, 2 ** 31, 'a whole number of bytes').exactOptional() },
    'must be false, the path of a file, or an object, like {"file": "~/lsp-trace.jsonl"}',
  );

/**
 * These settings decide over programs and over where files are written, so a workspace may not set
 * them.
 */
const userOnly = {
  trust: z.union([z.enum(['host', 'always', 'never']), z.array(folder)], TRUST),
  passEnv: z.array(variable, 'must be a list of names of environment variables, like ["GITHUB_TOKEN"]'),
  trace: z.union([z.literal(false), traceFile, trace], 'must be false, the path of a file, or an object, like {"file": "~/lsp-trace.jsonl"}'),
};

/** A workspace may ask for less trust than it gets, never for more. */
const workspaceOnly = { trust: z.literal('never', 'can only be "never" here: it is for the user settings to trust a workspace') };

const lspObject = 'must be false or an object, like {"diagnosticTimeout": 3000}';
const servers = 'must be an object of servers by id, like {"eslint": {"enabled": false}}';
const checkers = 'must be an object of checkers by id, like {"eslint": {"enabled": false}}';

/** The schema of the user's own settings file. */
export const userSettings = z
  .strictObject({ servers: z.record(z.string(), userServer, servers), checkers: z.record(z.string(), userChecker, checkers), ...common, ...userOnly }, lspObject)
  .exactPartial();

/**
 * The schema of a workspace's settings file. A model may have written it, so it never names a
 * program (REQ-CFG-080).
 */
export const workspaceSettings = z
  .strictObject({ servers: z.record(z.string(), workspaceProgram, servers), checkers: z.record(z.string(), workspaceProgram, checkers), ...common, ...workspaceOnly }, lspObject)
  .exactPartial();

export const LSP_KEYS = Object.keys(userSettings.shape) as (keyof LspConfig)[];
export const SERVER_KEYS = Object.keys(userServer.shape) as (keyof ServerConfig)[];
export const CHECKER_KEYS = Object.keys(userChecker.shape) as (keyof CheckerConfig)[];
