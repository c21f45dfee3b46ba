import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checked, Place, Setup } from './setup.js';
import { VERSIONS } from './tools.js';

/** Which modules of a file's imports the interpreter does not find. */
const SCRIPT = `
import ast, importlib.util, sys
sys.path.insert(0, "")
names = []
for node in ast.walk(ast.parse(open(sys.argv[1]).read())):
    if isinstance(node, ast.Import):
        names += [item.name for item in node.names]
    elif isinstance(node, ast.ImportFrom) and node.level == 0:
        names.append(node.module)
for name in names:
    try:
        found = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        found = False
    if not found:
        print("unresolved:" + name)
`;

/** What makes a set-up, and what a table calls it. */
type Maker = keyof typeof VERSIONS | 'venv and pip' | 'its files';

export interface PythonRow {
  readonly id: string;
  readonly title: string;
  readonly by: Maker;
  readonly files: Readonly<Record<string, string>>;
  /** Commands, see {@link wordsOf}; those of {@link VERBS} are several. */
  readonly steps: readonly string[];
  /** Files, and the command of the tool's own interpreter for each. */
  readonly checked: Readonly<Record<string, string>>;
  /** Set for the commands, too. */
  readonly everywhere?: Readonly<Record<string, string>>;
  /** Set for the language servers only; a path may begin as in a command. */
  readonly env?: Readonly<Record<string, string>>;
  readonly server?: 'ty';
}

/** A tool's name stands for its program, `@/` for the workspace, `~/` for the home folder. */
function wordsOf(place: Place, command: string): string[] {
  return command.split(' ').map((word, index) => {
    if (index === 0 && word in VERSIONS) return place.tools.path(word as keyof typeof VERSIONS);
    return pathOf(place, word);
  });
}

function pathOf({ workspace, home }: Place, word: string): string {
  if (word.startsWith('@/')) return join(workspace, word.slice(2));
  return word.startsWith('~/') ? join(home, word.slice(2)) : word;
}

const PIP = 'install --quiet --disable-pip-version-check';
export const UV_PIP = 'uv pip install --quiet --python';

const VERBS: Readonly<Record<string, (place: Place, rest: string) => Promise<void>>> = {
  /** As `python3 -m venv` and pip make it. */
  async venv(place, rest) {
    const [at = '', ...packages] = rest.split(' ');
    await place.run(wordsOf(place, `python3 -m venv ${at}`));
    await place.run(wordsOf(place, `${at}/bin/pip ${PIP} ${packages.join(' ')}`));
  },
  /** Into an environment that another tool has made, since that one may know no other index than its own. */
  async into(place, asked) {
    const python = (await place.run(wordsOf(place, asked))).trim().split('\n').at(-1) ?? '';
    await place.run(wordsOf(place, `${UV_PIP} ${python} iniconfig==2.1.0`));
  },
  /** An environment of conda has the same layout, another mark, and an interpreter that is no link. */
  async conda(place, prefix) {
    await place.run(wordsOf(place, `uv venv --quiet --python 3.11 ${prefix}`));
    await place.run(wordsOf(place, `${UV_PIP} ${prefix} iniconfig==2.1.0`));
    mkdirSync(join(pathOf(place, prefix), 'conda-meta'));
    writeFileSync(join(pathOf(place, prefix), 'conda-meta', 'history'), '');
  },
};

/** A file, and the tool's own way to its interpreter. */
export function checkedBy(file: string, python: string, env?: NodeJS.ProcessEnv): Checked {
  return {
    file,
    control: (text) => `import nowhere_at_all\n${text}`,
    async unresolved(place) {
      const command = [...wordsOf(place, python), '-c', SCRIPT, join(place.workspace, file)];
      const out = await place.run(command, dirname(file), env);
      return [...out.matchAll(/^unresolved:(.*)$/gm)].map(([, name = '']) => name);
    },
  };
}

export function setupOf({ id, title, by, files, steps, everywhere, env, ...row }: PythonRow): Setup {
  const isTool = (maker: Maker): maker is keyof typeof VERSIONS => maker in VERSIONS;
  const behind = steps.some((step) => step.startsWith('into ')) ? ', packages by uv' : '';
  return {
    ...{ id, title, language: 'Python', server: row.server ?? 'pyright' },
    madeBy: ({ label }) => (isTool(by) ? `${label(by)}${behind}` : by),
    async make(place) {
      place.write(files);
      for (const step of steps) {
        const [verb = '', ...rest] = step.split(' ');
        const perform = VERBS[verb];
        if (perform === undefined) await place.run(wordsOf(place, step), '.', everywhere);
        else await perform(place, rest.join(' '));
      }
    },
    checked: Object.entries(row.checked).map(([file, python]) => checkedBy(file, python, everywhere)),
    env: (place) => ({
      ...everywhere,
      ...Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, pathOf(place, value)])),
    }),
  };
}
