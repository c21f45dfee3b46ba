import type { Definition, SymbolSyntax } from '../../backend/symbols/syntax.ts';

const ANY = String.raw`(?:any|interface\s*\{\s*\})`;
const ONE = String.raw`\((?:\s*\w+\s)?`;

/**
 * Methods that the standard library calls by way of an interface, by their names and signatures.
 * Quirk(gopls): it names such an interface only where the workspace imports its package.
 */
const OF_THE_LIBRARY: readonly (readonly [names: RegExp, signature: RegExp])[] = [
  [/^(?:String|GoString|Error)$/, /^\(\s*\)\s*string$/],
  [/^Unwrap$/, /^\(\s*\)\s*(?:\[\])?error$/],
  [/^Is$/, new RegExp(`^${ONE}\\s*error\\s*\\)\\s*bool$`)],
  [/^As$/, new RegExp(`^${ONE}\\s*${ANY}\\s*\\)\\s*bool$`)],
  [/^Len$/, /^\(\s*\)\s*int$/],
  [/^Less$/, /^\([^()]*\bint\s*\)\s*bool$/],
  [/^Swap$/, /^\([^()]*\bint\s*\)$/],
  [/^Push$/, new RegExp(`^${ONE}\\s*${ANY}\\s*\\)$`)],
  [/^Pop$/, new RegExp(`^\\(\\s*\\)\\s*${ANY}$`)],
  [/^(?:Read|Write)$/, /^\([^(),]*\[\]byte\s*\)\s*\([^()]*\bint\s*,[^()]*error\s*\)$/],
  [/^(?:Read|Write)At$/, /^\([^()]*\[\]byte[^()]*int64\s*\)/],
  [/^Close$/, /^\(\s*\)\s*error$/],
  [/^Seek$/, /^\([^()]*int64[^()]*int\s*\)/],
  [/^(?:ReadFrom|WriteTo)$/, /^\([^(),]*(?:Reader|Writer)\s*\)/],
  [/^Format$/, /^\([^()]*State\b[^()]*rune\s*\)$/],
  [/^ServeHTTP$/, /^\([^()]*ResponseWriter\b/],
  [/^Scan$/, new RegExp(`^(?:${ONE}\\s*${ANY}|\\([^()]*ScanState\\b[^()]*)\\s*\\)\\s*error$`)],
  [/^Value$/, /^\(\s*\)\s*\([^()]*\bValue\s*,[^()]*error\s*\)$/],
  [/^Set$/, /^\([^(),]*\bstring\s*\)\s*error$/],
  [/^(?:(?:Unm|M)arshal(?:JSON|Text|Binary|XML|XMLAttr)|Gob(?:En|De)code)$/, /error\s*\)?$/],
  [/^LogValue$/, /^\(\s*\)\s*(?:\w+\.)?Value$/],
];

/** A longer signature is none of them. UTF-16 code units. */
const LONGEST = 1000;

/** What `sort` calls, it calls together. */
const SORTED = ['Len', 'Less', 'Swap'];

function isOfTheLibrary(name: string, text: string, around: string): boolean {
  if (SORTED.includes(name)) {
    const receiver = /^func\s*\(\s*(?:\w+\s+)?((?:\*\s*)?\w+)/m.exec(text)?.[1]?.replace(/\W/g, '') ?? '';
    const method = new RegExp(
      `^func\\s*\\(\\s*(?:\\w+\\s+)?(?:\\*\\s*)?${receiver}\\b[^()]*\\)\\s*(\\w+)\\(`,
      'gm',
    );
    const methods = new Set(Array.from(around.matchAll(method), ([, one]) => one));
    if (!SORTED.every((one) => methods.has(one))) return false;
  }
  const head = /^func\s*\([^()]*\)\s*\w+\s*([^{]*(?:\{\s*\}[^{]*)?)/m.exec(text)?.[1] ?? '';
  const given = head.slice(0, LONGEST).trim();
  return OF_THE_LIBRARY.some(([names, signature]) => names.test(name) && signature.test(given));
}

function unseenUse({ name, container, text, around }: Definition): string | undefined {
  const isMethod = /^func\s*\(/m.test(text);
  if (!isMethod && /^func\s+(?:main|init)\b/m.test(text)) return 'is called by Go itself';
  if (isMethod && isOfTheLibrary(name, text, around))
    return 'may be called by the standard library, by way of an interface';
  if (container !== undefined && /`\s*$/.test(text.slice(-100)))
    return 'has a tag, by which its name is looked up';
  return /^\/\/(?:export|go:linkname)\b/m.test(text) ? 'is used by other languages or packages' : undefined;
}

/** The pairs of a field's tag: `json:"name,omitempty"`. */
function tagsBehind(definition: string): string[] {
  const tag = /^[^=`]*\s(`[^`]*`)\s*(?:\/\/.*)?$/.exec(definition)?.[1] ?? '';
  return tag.match(/[^\s`:"]+:"(?:[^"\\]|\\.)*"/g) ?? [];
}

/**
 * Quirk(gopls): a range begins after `type`, `var` and `const`, and after the doc comment and the
 * directives in it.
 */
export const goSymbols: SymbolSyntax = {
  tokens:
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>"[^"\\\n]*(?:\\.[^"\\\n]*){0,20000}"?|'[^'\\\n]*(?:\\.[^'\\\n]*){0,20000}'?|`[^`]*`?)/g,
  lead: /(?:(?<![\w.])(?:type|var|const)[ \t]+|(?<![^\n])\/\/(?:go:(?!build)\w+|export)\b[^\n]*\n[ \t]*)$/,
  unrelated: /^\/\/(?:go:build|[ \t]*\+build|[ \t]*#(?:end)?region)/,
  // Quirk(Go): in a group, a constant without a value repeats the expression before it; `iota` counts.
  counted: { kinds: [14], withoutValue: /^\s*\w+(?:,\s*\w+)*\s*(?:\/\/.*)?$/s, counter: /\biota\b/ },
  marksBehind: tagsBehind,
  unseenUse,
};
