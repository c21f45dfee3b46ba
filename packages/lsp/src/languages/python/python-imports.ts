import type { ImportReader } from '../../backend/imports/imports.ts';

/** Space within one logical line: a backslash continues it. */
const GAP = String.raw`(?:[ \t\f]|\\\r?\n)*`;
const REST = String.raw`(?:[^\n;#\\]|\\\r?\n|\\)+`;
const IN_PARENTHESES = String.raw`\((?:#[^\n]*|[^)#])*`;

const FROM = new RegExp(String.raw`${GAP}((?:\.[ \t\f]*)*)${GAP}([\p{ID_Continue}.]*(?:${GAP}\.${GAP}\p{ID_Continue}+)*)${GAP}import\b${GAP}(${IN_PARENTHESES}|${REST})`, 'uy');
const IMPORT = new RegExp(String.raw`${GAP}(${REST})`, 'y');

/**
 * Import statements, wherever a statement may begin.
 *
 * `from a import b` yields `a` and `a.b`, because `b` may be a module. A star yields `a.*`. Leading
 * dots stay.
 */
export const pythonImports: ImportReader = {
  introducers: ['from', 'import'],
  read(text, start, end, { specifiers }) {
    if (!beginsStatement(text, start)) return;
    if (text[start] === 'f') {
      FROM.lastIndex = end;
      const [, dots = '', name = '', list = ''] = FROM.exec(text) ?? [];
      const base = bare(dots) + bare(name);
      if (base === '') return;
      specifiers.add(base);
      for (const item of items(list)) specifiers.add(base.endsWith('.') ? base + item : `${base}.${item}`);
    } else {
      IMPORT.lastIndex = end;
      for (const module of items(IMPORT.exec(text)?.[1] ?? '')) {
        // The import binds the first part of the name, and code may reach the other parts through
        // it.
        for (let dot = module.indexOf('.'); dot > 0; dot = module.indexOf('.', dot + 1)) specifiers.add(module.slice(0, dot));
        specifiers.add(module);
      }
    }
  },
};

function beginsStatement(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && ' \t\f'.includes(text.charAt(at))) at -= 1;
  return at < 0 || '\n\r;:\uFEFF'.includes(text.charAt(at));
}

/** The names in `a.b as c, d`. */
function items(list: string): string[] {
  const names = list.replace(/#[^\n]*/g, '').replace(/[\\()]/g, ' ').split(',');
  return names.map((item) => bare(item.trim().replace(/\s+as\s.*$/s, ''))).filter((name) => /^[\p{ID_Continue}.*]+$/u.test(name));
}

function bare(name: string): string {
  return name.replace(/[\s\\]+/g, '');
}
