import { type NamedServer, placed } from './named-server.js';
import { isObject } from '../../support/json.js';
import type { ImportPlace } from './place.js';

/** Its keys, and the server that each is for. */
const SECTIONS: readonly (readonly [id: string, sections: readonly string[]])[] = [
  ['typescript', ['typescript.tsdk', 'js/ts.tsdk.path']],
  ['eslint', ['eslint.workingDirectories']],
  ['pyright', ['python.analysis']],
  ['basedpyright', ['basedpyright.analysis']],
  ['gopls', ['gopls', 'go.buildTags', 'go.buildFlags']],
  ['rust-analyzer', ['rust-analyzer']],
  ['clangd', ['clangd.arguments', 'clangd.fallbackFlags']],
  ['yaml', ['yaml']],
];

/**
 * VS Code, `settings.json`: settings of servers alone. `{"python.analysis.stubPath": "x"}` and
 * `{"python": {"analysis": {"stubPath": "x"}}}` mean the same.
 */
export function vscode(
  settings: unknown,
  _file: string,
  { workspaceRoot }: Pick<ImportPlace, 'workspaceRoot'>,
): NamedServer[] {
  if (!isObject(settings)) return [];
  return SECTIONS.flatMap(([id, sections]) => {
    const own = Object.entries(settings).filter(([key, value]) =>
      sections.some(
        (section) =>
          key === section ||
          key.startsWith(`${section}.`) ||
          (section.startsWith(`${key}.`) && isObject(value)),
      ),
    );
    return own.length === 0
      ? []
      : [
          {
            id,
            settings: placed(
              Object.fromEntries(own),
              /\$\{workspace(?:Folder|Root)(?::[^{}]*)?\}/g,
              () => workspaceRoot,
            ),
          },
        ];
  });
}
