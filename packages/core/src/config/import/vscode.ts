import type { NamedServer } from './named-server.js';
import { isTable } from './named-server.js';

/** Its keys, and the server that each is for. */
const SECTIONS: readonly (readonly [id: string, sections: readonly string[]])[] = [
  ['pyright', ['python']],
  ['gopls', ['gopls']],
  ['rust-analyzer', ['rust-analyzer']],
  ['yaml', ['yaml']],
];

/** VS Code, `settings.json`: settings of servers alone, with keys like `python.analysis.stubPath`. */
export function vscode(settings: unknown): NamedServer[] {
  if (!isTable(settings)) return [];
  return SECTIONS.flatMap(([id, sections]) => {
    const own = Object.entries(settings).filter(([key]) => sections.some((section) => key === section || key.startsWith(`${section}.`)));
    return own.length === 0 ? [] : [{ id, settings: Object.fromEntries(own) }];
  });
}
