import { jsonEditor } from './json-editor.js';
import type { Content, Editor } from './target.js';
import { tomlEditor } from './toml-editor.js';

export function editorOf(content: Content): Editor {
  if (content.kind === 'json') return jsonEditor(content.entries);
  if (content.kind === 'toml') return tomlEditor(content.table);
  return wholeEditor(content.text);
}

/** For a file that is ours alone: any other text is not ours. */
function wholeEditor(text: string): Editor {
  const remove: Editor['remove'] = (current, { before, written }) =>
    current === written ? { kind: 'removed', text: before } : { kind: 'kept', reason: 'was changed since' };
  return {
    conflict: (current, known) =>
      current === undefined || current === text || current === known?.written
        ? undefined
        : { kind: 'taken', reason: 'has another content' },
    add: () => text,
    remove,
    removeStale: remove,
    byHand: () => text,
  };
}
