/** An operator that a class defines, and where it begins in a text. */
export interface OperatorName {
  /** Without blanks that need not be there: `operator==`, `operator new`, `operator bool`. */
  readonly name: string;
  readonly start: number;
}

const OPERATOR =
  /(?<![\p{ID_Continue}$])operator(?:\s*(\(\s*\)|\[\s*\]|""\s*[\p{ID_Continue}]+|[-+*/%^&|~!=<>,]+)|\s+((?:new|delete|co_await)(?:\s*\[\s*\])?(?![\p{ID_Continue}])|[\p{ID_Start}_][^()]*))/u;

/** `Money::operator==`, `operator bool`. No name of a language without such operators. */
export function operatorIn(text: string): OperatorName | undefined {
  const found = OPERATOR.exec(text);
  if (found === null) return undefined;
  const [, sign, word = ''] = found;
  const name = sign === undefined ? `operator ${word.trim()}` : `operator${sign.replace(/\s/g, '')}`;
  return { name, start: found.index };
}

/**
 * A name without what some servers add to it: type parameters, parameters. `total<T>(sum: T)`,
 * `area (int)`.
 */
export function withoutSignature(label: string): string {
  const operator = operatorIn(label);
  if (operator !== undefined) return label.slice(0, operator.start) + operator.name;
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
