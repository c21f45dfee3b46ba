import { isAbsolute } from 'node:path';
import { z } from 'zod';
import {
  type ChoiceSetting,
  type DurationSetting,
  type NumberSetting,
  SETTINGS,
  type SimpleSettings,
} from '../lsp/settings-table.js';
import type { CheckerConfig, LspConfig, ServerConfig } from '../lsp/types.js';
import { durationMs } from '../support/duration.js';
import { parserSchema } from './parser-schema.js';

export type SettingsScope = 'user' | 'workspace';

const flag = z.boolean('must be true or false');

function wholeNumber(min: number, max: number, what: string) {
  const message = `must be ${what} from ${min} to ${max}`;
  return z.number(message).refine((n) => Number.isInteger(n) && n >= min && n <= max, message);
}

function duration(min: number, max: number) {
  const message = `must be ${UNITS.ms} from ${min} to ${max}, or a text like "10m" or "2h"`;
  return z.union([z.number(message), z.string(message)], message).refine((value) => {
    const ms = durationMs(value);
    return ms !== undefined && ms >= min && ms <= max;
  }, message);
}

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
  env: z.record(
    z.string(),
    withoutNul('must be a string'),
    'must be an object of strings, like {"LOG": "off"}',
  ),
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
      sameAs: z.array(
        word('must be the id of a server, like "typescript"'),
        'must be a list of ids of servers, like ["typescript"]',
      ),
      parser: parserSchema,
    },
    programObject,
  )
  .exactPartial();

/** REQ-CFG-080 */
const workspaceProgram = z.strictObject({ enabled: flag }, programObject).exactPartial();

const folder = word('must be a folder, absolute or below ~/').refine(
  (path) => isAbsolute(path) || path.startsWith('~/'),
  'must be a folder, absolute or below ~/',
);
const TRUST =
  'must be "host", "always", "never" or a list of the folders whose workspaces are trusted, like ["~/work"]';
const variable = z
  .string('must be the name of an environment variable')
  .regex(/^[^=\0]+$/, 'must be the name of an environment variable');
const traceFile = word('must be the path of a file, like "~/lsp-trace.jsonl"');
const trace = z.strictObject(
  {
    file: traceFile,
    content: z.enum(['redacted', 'full'], 'must be "redacted" or "full"').exactOptional(),
    maxBytes: wholeNumber(65_536, 2 ** 31, 'a whole number of bytes').exactOptional(),
  },
  'must be false, the path of a file, or an object, like {"file": "~/lsp-trace.jsonl"}',
);

const servers =
  'must be an object of servers by id, like {"eslint": {"enabled": false}}, or a list of servers ' +
  'that each have an "id"';
const checkers = 'must be an object of checkers by id, like {"eslint": {"enabled": false}}';

const userNested = {
  servers: z.record(z.string(), userServer, servers),
  checkers: z.record(z.string(), userChecker, checkers),
  trust: z.union([z.enum(['host', 'always', 'never']), z.array(folder)], TRUST),
  passEnv: z.array(variable, 'must be a list of names of environment variables, like ["GITHUB_TOKEN"]'),
  trace: z.union(
    [z.literal(false), traceFile, trace],
    'must be false, the path of a file, or an object, like {"file": "~/lsp-trace.jsonl"}',
  ),
};

const workspaceNested = {
  servers: z.record(z.string(), workspaceProgram, servers),
  checkers: z.record(z.string(), workspaceProgram, checkers),
  /** A workspace may ask for less trust than it gets, never for more. */
  trust: z.literal('never', 'can only be "never" here: it is for the user settings to trust a workspace'),
};

/** By the rows of the table, in their order; `nested` are the schemas that are written by hand. */
function settingsIn<Nested extends Record<string, z.ZodType>>(scope: SettingsScope, nested: Nested) {
  const shape = Object.entries(SETTINGS).flatMap(([name, setting]) => {
    if (scope === 'workspace' && 'userOnly' in setting) return [];
    return [[name, setting.type === 'nested' ? nested[name] : schemaOf(setting)]];
  });
  return z
    .strictObject(
      Object.fromEntries(shape) as Simple & Nested,
      'must be true, false or an object, like {"diagnosticTimeout": 3000}',
    )
    .exactPartial();
}

type Simple = { [K in keyof SimpleSettings]-?: z.ZodType<Required<SimpleSettings>[K]> };

const UNITS = {
  ms: 'a whole number of milliseconds',
  MiB: 'a whole number of MiB',
  none: 'a whole number',
} as const;

function schemaOf(setting: NumberSetting | DurationSetting | ChoiceSetting): z.ZodType {
  if (setting.type === 'duration') return duration(setting.min, setting.max);
  if (setting.type === 'number') return wholeNumber(setting.min, setting.max, UNITS[setting.unit ?? 'none']);
  const choice = z.literal([...setting.values], `must be ${listed(setting.values, 'or')}`);
  return setting.type === 'choice'
    ? choice
    : z.array(choice, `must be a list of ${listed(setting.values, 'and')}`);
}

function listed(values: ChoiceSetting['values'], word: 'and' | 'or'): string {
  const words = values.map((value) => JSON.stringify(value));
  return `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1) ?? ''}`;
}

/** The schema of one server in the user's own settings. */
export const serverSettings = userServer;

/** The schema of the user's own settings file. */
export const userSettings = settingsIn('user', userNested);

/**
 * The schema of a workspace's settings file. A model may have written it, so it never names a
 * program (REQ-CFG-080).
 */
export const workspaceSettings = settingsIn('workspace', workspaceNested);

export const LSP_KEYS = Object.keys(userSettings.shape) as (keyof LspConfig)[];
export const SERVER_KEYS = Object.keys(userServer.shape) as (keyof ServerConfig)[];
export const CHECKER_KEYS = Object.keys(userChecker.shape) as (keyof CheckerConfig)[];
