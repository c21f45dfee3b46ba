import { describe, expect } from 'bun:test';

import type { RefactorResult } from '../../src/types.ts';
import { type Links, openReal } from './real-lab.ts';
import type { Lab } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import { outcomeOf } from './rename-suite.ts';

/** One language: imports that are neither in order nor all used. */
export interface OrganizeLanguage {
  title: string;
  define: (title: string, run: () => Promise<void>) => void;
  servers: readonly string[];
  project: Tree;
  links?: Links;
  file: string;
  text: string;
  organized: string;
}

export function organize(lab: Lab, filePath: string): Promise<RefactorResult> {
  return lab.sidecar.request('lsp/refactor', { kind: 'organize-imports', filePath });
}

export function describeOrganize({
  title,
  define,
  servers,
  project,
  links,
  file,
  text,
  organized,
}: OrganizeLanguage): void {
  const open = (written: string): Promise<Lab> =>
    openReal({ servers, files: { ...project, [file]: written }, ...(links !== undefined && { links }) });

  describe(`organize imports, ${title}`, () => {
    define('cold, then again: there is nothing left to do', async () => {
      await using lab = await open(text);
      const first = await organize(lab, file);
      expect(outcomeOf(first)).toEqual({ [file]: organized });
      lab.workspace.write(file, organized);
      expect(await organize(lab, file)).toEqual({ changes: [], caused: [], mentions: [], moreMentions: 0 });
    });

    define('keeps the line endings and the byte order mark', async () => {
      const windows = (lines: string): string => `\uFEFF${lines.replaceAll('\n', '\r\n')}`;
      await using lab = await open(windows(text));
      expect(outcomeOf(await organize(lab, file))).toEqual({ [file]: windows(organized) });
    });
  });
}
