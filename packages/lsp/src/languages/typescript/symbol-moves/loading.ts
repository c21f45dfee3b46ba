/** What may stand before a body that runs later, and not while the module is loaded. */
const FUNCTION = /(?:=>|\)\s*(?::[^{};=]{1,300})?)\s*$/;
const BRANCH = /(?:\b(?:if|for|while|switch|catch|with)\b\s*(?:await\s*)?\([^{};]*\)|\belse|\btry|\bdo)\s*$/;
const CLASS = /\bclass\b[^{};]*$/;
/** How far before a bracket is looked, UTF-16 code units. */
const MOST = 400;

const VALUE_BEFORE = /(?:\bnew|\bextends|\breturn|@|\.\.\.|[=([])\s*$/;
const TYPE_BEFORE = new RegExp(
  `(?:${[
    String.raw`\btype\s+[\p{ID_Continue}$]+\s*(?:<[^=;]*>\s*)?=`,
    String.raw`<[^<>(){};]*\bextends`,
    String.raw`\binterface\b[^{};]*`,
    String.raw`[:<|&]`,
    String.raw`\b(?:as|is|keyof|satisfies)`,
  ].join('|')})\\s*$`,
  'u',
);

/** Whether a name is used as a value while its module is loaded. */
export function isUsedAtLoad(code: string, offset: number, name: string): boolean {
  const before = code.slice(Math.max(0, offset - MOST), offset);
  const behind = code.slice(offset + name.length, offset + name.length + 50);
  const isValue = VALUE_BEFORE.test(before) || /^\s*[.(]/.test(behind);
  return isValue && !TYPE_BEFORE.test(before) && !isDeferred(code, offset);
}

function isDeferred(code: string, offset: number): boolean {
  const open: number[] = [];
  let begun = 0;
  for (let at = 0; at < offset; at++) {
    const character = code[at] ?? '';
    if ('([{'.includes(character)) open.push(at);
    else if (')]}'.includes(character)) open.pop();
    if (open.length === 0 && (character === ';' || character === '}')) begun = at + 1;
  }
  const around = [begun, ...open];
  return around.some((at, index) => {
    const before = code.slice(Math.max(0, at - MOST), at);
    if (index > 0 && code[at] === '{') {
      if (CLASS.test(before)) return !isStatic(code.slice(at + 1, offset));
      if (FUNCTION.test(before) && !BRANCH.test(before)) return true;
    }
    // The body of an arrow function without braces.
    return /=>[^{};]*$/.test(code.slice(at, around[index + 1] ?? offset));
  });
}

/** Of the members of a class, those that are static are made with it. */
function isStatic(members: string): boolean {
  const [last = ''] = members.split(/[;}]\s*/).slice(-1);
  return /^\s*(?:@[^\s(@]+(?:\([^()]*\))?\s*)*(?:[\p{ID_Continue}]+\s+)*static\b/u.test(last);
}
