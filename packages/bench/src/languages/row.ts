import type { ServerConfig } from '../../../core/src/lsp/types.js';

/** How a server comes onto this machine. Each package has its version: `name@1.2.3`, `name==1.2.3`. */
export type Install =
  | Packages
  /** `group:artifact:version`, and a program of this name that runs its class. */
  | {
      readonly kind: 'maven';
      readonly packages: readonly string[];
      readonly program: string;
      readonly main: string;
    }
  /** It comes with the sidecar, or `npm run setup:servers` installs it. */
  | { readonly kind: 'here' };

interface Packages {
  readonly kind: 'npm' | 'pip' | 'go' | 'cargo' | 'deb';
  readonly packages: readonly string[];
  /** npm's: for a dependency that is no package of the registry. */
  readonly overrides?: Readonly<Record<string, string>>;
}

/** A place: `|` stands right before the name that is meant, and is not part of the text. */
export type Marked = string;

/** A name, where it is used and where it is declared. */
interface Asked {
  /** In the edited file. */
  readonly use: Marked;
  readonly declared: Marked;
  /** Which file declares it; without it, the edited one. */
  readonly in?: string;
}

/** Replaces one text by another, both of which occur once. */
export type TextChange = readonly [right: string, wrong: string];

/** A language, a server for it, and a project of a few lines. */
export interface LanguageRow {
  /** Also the folder that its server is installed into. */
  readonly id: string;
  readonly language: string;
  /** As the settings name it. */
  readonly server: string;
  readonly install: readonly Install[];
  /** By name; without an error. */
  readonly files: Readonly<Record<string, string>>;
  /** The edited one of them. */
  readonly file: string;
  /** The first edit. The error is on the first line of what is wrong, or on the line of `at`. */
  readonly error: TextChange;
  readonly at?: string;
  /** What calls it an error: the compiler and its words, or the documentation. */
  readonly authority: string;
  readonly asked?: Asked;
  /** A change of the edited file that breaks another file. */
  readonly breaks?: { readonly change: TextChange; readonly file: string };
  /** The project has `node_modules`, which are those of the installation. */
  readonly modules?: true;
  /**
   * The server's entry in the user's settings: it is one of the user's own, or needs settings for
   * this project.
   */
  readonly config?: ServerConfig;
  /** Further servers that run, as they would in such a project. */
  readonly beside?: readonly string[];
  /** What it cannot do, where the reason is known. */
  readonly note?: string;
}

export const npm = (...packages: string[]): Packages => ({ kind: 'npm', packages });
export const pip = (...packages: string[]): Packages => ({ kind: 'pip', packages });
export const go = (...packages: string[]): Packages => ({ kind: 'go', packages });
export const cargo = (...packages: string[]): Packages => ({ kind: 'cargo', packages });
export const deb = (...packages: string[]): Packages => ({ kind: 'deb', packages });
export const HERE: Install = { kind: 'here' };

/** What a row begins with. */
export function rowOf(
  id: string,
  language: string,
  server: string,
  ...install: Install[]
): Pick<LanguageRow, 'id' | 'language' | 'server' | 'install'> {
  return { id, language, server, install };
}

/** The edited file and the first edit. @param at the line of the error, where it is another one */
export function wrong(
  file: string,
  error: TextChange,
  authority: string,
  at?: string,
): Pick<LanguageRow, 'file' | 'error' | 'authority' | 'at'> {
  return { file, error, authority, ...(at !== undefined && { at }) };
}
