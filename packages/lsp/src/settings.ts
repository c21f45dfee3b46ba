import * as v from 'valibot';
import { type Schema, problemsOf } from './support/schema.ts';
import { type ChoiceSetting, type NumberSetting, SETTINGS, type SimpleSettings } from './settings-table.ts';
import type { LspConfig, ProblemPattern } from './types.ts';

const strings = v.array(v.string());
const values = v.record(v.string(), v.unknown());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const server = v.object({
  enabled: v.exactOptional(v.boolean()),
  command: v.exactOptional(v.string()),
  args: v.exactOptional(strings),
  extensions: v.exactOptional(strings),
  env: v.exactOptional(v.record(v.string(), v.string())),
  initializationOptions: v.exactOptional(values),
  settings: v.exactOptional(values),
  rootMarkers: v.exactOptional(strings),
  languageId: v.exactOptional(v.string()),
  role: v.exactOptional(v.picklist(['compiler', 'linter'])),
  imported: v.exactOptional(v.literal(true)),
});

const NO_FINDING = 'must say which groups are the file and the message';

const pattern = v.object({
  regexp: v.pipe(v.string(), v.check(compiles, 'must be a regular expression')),
  ...v.entriesFromList(['file', 'line', 'column', 'endLine', 'endColumn', 'severity', 'code', 'message'], v.exactOptional(count)),
  loop: v.exactOptional(v.boolean()),
});

const severity = v.picklist(SETTINGS.includeSeverities.values);

const matcher = v.object({
  pattern: v.union([
    v.pipe(pattern, v.check((only) => findsSomething([only]), NO_FINDING)),
    v.pipe(v.array(pattern), v.check((patterns) => findsSomething(patterns), NO_FINDING)),
  ]),
  severity: v.exactOptional(severity),
});

const checker = v.object({
  enabled: v.exactOptional(v.boolean()),
  command: v.exactOptional(v.string()),
  args: v.exactOptional(strings),
  env: v.exactOptional(v.record(v.string(), v.string())),
  extensions: v.exactOptional(strings),
  rootMarkers: v.exactOptional(strings),
  sameAs: v.exactOptional(strings),
  parser: v.exactOptional(v.union([v.picklist(['json-lines', 'sarif', 'gcc', 'tsc']), matcher])),
});

const trace = v.object({ file: v.string(), content: v.exactOptional(v.picklist(['redacted', 'full'])), maxBytes: v.exactOptional(count) });

/** By the rows of the table. The upper bounds of numbers are for people: the host checks them. */
const simple = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([name, setting]) => (setting.type === 'nested' ? [] : [[name, v.exactOptional(schemaOf(setting))]])),
) as { [K in keyof SimpleSettings]-?: v.ExactOptionalSchema<Schema<Required<SimpleSettings>[K]>, undefined> };

function schemaOf(setting: NumberSetting | ChoiceSetting): v.GenericSchema {
  if (setting.type === 'number') return v.pipe(v.number(), v.integer(), v.minValue(setting.min));
  const choice = v.union(setting.values.map((value) => v.literal(value)));
  return setting.type === 'choice' ? choice : v.array(choice);
}

const config: Schema<LspConfig> = v.object({
  ...simple,
  servers: v.exactOptional(v.record(v.string(), server)),
  checkers: v.exactOptional(v.record(v.string(), checker)),
  trust: v.exactOptional(v.union([v.picklist(['host', 'always', 'never']), strings])),
  passEnv: v.exactOptional(strings),
  trace: v.exactOptional(v.union([v.literal(false), v.string(), trace])),
});

export type Settings = { readonly kind: 'valid'; readonly config: LspConfig } | { readonly kind: 'invalid'; readonly problem: string };

/**
 * The host has read the settings files and reports what is wrong there. Here a malformed value is a
 * bug of the host, and fatal.
 */
export function parseSettings(value: unknown): Settings {
  const parsed = v.safeParse(config, value ?? {});
  return parsed.success ? { kind: 'valid', config: parsed.output } : { kind: 'invalid', problem: `LSP_BOOTSTRAP: config: ${problemsOf(parsed.issues)}` };
}

function compiles(regexp: string): boolean {
  try {
    new RegExp(regexp);
    return true;
  } catch {
    return false;
  }
}

function findsSomething(patterns: readonly ProblemPattern[]): boolean {
  return patterns.some(({ message }) => message !== undefined) && patterns.some(({ file }) => file !== undefined);
}
