import type { Tools } from './tools.js';

/** Where a set-up is made. All folders are absolute, real and new. */
export interface Place {
  readonly workspace: string;
  /** The user's home folder: tools keep their caches and environments there. */
  readonly home: string;
  readonly tools: Tools;
  /** The environment of all programs, with `home` as the home folder. */
  readonly env: NodeJS.ProcessEnv;
  /** Writes files below the workspace. */
  write(files: Readonly<Record<string, string>>): void;
  /** Runs a program in a folder of the workspace; throws where it fails. */
  run(command: readonly string[], folder?: string, env?: NodeJS.ProcessEnv): Promise<string>;
}

/** One file, and what its language's own tools find of its imports. */
export interface Checked {
  readonly file: string;
  /** Runs in the file's project. Imports that do not resolve, or errors of a compiler. */
  unresolved(place: Place): Promise<readonly string[]>;
  /** The same source with one more import, of what nothing declares. */
  control(text: string): string;
}

/** A way in which a project has its packages. */
export interface Setup {
  readonly id: string;
  /** For the table. */
  readonly title: string;
  readonly language: 'Python' | 'TypeScript' | 'Go' | 'Rust' | 'C++' | 'Java';
  /** What made it: a tool with its version, or `its files` where it was laid out as documented. */
  madeBy(tools: Tools): string;
  readonly server: string;
  make(place: Place): Promise<void>;
  /** Set for the language servers only: what an activated environment sets. */
  env?(place: Place): NodeJS.ProcessEnv;
  readonly checked: readonly Checked[];
  /** Nothing is installed: what a result has to say instead of errors. */
  readonly says?: RegExp;
}
