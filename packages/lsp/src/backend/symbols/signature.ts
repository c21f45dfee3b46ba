/**
 * A name without what some servers add to it: type parameters, parameters. `total<T>(sum: T)`,
 * `area (int)`.
 */
export function withoutSignature(label: string): string {
  const [isTyped, isCalled] = [label.endsWith('>'), label.endsWith(')')];
  const lastType = isTyped ? label.length - 1 : isCalled ? label.lastIndexOf('>(') : -1;
  for (const { 0: bracket, index } of label.matchAll(/[<(]/g)) {
    const name = label.slice(0, index).trimEnd();
    if (!NAME_END.test(name.slice(-2))) continue;
    if (bracket === '(' ? isCalled : index < lastType) return name;
  }
  const bare = label.trimEnd();
  return NAME_END.test(bare.slice(-2)) ? bare : label;
}

const NAME_END = /[\p{ID_Continue}$]$/u;
