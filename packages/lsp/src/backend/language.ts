import type { CheckerDefinition } from './checker/definition.ts';
import type { EnvironmentTraits } from './environment.ts';
import type { ServerPreset } from './server-preset.ts';

/** Everything that one language, or one tool, supplies. One folder of languages/ each. */
export interface LanguageSupport {
  readonly id: string;
  readonly servers: readonly ServerPreset[];
  readonly checkers?: readonly CheckerDefinition[];
  readonly environment?: EnvironmentTraits;
  /**
   * Files that decide what is reported about other files: whole names or endings, lower case, or
   * patterns of lower-case names. The disk index watches them as it does sources. It watches any
   * JSON and TOML without being told.
   */
  readonly settingsFiles?: readonly (string | RegExp)[];
}
