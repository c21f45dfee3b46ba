/**
 * Functions of Tailwind, and interpolations of Sass in its `@apply`, as CSS that says nothing:
 * vscode-css-language-server does not read these. Lengths and lines stay.
 */
export function tailwindBlanked(_path: string, text: string): string {
  if (!text.includes('@') && !text.includes('theme(')) return text;
  return text
    .replace(THEME, asLength)
    .replace(AT_RULES, (rule: string, name: string) =>
      name === 'apply' ? rule.replace(INTERPOLATED, asWord) : rule.replace(SCREEN, asCondition),
    );
}

const THEME = /(?<![\w-])(?:--)?(?:theme|spacing)\((?:\s*(?:"[^"\n]*"|'[^'\n]*')\s*|[^()"'{};]*)\)/g;

/** Up to the block, or to the end of the rule. */
const AT_RULES = /@(media|apply)\b(?:[^{};#]|#\{[^{}]*\}|#)*/g;

const INTERPOLATED = /#\{[^{}]*\}/g;

const SCREEN = /(?<![\w-])screen\(\s*[\w.-]+\s*\)/g;

function asLength(call: string): string {
  return call.includes('\n') ? call : '1px'.padStart(call.length, '1');
}

function asWord(interpolated: string): string {
  return interpolated.includes('\n') ? interpolated : 'x'.repeat(interpolated.length);
}

function asCondition(call: string): string {
  return call.includes('\n') ? call : 'all'.padEnd(call.length);
}
