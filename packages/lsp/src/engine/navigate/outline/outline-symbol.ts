/** A symbol of an outline: offsets in UTF-16 code units, ends are exclusive. */
export interface OutlineSymbol {
  /** As its server spells it: `(*Cart).total`, `area(int)`. */
  readonly label: string;
  /** The last name in that. */
  readonly name: string;
  /** LSP's SymbolKind. */
  readonly kind: number;
  /** The label of the symbol that directly holds it. */
  readonly container: string | undefined;
  readonly parent: OutlineSymbol | undefined;
  /** The range of the server, without comments at its beginning. */
  readonly start: number;
  readonly end: number;
  /** The range of its name; some servers give all of the symbol. */
  readonly nameStart: number;
  readonly nameEnd: number;
}
