import { editorOf } from './editor.js';
import { readText, realFile } from './read-text.js';
import type { Content, Target } from './target.js';

/** Whether a text has an entry that equals one of ours; others than we may have put it there. */
export function hasOurEntries(content: Content, text: string): boolean {
  return signsOf(content).some((sign) => {
    const editor = editorOf(sign);
    return editor.conflict(text, undefined) === undefined && editor.add(text) === text;
  });
}

/** As for a text, of the file as it is now. */
export function isOurEntryIn({ path, content }: Target): boolean {
  const real = realFile(path);
  const file = real.kind === 'real' ? readText(real.path) : real;
  return file.kind === 'read' && file.text !== undefined && hasOurEntries(content, file.text);
}

/** The parts of a file that say by themselves that they are ours; a schema's address does not. */
function signsOf(content: Content): Content[] {
  if (content.kind !== 'json') return [content];
  const entries = content.entries.filter(
    (entry) => entry.kind === 'element' || entry.path.at(-1) === 'llxprt',
  );
  return entries.map((entry) => ({ kind: 'json', entries: [entry] }));
}
