import type { SetupResult } from './judge.js';

const INTRODUCTION = `# Where a language server finds the packages of a project

Written by \`npm run environments -- --record\`. Each row is a project that was made for it: by the real tool, or laid out
as the tool's documentation says it (\`its files\`). One or several of its files are checked by the language server, as
after an edit. The imports that do not resolve are counted twice: by the project's own interpreter or compiler, and by
the language server. Each file is then checked with one more import, of what nothing declares: that one has to be an
error.

The environments are found by reading files; no program of the workspace is run for it. The nearest environment to the
file counts. In one folder, the order is: \`python.defaultInterpreterPath\`, \`.pdm-python\`, \`UV_PROJECT_ENVIRONMENT\`,
\`.venv\` and other virtual environments, Poetry, Pipenv, Hatch, conda and pixi. Then come \`VIRTUAL_ENV\`,
\`CONDA_PREFIX\`, \`.python-version\`, \`python.defaultInterpreterPath\` in your own settings of VS Code, and the Python on
PATH. \`llxprt-lsp doctor\` shows which one is used, and why.

C and C++ without a compilation database are no environment: headers are looked for in the folders that \`Makefile\`,
\`CMakeLists.txt\` and \`meson.build\` beside the root name, and in \`include\`, \`inc\`, \`src\` and \`lib\`.
`;

const MISSING = `
## Nothing is installed

Where the packages of a manifest are not installed, a result says so once, instead of an error for each import. The
edit has not caused that. What the manifest does not declare stays an error, and so does a module that a package lacks
which is installed.

| set-up | made by | files | errors | the result says |
|---|---|--:|--:|---|
`;

export function markdown(results: readonly SetupResult[]): string {
  const rows = results
    .filter(({ said }) => said === undefined)
    .map(({ title, language, madeBy, server, files, flaws }) => {
      const [theirs, ours] = [
        files.reduce((sum, file) => sum + file.theirs, 0),
        files.reduce((sum, file) => sum + file.ours, 0),
      ];
      return `| ${language} | ${title} | ${madeBy} | ${server} | ${files.length} | ${theirs} | ${ours} | ${flaws.length === 0 ? 'yes' : 'no'} |`;
    });
  const missing = results
    .filter(({ said }) => said !== undefined)
    .map(({ title, language, madeBy, files, said }) => {
      return `| ${language}: ${title} | ${madeBy} | ${files.length} | ${files.reduce((sum, file) => sum + file.ours, 0)} | ${said ?? ''} |`;
    });
  const head =
    '| language | set-up | made by | server | files | unresolved: own tools | unresolved: server | right |\n|---|---|---|---|--:|--:|--:|---|';
  return `${INTRODUCTION}\n${head}\n${rows.join('\n')}\n${missing.length === 0 ? '' : MISSING + missing.join('\n')}\n`;
}

export function summary(results: readonly SetupResult[]): string {
  const wrong = results.filter(({ flaws }) => flaws.length > 0);
  return [
    `${results.length} set-ups, ${wrong.length} wrong`,
    ...wrong.flatMap(({ id, flaws }) => flaws.map((flaw) => `${id}: ${flaw}`)),
  ].join('\n');
}
