import type { FileEdits } from './workspace-edit.ts';
import type { Place } from '../model.ts';

/** What a server answers about a new name. */
export interface RenameAnswer {
  readonly files: readonly FileEdits[];
  /** Those of the old name, declarations included. */
  readonly references: readonly Place[];
}

export interface RenameQuestion extends RenameAnswer {
  readonly oldName: string;
  readonly newName: string;
  /** @param line 0-based */
  readonly lineOf: (path: string, line: number) => string;
  /** Of a whole file; empty where there is none. */
  readonly textOf: (path: string) => string;
  /** What the server would change if it were asked at another place; nothing if it does not answer. */
  readonly renameAt: (place: Place) => Promise<readonly FileEdits[]>;
  /** Where it says that what stands at another place is defined; nothing if it does not answer. */
  readonly definitionsAt: (place: Place) => Promise<readonly Place[]>;
}
