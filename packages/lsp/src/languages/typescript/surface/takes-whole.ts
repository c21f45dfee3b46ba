const TAKES =
  /(\bexport\s+|)\*\s*as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s+from\s*(["'])(.*?)\3|\b(?:import|require)\s*\(\s*(["'`])(.*?)\5/gu;

/** `import * as a from './a'`, unless it is only said as `a.b`; `import('./a')`, as a type, too. */
export function takesWholeModule(
  text: string,
  _path: string,
  leads: (specifier: string) => boolean,
): boolean {
  return [...text.matchAll(TAKES)].some(([, exported, name, , of, , loaded]) => {
    if (!leads(of ?? loaded ?? '')) return false;
    if (name === undefined || exported !== '') return true;
    const word = `(?<![\\p{ID_Continue}$.])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`;
    const alone = new RegExp(`${word}(?!\\s*\\??\\.\\s*[\\p{ID_Start}_$])`, 'gu');
    // Its import says it once.
    return [...text.matchAll(alone)].length > 1;
  });
}
