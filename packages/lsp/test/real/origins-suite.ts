import { describe, expect } from 'bun:test';

import type { CheckReport, Diagnostic, Origin, ServerConfig, SessionReport } from '../../src/types.ts';
import { type Lab, outcomes } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import { type Links, openReal } from './real-lab.ts';

/** One language with errors of which some were there before the session, and some were not. */
export interface OriginsLanguage {
  title: string;
  define: (title: string, run: () => Promise<void>) => void;
  servers: readonly string[] | Readonly<Record<string, ServerConfig>>;
  /** Project files, and what the files below need. */
  project: Tree;
  links?: Links;
  /** A file whose text with an error stands from the start. */
  old: { file: string; text: string };
  /** A file that other files depend on, the same with another meaning, and a file that this breaks. */
  definition: { file: string; text: string; broken: string };
  user: { file: string; text: string };
  /** Added to a file at its end it changes no finding. */
  blank: string;
  /** Whether the server judges texts that are not on disk: all of it, the file alone, or not at all. */
  proposes: 'others' | 'itself' | 'nothing';
  /** Files that are read first: what stood in them before cannot be told later. */
  reads?: readonly string[];
}

type Told = Record<string, (Origin | 'unknown')[]>;

/** The origins of findings, by file. Clean files are left out. */
export function told(record: Record<string, Diagnostic[]>): Told {
  return Object.fromEntries(
    Object.entries(record).flatMap(([file, list]): [string, (Origin | 'unknown')[]][] =>
      list.length === 0 ? [] : [[file, list.map(({ origin }) => origin ?? 'unknown')]],
    ),
  );
}

export function describeOrigins(language: OriginsLanguage): void {
  const { title, define, servers, project, links, old, definition, user, blank } = language;

  const open = (): Promise<Lab> =>
    openReal({
      servers,
      files: { ...project, [old.file]: old.text, [definition.file]: definition.text, [user.file]: user.text },
      ...(links !== undefined && { links }),
    });

  /** On a slow machine, a server may need longer than a host would wait. */
  const session = (lab: Lab): Promise<SessionReport> =>
    lab.sidecar.request('lsp/session', { waitMs: 60_000 });

  async function edit(
    lab: Lab,
    files: Record<string, [before: string, after: string]>,
  ): Promise<CheckReport> {
    for (const [file, [, after]] of Object.entries(files)) lab.workspace.write(file, after);
    const asked = Object.entries(files).map(([filePath, [before, text]]) => ({ filePath, before, text }));
    const report = await lab.sidecar.request('lsp/check', {
      files: asked,
      others: true,
      written: true,
      origins: true,
    });
    expect(Object.values(outcomes(report)).filter((outcome) => outcome !== 'complete')).toEqual([]);
    return report;
  }

  describe(title, () => {
    define(
      'REQ-DIAG-010: each finding is distinguished by what caused it, the ledger has what is open, and a proposal leaves nothing behind',
      async () => {
        await using lab = await open();
        // The first edit of all, in a file that was broken before.
        for (const filePath of language.reads ?? [])
          await lab.sidecar.request('lsp/check', { files: [{ filePath }], origins: true });
        const first = await edit(lab, { [old.file]: [old.text, old.text + blank] });
        expect({ files: told(first.files), open: first.open }).toEqual({
          files: { [old.file]: ['before'] },
          open: {},
        });
        expect(await session(lab)).toEqual({ open: {}, complete: true });

        const breaks = await edit(lab, { [definition.file]: [definition.text, definition.broken] });
        expect({ ...told(breaks.files), ...told(breaks.others) }).toEqual({
          [old.file]: ['before'],
          [user.file]: ['edit'],
        });

        const later = await edit(lab, { [user.file]: [user.text, user.text + blank] });
        expect({ files: told(later.files), others: told(later.others), open: later.open }).toEqual({
          files: { [user.file]: ['session'] },
          others: { [old.file]: ['before'] },
          open: { [user.file]: 1 },
        });
        const caused = await session(lab);
        expect({ files: Object.keys(caused.open), complete: caused.complete }).toEqual({
          files: [user.file],
          complete: true,
        });

        const mends = await edit(lab, { [definition.file]: [definition.broken, definition.text] });
        expect({ others: told(mends.others), open: mends.open }).toEqual({
          others: { [old.file]: ['before'] },
          open: {},
        });
        expect(await session(lab)).toEqual({ open: {}, complete: true });

        await proposeNothingRemembered(lab);

        // A shell breaks it again: the session has done it, and the next edit has not.
        lab.workspace.write(definition.file, definition.broken);
        expect(Object.keys((await session(lab)).open)).toEqual([user.file]);
        const after = await edit(lab, { [user.file]: [user.text + blank, user.text] });
        expect(told(after.files)).toEqual({ [user.file]: ['session'] });
      },
    );
  });

  if (language.proposes === 'others') {
    define(`${title}: a proposal reports what it would end in its own file and in others`, async () => {
      await using lab = await openReal({
        servers,
        files: {
          ...project,
          [old.file]: old.text,
          [definition.file]: definition.broken,
          [user.file]: user.text,
        },
        ...(links !== undefined && { links }),
      });
      for (const filePath of language.reads ?? [])
        await lab.sidecar.request('lsp/check', { files: [{ filePath }] });
      const propose = async (filePath: string, text: string): Promise<unknown> => {
        const report = await lab.sidecar.request('lsp/propose', {
          files: [{ filePath, text }],
          others: true,
          origins: true,
          solved: true,
        });
        const solved = Object.entries(report.solved ?? {}).map(([file, { length }]) => [file, length]);
        return {
          outcomes: [...new Set(Object.values(outcomes(report)))],
          caused: told(report.others),
          solved: Object.fromEntries(solved),
          othersComplete: report.othersComplete,
        };
      };
      const complete = { outcomes: ['complete'], othersComplete: true, caused: {} };
      expect(await propose(definition.file, definition.text)).toEqual({
        ...complete,
        solved: { [definition.file]: 0, [user.file]: 1 },
      });
      expect(await propose(old.file, blank)).toEqual({ ...complete, solved: { [old.file]: 1 } });
      expect(await propose(old.file, `${blank}${old.text}`)).toEqual({
        ...complete,
        solved: { [old.file]: 0 },
      });
    });
  }

  async function proposeNothingRemembered(lab: Lab): Promise<void> {
    const diagnostics = await lab.sidecar.request('lsp/diagnostics', {});
    const epoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
    const report = await lab.sidecar.request('lsp/propose', {
      files: [{ filePath: definition.file, text: definition.broken }],
      others: true,
      origins: true,
    });
    const wanted: Record<
      OriginsLanguage['proposes'],
      { others: Told; othersComplete: boolean; outcome: string | undefined }
    > = {
      others: { others: { [user.file]: ['edit'] }, othersComplete: true, outcome: 'complete' },
      itself: { others: {}, othersComplete: false, outcome: 'complete' },
      nothing: { others: {}, othersComplete: false, outcome: 'unavailable' },
    };
    const [outcome] = Object.values(outcomes(report));
    expect({ others: told(report.others), othersComplete: report.othersComplete, outcome }).toEqual(
      wanted[language.proposes],
    );
    expect(told(report.files)).toEqual({});
    const own = await lab.sidecar.request('lsp/propose', {
      files: [{ filePath: old.file, text: `${blank}${old.text}` }],
      origins: true,
    });
    expect(told(own.files)).toEqual(language.proposes === 'nothing' ? {} : { [old.file]: ['before'] });
    expect(await lab.sidecar.request('lsp/getDiagnosticEpoch', {})).toBe(epoch);
    expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual(diagnostics);
    const { files, others } = await edit(lab, { [definition.file]: [definition.text, definition.text] });
    expect([told(files), told(others)]).toEqual([{}, { [old.file]: ['before'] }]);
  }
}
