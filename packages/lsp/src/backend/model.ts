import type { AdmittedPath } from '../support/paths.ts';

/** 0-based; `character` counts UTF-16 code units, as LSP has it. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** `end` is exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A piece of a file in the workspace. */
export interface Place {
  readonly path: AdmittedPath;
  readonly range: Range;
}

/** `kind` is LSP's SymbolKind, 1 to 26. */
export interface DocumentSymbol {
  readonly name: string;
  readonly kind: number;
  /** The whole symbol, its comments included. */
  readonly range: Range;
  /** The range of its name. */
  readonly selectionRange: Range;
  /** The symbol that directly holds this one. */
  readonly containerName?: string;
}

export interface WorkspaceSymbol extends Place {
  readonly name: string;
  readonly kind: number;
  readonly containerName?: string;
}

export interface Hover {
  /** Sorted by kind, then value; never empty. */
  readonly parts: readonly HoverPart[];
  readonly range?: Range;
}

export interface HoverPart {
  readonly kind: 'markdown' | 'plaintext';
  readonly value: string;
}

/** A function that calls, or is called. */
export interface Call extends Place {
  readonly name: string;
  readonly kind: number;
  /** The range of its name. */
  readonly selectionRange: Range;
  /** Where the calls are: all of them in the caller's file. */
  readonly sites: readonly Place[];
}
