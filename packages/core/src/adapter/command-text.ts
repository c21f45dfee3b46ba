/** Longer commands are scripts. */
const LONGEST = 10_000;

/** Redirections that write no file. */
const NO_FILE = /(?:[12]|&)?>(?:[ \t]*\/dev\/null|&[12])(?=[\s;|&]|$)/y;

type Words = readonly string[];

/** Whether it writes nothing when it is given these words. */
type Reads = (args: Words) => boolean;

const always: Reads = () => true;
const without =
  (pattern: RegExp): Reads =>
  (args) =>
    !args.some((arg) => pattern.test(arg));

const FIND =
  /^-(?:[HLP]|a|and|o|or|not|i?(?:name|path|regex|wholename)|type|(?:max|min)depth|size|[acm](?:time|min)|newer|empty|prune|print0?)$/;

/** No other program is known not to write. What has an option that writes is here with its own test. */
const READERS: ReadonlyMap<string, Reads> = new Map<string, Reads>([
  ...[
    ...['ls', 'cat', 'head', 'wc', 'pwd', 'cd', 'echo', 'printf', 'true', 'false', 'test'],
    ...['which', 'type', 'stat', 'du', 'df', 'ps', 'id', 'whoami', 'uname', 'date', 'jq'],
    ...['grep', 'egrep', 'fgrep', 'cut', 'tr', 'nl', 'rev', 'tac', 'comm', 'cmp', 'diff', 'column'],
    ...['basename', 'dirname', 'realpath', 'readlink'],
  ].map((name) => [name, always] as const),
  // `sleep` is not here, nor is `tail -f`: who waits does it for a command in the background that writes.
  ['tail', without(/^-(?:[a-zA-Z]*[fF]|-(?:f|p|r))/)],
  // They run a program.
  ['rg', without(/^--(?:pre|hostname-bin)/)],
  ['find', (args) => args.every((arg) => !arg.startsWith('-') || FIND.test(arg))],
  ['sort', without(/^-(?:-|[^-]*[oT])/)],
  // The second file that it is given is the one that it writes.
  ['uniq', (args) => args.every((arg) => /^-[a-zA-Z]+$/.test(arg))],
  [
    'sed',
    ([silent, script = '', ...files]) => silent === '-n' && PRINTS.test(script) && !files.some(isOption),
  ],
  ['git', reads],
]);

const PRINTS = /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/;
/** It takes long options by their first letters, too: `--output`, `--ext-diff`, `--textconv`. */
const GIT = new Set(['status', 'diff', 'log', 'show', 'blame', 'ls-files', 'rev-parse', 'describe']);

function reads([first = '', ...rest]: Words): boolean {
  if (first === '--no-pager') return reads(rest);
  if (first === '-C') return reads(rest.slice(1));
  return GIT.has(first) && without(/^--(?:ou|ex|te)/)(rest);
}

function isOption(arg: string): boolean {
  return arg.startsWith('-');
}

/**
 * Whether a command of a shell may change a file. False only where it is certain: pipelines and lists of
 * programs that are known to read alone, each with words that a shell takes as they are.
 */
export function mayWrite(command: string): boolean {
  const commands = command.length > LONGEST ? undefined : simpleCommands(command);
  return (
    commands === undefined ||
    commands.some(([program = '', ...args]) => READERS.get(program)?.(args) !== true)
  );
}

/** Undefined where a shell may make anything else of the text: it expands, it redirects, it has a grammar. */
function simpleCommands(text: string): string[][] | undefined {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    NO_FILE.lastIndex = at;
    const [redirection = ''] = word === undefined ? (NO_FILE.exec(text) ?? []) : [];
    if (redirection !== '') at += redirection.length - 1;
    else if (char === "'" || char === '"') {
      const end = text.indexOf(char, at + 1);
      const quoted = text.slice(at + 1, end);
      // In double quotes a backslash may stand before the quotation mark.
      if (end === -1 || (char === '"' && /[$`\\!]/.test(quoted) && !isPlain(quoted))) return undefined;
      word = (word ?? '') + quoted;
      at = end;
    } else if (char === '\\') {
      at++;
      // In PowerShell it is a letter, and what follows ends the command: `cd src\; del a`.
      if (at === text.length || /[\n\r;|&]/.test(text.charAt(at))) return undefined;
      word = (word ?? '') + text.charAt(at);
    } else if (/[;|&\n]/.test(char)) {
      endWord();
      if ((commands.at(-1)?.length ?? 0) > 0) commands.push([]);
    } else if (/\s/.test(char)) endWord();
    else if (/[$`<>(){}#!]/.test(char) || (char === '=' && word === undefined)) return undefined;
    else word = (word ?? '') + char;
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}

/** A backslash before a letter or a dot is one, as in a regular expression. */
function isPlain(quoted: string): boolean {
  return /^(?:[^$`\\!]|\\[\w.*+?^|()[\]{}/-])*$/.test(quoted);
}
