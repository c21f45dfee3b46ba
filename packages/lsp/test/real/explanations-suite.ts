import { expect } from 'bun:test';

import type { RelatedPlace } from '../../src/types.ts';
import { expectInTime } from '../harness/lab.ts';
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
export function describeExplanation({
  server,
  needs = [],
  title = server,
  files,
  links = {},
  edit: [file, text],
  errors,
  places,
}: Explanation): void {
  testWith(...needs)(
    `${title}: an error that the edit has caused carries the places that explain it`,
    async () => {
      await using lab = await openReal({ servers: [server], files, links });
      const clean = await lab.sidecar.request('lsp/check', { files: [{ filePath: file }], explain: true });
      expect(clean.files).toEqual({ [file]: [] });
      lab.workspace.write(file, text);
      const check = {
        files: [{ filePath: file, text, before: String(files[file]) }],
        written: true,
        origins: true,
      };
      const said = (place: RelatedPlace): string =>
        `${place.file}:${place.line}:${place.character} ${place.message}: ${place.text ?? ''}`;
      await expectInTime(
        async () => {
          const { files: explained } = await lab.sidecar.request('lsp/check', { ...check, explain: true });
          return explained[file]?.map(({ line, character, message, origin, related = [] }) => [
            `${line}:${character} ${message}`,
            origin,
            related.map(said),
          ]);
        },
        errors.map((error, at) => [error, 'edit', places[at] ?? []]),
      );
      const { files: plain } = await lab.sidecar.request('lsp/check', check);
      expect(plain[file]?.map(({ line, character, message }) => `${line}:${character} ${message}`)).toEqual([
        ...errors,
      ]);
      expect(JSON.stringify(plain)).not.toContain('related');
    },
  );
}
