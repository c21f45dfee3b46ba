import { type FixMark, isSuppression, markOf } from '../../backend/fixes/classify.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import type { Deadline } from '../base/deadline.ts';
import { documentOnDisk } from '../disk/text-source.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import type { Resolver } from '../session/pool/servers.ts';
import type { ChangedFile, Judge, Suggestion } from '../session/session.ts';

/** A suggestion that is worth a trial. */
export interface FixCandidate extends Suggestion {
  readonly mark?: FixMark;
  /** The id of the server that suggested it. */
  readonly server: string;
}

export interface FixCandidates {
  /** In the order of the findings; for one finding, the likeliest first. */
  readonly candidates: readonly FixCandidate[];
  readonly complete: boolean;
}

/**
 * What the servers of a file suggest for these findings. Suppressions are left out.
 *
 * @param starts servers that do not run yet, too
 */
export async function candidatesFor(
  services: Resolver,
  path: AdmittedPath,
  findings: readonly Diagnostic[],
  starts: boolean,
  deadline: Deadline,
  cancel: AbortSignal,
): Promise<FixCandidates> {
  const located = resolveServers(services, path).found;
  const sessions = located.flatMap(({ definition, launch }): Judge[] => {
    if (starts) return [services.pool.session(definition, launch)];
    const running = services.pool.find(definition, launch);
    return running?.state.kind === 'active' ? [running] : [];
  });
  const answers = await Promise.all(
    sessions.map(async (session) => {
      const text = await documentOnDisk(session.definition, path);
      const answer =
        text === undefined
          ? { suggestions: [], complete: true }
          : await session.suggest(text, findings, deadline, cancel);
      return { ...answer, session, lines: linesOf(text?.text ?? '') };
    }),
  );
  const unique = new Map<string, FixCandidate>();
  for (const { suggestions, session, lines } of answers) {
    for (const suggestion of suggestions) {
      const { title, finding, files } = suggestion;
      const changed = files.map(({ former = '', changes }) => ({ former, changes }));
      if (isSuppression(title, changed)) continue;
      const mark = markOf(title, changed, textOfFinding(finding, lines));
      unique.getOrInsert(`${findings.indexOf(finding)} ${contentKey(files)}`, {
        ...suggestion,
        server: session.definition.id,
        ...(mark !== undefined && { mark }),
      });
    }
  }
  const rank = ({ finding, isPreferred, mark }: FixCandidate): number =>
    findings.indexOf(finding) * 4 + (isPreferred ? 0 : 1) + (mark === undefined ? 0 : 2);
  return {
    candidates: [...unique.values()].sort((a, b) => rank(a) - rank(b)),
    complete: answers.every(({ complete }) => complete),
  };
}

/** Equal for suggestions that do the same. */
export function contentKey(files: readonly ChangedFile[]): string {
  return JSON.stringify(files.map(({ path, changes }) => [path, changes]));
}

/** The text that a finding is about, within one line. */
function textOfFinding(
  { line, character, endLine = line, endCharacter = character }: Diagnostic,
  lines: readonly string[],
): string {
  return line === endLine ? (lines[line - 1]?.slice(character - 1, endCharacter - 1) ?? '') : '';
}
