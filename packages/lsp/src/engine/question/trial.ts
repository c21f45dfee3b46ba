import { textAfter } from '../../backend/fixes/text-changes.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckedServer, CheckParams, CheckReport, Diagnostic } from '../../types.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { ChangedFile } from '../session/session.ts';
import { type JudgedProposal, type ProposalOptions, runProposal } from './propose.ts';

/** What a change is made with that is tried before it is written: a fix, a refactoring. */
export interface TrialContext {
  readonly services: SessionServers;
  readonly check: (params: CheckParams, cancel: AbortSignal) => Promise<CheckReport>;
}

/** The tree as it would be. */
export interface TriedChanges extends JudgedProposal {
  /** What stands there and not before. */
  readonly caused: readonly Diagnostic[];
  /** Of these servers, those that are there. */
  rowsOf(isMeant: (definition: ServerDefinition) => boolean): CheckedServer[];
}

export interface ChangesToTry extends ProposalOptions {
  readonly files: readonly ChangedFile[];
  readonly deleted?: readonly AdmittedPath[];
  /** The other files that depend on the changed ones count, too. */
  readonly others: boolean;
}

/** Proposes a change, and tells what it causes. */
export async function tryChanges(
  services: SessionServers,
  { files, deleted = [], others, ...options }: ChangesToTry,
  cancel: AbortSignal,
): Promise<TriedChanges> {
  const texts = files.map((file) => ({ filePath: file.path, text: textAfter(file) }));
  const params = { files: texts, deleted: [...deleted], others, origins: true };
  const { report, answers } = await runProposal(services, params, options, cancel);
  const definitions = new Map(services.registry.all().map((definition) => [definition.id, definition]));
  return {
    report,
    answers,
    caused: [...Object.values(report.files), ...Object.values(report.others)]
      .flat()
      .filter(({ origin }) => origin !== 'before'),
    rowsOf: (isMeant) =>
      report.servers.filter(({ id, outcome, reason }) => {
        const definition = definitions.get(id);
        return definition && isMeant(definition) && (outcome !== 'unavailable' || reason !== undefined);
      }),
  };
}
