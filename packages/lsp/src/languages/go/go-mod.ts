/** https://go.dev/ref/mod#go-mod-file */
const DIRECTIVES: Readonly<Record<string, RegExp>> = {
  module: /^\S+$/,
  go: /^1\.\d+(?:\.\d+)?(?:[a-z]+\d+)?$/,
  toolchain: /^\S+$/,
  godebug: /^[^\s=]+=\S+$/,
  require: /^\S+[ \t]+v\S+$/,
  exclude: /^\S+[ \t]+v\S+$/,
  replace: /^\S+(?:[ \t]+v\S+)?[ \t]+=>[ \t]*\S+(?:[ \t]+v\S+)?$/,
  retract: /^(?:v\S+|\[[^\]]*\])$/,
  tool: /^\S+$/,
  ignore: /^\S+$/,
};

const ONCE = new Set(['module', 'go', 'toolchain']);

/** Why the go command cannot read a go.mod, in words that go on after its name; undefined where it can. */
export function whyUnread(text: string): string | undefined {
  let block: { readonly directive: string; readonly line: number } | undefined;
  const seen = new Set<string>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    // A quoted word may have spaces.
    const line = raw
      .replace(/\/\/.*/, '')
      .replace(/"([^"]*)"|`([^`]*)`/g, (_, one?: string, other?: string) =>
        (one ?? other ?? '').replaceAll(' ', '_'),
      )
      .trim();
    if (line === '') continue;
    if (block !== undefined && line === ')') {
      block = undefined;
      continue;
    }
    const [, word = '', rest = ''] = /^([^\s(]+)[ \t]*(.*)$/s.exec(line) ?? [];
    const directive = block?.directive ?? word;
    const pattern = Object.hasOwn(DIRECTIVES, directive) ? DIRECTIVES[directive] : undefined;
    const named = JSON.stringify(directive);
    const about = `cannot be read: line ${index + 1}`;
    if (pattern === undefined) return `${about} has the unknown directive ${named}`;
    if (block === undefined && rest.startsWith('(')) {
      if (rest === '(') block = { directive, line: index + 1 };
      else if (!/^\(\s*\)$/.test(rest)) return `${about} has a block that begins and ends in it`;
      continue;
    }
    if (!pattern.test(block === undefined ? rest : line)) return `${about} is no line of ${named}`;
    if (ONCE.has(directive) && seen.has(directive)) return `${about} is a second ${named}`;
    seen.add(directive);
  }
  if (block !== undefined) return `cannot be read: the block that begins in line ${block.line} does not end`;
  return seen.has('module') ? undefined : 'names no module';
}
