/** A command of a model's shell, and what its own result says beside what the command prints. */
export interface CommandCase {
  readonly what: string;
  readonly command: string;
  /** Undefined: nothing. */
  readonly told: RegExp | undefined;
}

const COMMAND = 'LSP diagnostics after command:';
const OTHERS = 'LSP errors detected in other files:';
/** In a file, an error with this in its message. */
const error = (label: string, file: string, message: string): RegExp =>
  new RegExp(`${label}[^]*<diagnostics file="${file}">\n(?:(?!</diagnostics>)[^])*ERROR [^\n]*${message}`);
const gone = error(OTHERS, 'src/cart.ts', 'priceOf');
const lost = error(OTHERS, 'src/cart.ts', "Cannot find module './prices'");
/** In a program of node, quoted for a shell. */
const write = (file: string, text: string): string =>
  `node -e 'require("fs").writeFileSync("${file}", ${JSON.stringify(text).replaceAll("'", '\\u0027')})'`;
const WRONG = (name: string): string => `export const ${name}: number = 'many';\n`;
const isNoNumber = "Type 'string' is not assignable to type 'number'";
const git = 'git -c user.name=me -c user.email=me@example.com -c commit.gpgsign=false';

/**
 * One session of them, one after the other, in a project of `src/prices.ts` and of `src/cart.ts`, which
 * imports it. The session has edited another file before.
 */
export const COMMAND_CASES: readonly CommandCase[] = [
  {
    what: 'a generator',
    command: write('src/made.ts', WRONG('made')),
    told: error(COMMAND, 'src/made.ts', isNoNumber),
  },
  { what: 'a command that only reads', command: 'cat src/made.ts && git status', told: undefined },
  { what: 'a command that writes what no server judges', command: 'echo x > notes.log', told: undefined },
  { what: 'a file that nobody imports is deleted', command: 'rm src/made.ts', told: undefined },
  {
    what: 'a codemod',
    command: "sed -i.bak 's/priceOf/costOf/' src/prices.ts && rm src/prices.ts.bak",
    told: gone,
  },
  {
    what: 'the codemod back',
    command: "sed -i.bak 's/costOf/priceOf/' src/prices.ts && rm src/prices.ts.bak",
    told: undefined,
  },
  {
    what: 'git commits all, and a branch on which it is broken',
    command: [
      'git init -q -b main . && git add -A src tsconfig.json',
      `${git} commit -qm one && git checkout -q -b next`,
      "sed -i.bak 's/priceOf/costOf/' src/prices.ts && rm src/prices.ts.bak",
      `${git} commit -qam two && git checkout -q main`,
    ].join(' && '),
    told: undefined,
  },
  { what: 'git checkout', command: 'git checkout -q next', told: gone },
  { what: 'git checkout, back', command: 'git checkout -q main', told: undefined },
  { what: 'git merge', command: `${git} merge -q next`, told: gone },
  { what: 'git reset', command: 'git reset -q --hard HEAD~1', told: undefined },
  { what: 'a module is deleted', command: 'rm src/prices.ts', told: lost },
  { what: 'git restores it', command: 'git checkout -q -- src/prices.ts', told: undefined },
  { what: 'a module is moved', command: 'mv src/prices.ts src/cost.ts', told: lost },
  { what: 'and back', command: 'mv src/cost.ts src/prices.ts', told: undefined },
  {
    what: 'a formatter',
    command: "sed -i.bak 's/;$/; /' src/cart.ts && rm src/cart.ts.bak",
    told: undefined,
  },
  {
    what: 'a patch by the shell',
    command: `printf '%s\\n' '--- a/src/cart.ts' '+++ b/src/cart.ts' '@@ -4 +4 @@' '-  return items.reduce((sum, item) => sum + priceOf(item), 0); ' '+  return "many";' | git apply --unidiff-zero -`,
    told: error(COMMAND, 'src/cart.ts', isNoNumber),
  },
  { what: 'git restores the file', command: 'git checkout -q -- src/cart.ts', told: undefined },
  {
    what: 'an installation brings a package that no longer fits',
    command: [
      'mkdir -p node_modules/rates',
      `echo '{ "name": "rates", "version": "1.0.0", "types": "index.d.ts" }' > node_modules/rates/package.json`,
      "echo 'export declare const rate: string;' > node_modules/rates/index.d.ts",
      write('src/rate.ts', "import { rate } from 'rates';\nexport const double: number = rate;\n"),
    ].join(' && '),
    told: error(COMMAND, 'src/rate.ts', isNoNumber),
  },
  {
    what: 'a command that fails, after it has written',
    command: `${write('src/late.ts', WRONG('late'))}; node -e 'process.exit(1)'`,
    told: error(COMMAND, 'src/late.ts', isNoNumber),
  },
];

/** What is told of a command, in what a model has read. */
export const TOLD = /LSP|<diagnostics/;
