import { expect } from 'bun:test';

import type { Tree } from '../harness/workspace.ts';
import { testWith } from './needs.ts';
import { type Links, openReal } from './real-lab.ts';

interface Explanation {
  server: string;
  /** Programs without which there is no such test here. */
  needs?: Parameters<typeof testWith>;
  title?: string;
  files: Tree;
  links?: Links;
  /** The file that is written, with its error. */
  edit: readonly [file: string, text: string];
  /** `3:1 message`, of each error. */
  errors: readonly string[];
  /** `src/a.ts:5:34 message: source`, of each error. */
  places: readonly (readonly string[])[];
}

/** An edit's errors are explained, and the same edit has the same errors without explanations. */
export function describeExplanation({ server, needs = [], title = server, files, links = {}, edit: [file, text], errors, places }: Explanation): void {
  testWith(...needs)(`${title}: an error that the edit has caused carries the places that explain it`, async () => {
    await using lab = await openReal({ servers: [server], files, links });
    const clean = await lab.sidecar.request('lsp/check', { files: [{ filePath: file }], explain: true });
    expect(clean.files).toEqual({ [file]: [] });
    lab.workspace.write(file, text);
    const check = { files: [{ filePath: file, text, before: String(files[file]) }], written: true, origins: true };
    const { files: explained } = await lab.sidecar.request('lsp/check', { ...check, explain: true });
    const { files: plain } = await lab.sidecar.request('lsp/check', check);
    const found = explained[file] ?? [];
    expect(found.map(({ line, character, message }) => `${line}:${character} ${message}`)).toEqual([...errors]);
    expect(found.map(({ origin }) => origin)).toEqual(errors.map(() => 'edit'));
    expect(found.map(({ related = [] }) => related.map((place) => `${place.file}:${place.line}:${place.character} ${place.message}: ${place.text ?? ''}`))).toEqual(places.map((list) => [...list]));
    expect(plain[file]?.map(({ message }) => message)).toEqual(found.map(({ message }) => message));
    expect(JSON.stringify(plain)).not.toContain('related');
  });
}
