import type { LspConfig, Origin } from '../../../core/src/lsp/types.js';
import type { Language } from './languages.js';

/** Where a scenario is run: `main` in `npm test`, `full` in `npm run test:full`, `nightly` at night. */
export const TIERS = ['main', 'full', 'nightly'] as const;

export type Tier = (typeof TIERS)[number];

/** A workspace, and what happens in it, one step after the other. */
export interface Scenario {
  /** `01/typescript-7/linked-package`: its entry, its language, its file. */
  readonly id: string;
  readonly title: string;
  /** Of issue 43; 0 for what is ordinary. */
  readonly entry: number;
  readonly language: Language;
  readonly tier: Tier;
  /** Why the product fails it today. */
  readonly fails: string | undefined;
  /** Folders, or settings files, that the compiler is asked about; relative to the workspace. */
  readonly projects: readonly string[];
  /** Servers that run besides those of the language. */
  readonly servers: readonly string[];
  readonly settings: LspConfig;
  readonly files: ReadonlyMap<string, string>;
  readonly steps: readonly Step[];
}

export const VERBS = [
  ...(['setup', 'shell', 'command', 'edit', 'write', 'patch', 'delete'] as const),
  ...(['check', 'read', 'settle', 'tool', 'cli'] as const),
];

export type Verb = (typeof VERBS)[number];

export interface Step {
  readonly verb: Verb;
  /** A file, the name of a tool, the words of a command line. */
  readonly about: string;
  readonly body: string;
  readonly expected: readonly Expectation[];
  /** Where it stands in the file; 1-based. */
  readonly line: number;
}

/** What holds after a step, besides that the verdict is the compiler's. */
export type Expectation =
  /** Of the file that the step is about. */
  | { readonly kind: 'clean' }
  /** `words`: the code, or a part of the message. */
  | { readonly kind: 'error'; readonly words: string; readonly origin?: Origin }
  /** No `words`: nothing is said of any other file. */
  | { readonly kind: 'others'; readonly file: string; readonly words: string; readonly origin?: Origin }
  | { readonly kind: 'no others' }
  /** Of the text that the model, or the person, reads. */
  | { readonly kind: 'says' | 'silent'; readonly words: string }
  /** A server that answers for the file does not answer here: there is no verdict to compare. */
  | { readonly kind: 'unjudged' }
  /** No compiler judges such a file: there is nothing to compare with. */
  | { readonly kind: 'no compiler' }
  /** A limit cuts the search for other files short. */
  | { readonly kind: 'incomplete' };
