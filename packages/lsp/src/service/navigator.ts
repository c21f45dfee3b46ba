import type { Call, DocumentSymbol, Hover, Place, WorkspaceSymbol } from '../navigation/model.ts';
import type { AdmittedPath } from '../paths.ts';
import type { Found, Listing, Spot } from './found.ts';

/**
 * Navigation over the same servers that judge files (REQ-ARCH-040): admits the path, shows the file to its servers, waits until they have loaded
 * what it takes, asks, merges, and drops whatever lies outside the workspace. Nothing rejects. Each method ends when `cancel` aborts, or after
 * `navigationTimeout`: there is a complete answer or none.
 */
export interface Navigation {
  definition(spot: Spot, cancel: AbortSignal): Promise<Found<Listing<Place>>>;
  typeDefinition(spot: Spot, cancel: AbortSignal): Promise<Found<Listing<Place>>>;
  implementation(spot: Spot, cancel: AbortSignal): Promise<Found<Listing<Place>>>;
  references(spot: Spot, includeDeclaration: boolean, cancel: AbortSignal): Promise<Found<Listing<Place>>>;
  hover(spot: Spot, cancel: AbortSignal): Promise<Found<Hover | undefined>>;
  /** Flat, in the order of the text. */
  documentSymbols(filePath: string, cancel: AbortSignal): Promise<Found<readonly DocumentSymbol[]>>;
  /** Every server that the files of the workspace call for is asked, and started if need be. */
  workspaceSymbols(query: string, cancel: AbortSignal): Promise<Found<Listing<WorkspaceSymbol>>>;
  incomingCalls(spot: Spot, cancel: AbortSignal): Promise<Found<Listing<Call>>>;
  outgoingCalls(spot: Spot, cancel: AbortSignal): Promise<Found<Listing<Call>>>;
  /** Of a file inside the workspace; also of one in node_modules, which nobody judges but everybody may look at. */
  admit(filePath: string): Found<AdmittedPath>;
  /** Relative to the workspace root, with `/`. */
  relative(path: AdmittedPath): string;
  /** What a file holds now; undefined where it holds no text, or too much. */
  text(path: AdmittedPath): Promise<string | undefined>;
  /** Looks at the disk first: an answer that was computed from the same epochs still holds. */
  epochs(): Promise<Epochs>;
}

/** Whole numbers that grow when what servers could say has changed; the same after every start of an unchanged workspace. */
export interface Epochs {
  readonly roots: number;
  readonly text: number;
  readonly fs: number;
}
