import { type NamedServer, isTable, placed } from './named-server.js';

/** Its keys, and the server that each is for. */
const SECTIONS: readonly (readonly [id: string, sections: readonly string[]])[] = [
  ['typescript', ['typescript.tsdk', 'js/ts.tsdk.path']],
  ['eslint', ['eslint.workingDirectories']],
  ['pyright', ['python.analysis']],
  ['basedpyright', ['basedpyright.analysis']],
  ['gopls', ['gopls', 'go.buildTags']],
  ['rust-analyzer', ['rust-analyzer']],
  ['clangd', ['clangd.arguments', 'clangd.fallbackFlags']],
  ['yaml', ['yaml']],
];

/** VS Code, `settings.json`: settings of servers alone, with keys like `python.analysis.stubPath`. */
export function vscode(settings: unknown, _file: string, workspaceRoot: string): NamedServer[] {
  if (!isTable(settings)) return [];
  return SECTIONS.flatMap(([id, sections]) => {
    const own = Object.entries(settings).filter(([key]) => sections.some((section) => key === section || key.startsWith(`${section}.`)));
    return own.length === 0 ? [] : [{ id, settings: placed(Object.fromEntries(own), /\$\{workspace(?:Folder|Root)(?::[^}]*)?\}/g, workspaceRoot) }];
  });
}
