import type { Definition, SymbolSyntax } from '../../backend/symbols/syntax.ts';

const ENUM_MEMBER = 22;

/** Annotations that hand what they stand at to nothing else. */
const PLAIN =
  /^(?:Deprecated|SuppressWarnings|SafeVarargs|FunctionalInterface|(?:\w+\.)*(?:Nullable|NonNull|NotNull|Contract))$/;

function unseenUse({ name, text }: Definition): string | undefined {
  if (name === 'main') return 'is where the program begins';
  if (/^(?:readObject|writeObject|readResolve|writeReplace|finalize|serialVersionUID)$/.test(name))
    return 'is looked up by Java itself';
  const annotations = Array.from(text.matchAll(/^[ \t]*@([\w.]+)/gm), ([, found = '']) => found);
  if (annotations.includes('Override')) return 'overrides a method';
  const used = annotations.find((found) => !PLAIN.test(found));
  return used === undefined ? undefined : `may be used by its annotation \`@${used}\``;
}

export const javaSymbols: SymbolSyntax = {
  tokens:
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>"""[\s\S]*?(?:"""|$)|"[^"\\\n]*(?:\\.[^"\\\n]*){0,20000}"?|'[^'\\\n]*(?:\\.[^'\\\n]*){0,20000}'?)/g,
  listed: [ENUM_MEMBER],
  unseenUse,
};
