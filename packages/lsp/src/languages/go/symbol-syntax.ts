import type { Definition, SymbolSyntax } from '../../backend/symbols/syntax.ts';

/**
 * Methods that the standard library calls by way of an interface. Quirk(gopls): it names such an
 * interface only where the workspace imports its package.
 */
const OF_THE_LIBRARY =
  /^(?:String|GoString|Format|Error|Unwrap|Is|As|Len|Less|Swap|Push|Pop|Read|Write|Close|Seek|ReadFrom|WriteTo|ReadAt|WriteAt|ServeHTTP|Scan|Value|Set|(?:Unm|M)arshal(?:JSON|Text|Binary|XML|XMLAttr)|Gob(?:En|De)code|LogValue)$/;

function unseenUse({ name, container, text }: Definition): string | undefined {
  const isMethod = /^func\s*\(/m.test(text);
  if (!isMethod && /^func\s+(?:main|init)\b/m.test(text)) return 'is called by Go itself';
  if (isMethod && OF_THE_LIBRARY.test(name))
    return 'may be called by the standard library, by way of an interface';
  if (container !== undefined && /`\s*$/.test(text.slice(-100)))
    return 'has a tag, by which its name is looked up';
  return /^\/\/(?:export|go:linkname)\b/m.test(text) ? 'is used by other languages or packages' : undefined;
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
  counted: { kinds: [14], withoutValue: /^\s*\w+(?:,\s*\w+)*\s*(?:\/\/.*)?$/s },
  unseenUse,
};
