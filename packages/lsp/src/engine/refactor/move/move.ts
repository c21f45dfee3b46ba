import { applyChanges } from '../../../backend/fixes/text-changes.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Diagnostic, FileMove } from '../../../types.ts';
import { documentOnDisk, textOnDisk } from '../../disk/text-source.ts';
import { changesOf } from '../../question/file-changes.ts';
import { failed, type Failure } from '../../navigate/found.ts';
import { queryAll, type Participant } from '../../navigate/query-all.ts';
import { notifyOfDiskChanges } from '../../session/pool/disk-notifications.ts';
import { resolveServers } from '../../base/resolve-servers.ts';
import { answersRequests, reportsUnasked } from '../../session/abilities.ts';
import type { ChangedFile, Session } from '../../session/session.ts';
import { changedFiles } from '../changed-files.ts';
import { standingErrors } from './proof.ts';
import { type Refactored, type RefactoringContext, refusal } from '../refactoring.ts';
import { finished, type Tried, tryRefactoring } from '../tried.ts';
import { Importers } from '../importers.ts';
import { findMove, type Move } from './moved-files.ts';
import { pathMentions } from './path-mentions.ts';
import { rewriteImports } from './rewrite-imports.ts';
import { withPaths } from './rewrite-paths.ts';
import { serversOf, whyUnknown } from './servers-of.ts';
import { askWillRename, type MoveAnswer } from './will-rename.ts';

export interface MoveRequest {
  readonly from: string;
  readonly to: string;
  readonly force: boolean;
}

/** How many importers that a server left out are shown to it. */
const MOST_SHOWN = 20;

/**
 * Another path for a file or folder, and the imports that follow, or why not. Servers are asked
 * first; where none changes imports, the language does by the text. It is refused if nothing knows
 * what imports a file of its language, or if errors would come.
 */
export async function move(
  context: RefactoringContext,
  { from, to, force }: MoveRequest,
  cancel: AbortSignal,
): Promise<Refactored | Failure> {
  const { services } = context;
  const {
    workspace,
    disk,
    config: { maxRefactoredFiles: most },
  } = services;
  const found = findMove(workspace, from, to, most);
  if (typeof found === 'string') return refusal(`${found}. Nothing was changed`);
  await notifyOfDiskChanges(services);
  await disk.walked;
  const importers = await Importers.of(context, found.files);
  const answers = await askServers(context, found, importers, cancel);
  if (!Array.isArray(answers)) return answers;
  const byServers = changedFiles(
    workspace,
    answers.filter((answer) => answer.kind === 'edits'),
    most,
  );
  if (typeof byServers === 'string') return refusal(`${byServers}. Nothing was changed`);
  const rewritten = rewriteImports(context, found, importers, answers);
  if (typeof rewritten === 'string') return refusal(`${rewritten}. Nothing was changed`);
  const touched = new Set(byServers.map(({ path }) => path));
  const imports = [...byServers, ...rewritten.filter(({ path }) => !touched.has(path))];
  const files = withPaths(context, found, imports);
  if (files.length + found.files.length > most)
    return refusal(
      `it would change ${files.length + found.files.length} files; ${most} is the limit (the setting ` +
        '`maxRefactoredFiles`). Nothing was changed',
    );
  const unknown = force ? undefined : whyUnknown(context, found, importers, answers, files);
  if (unknown !== undefined) return refusal(`${unknown}. Nothing was changed`);
  return await tried(context, found, importers, files, force, cancel);
}

/** Each server of a moved file is asked once about all of them. */
async function askServers(
  { services, limit }: RefactoringContext,
  found: Move,
  importers: Importers,
  cancel: AbortSignal,
): Promise<MoveAnswer[] | Failure> {
  const participants = new Map<Session, Participant>();
  for (const { from } of found.files) {
    const text = textOnDisk(from);
    for (const { definition, launch } of text === undefined ? [] : resolveServers(services, from).found) {
      if (!answersRequests(definition)) continue;
      const session = services.pool.session(definition, launch);
      if (!participants.has(session))
        participants.set(session, { session, text: await documentOnDisk(definition, from) });
    }
  }
  if (participants.size === 0) return [];
  const results = await queryAll(
    services,
    [...participants.values()],
    (ask, session) =>
      askWillRename(ask, session, {
        move: found,
        cancel,
        missed: async (edit) => {
          const changed = new Set(edit?.kind === 'edits' ? edit.files.map(({ path }) => path) : []);
          const missed = importers
            .outside(session.definition.imports)
            .filter((path) => !changed.has(path))
            .slice(0, MOST_SHOWN);
          return (await Promise.all(missed.map((path) => documentOnDisk(session.definition, path)))).filter(
            (text) => text !== undefined,
          );
        },
      }),
    limit,
    cancel,
  );
  if (results.kind === 'failed') return results;
  const { without } = results.value;
  return without.length > 0
    ? failed('no-server', `${without.join(', ')} has ended and is not started again in this session`)
    : results.value.results;
}

/** Judges the tree as it would be. What servers cannot judge before it is written, is checked then. */
async function tried(
  context: RefactoringContext,
  found: Move,
  importers: Importers,
  files: readonly ChangedFile[],
  force: boolean,
  cancel: AbortSignal,
): Promise<Refactored | Failure> {
  const { services } = context;
  const { workspace } = services;
  const byPath = new Map(files.map((file) => [file.path, file]));
  const moving = new Set(found.files.map(({ from }) => from));
  const others = files.filter(({ path }) => !moving.has(path));
  const created = found.files.flatMap(({ from, to }): ChangedFile[] => {
    const text = textOnDisk(from);
    return text === undefined
      ? []
      : [
          {
            path: to,
            former: undefined,
            changes: [{ start: 0, end: 0, text: applyChanges(text, byPath.get(from)?.changes ?? []) }],
          },
        ];
  });
  const judged = created.filter(({ path }) => serversOf(services, path).length > 0);
  let known: Promise<readonly Diagnostic[]> | undefined;
  const standing = (): Promise<readonly Diagnostic[]> =>
    (known ??= standingErrors(
      context,
      found.files,
      [...others.map(({ path }) => path), ...importers.affected(files)],
      cancel,
    ));
  // Servers read it all the same, as TypeScript a JSON file: what they miss then is no error of the move.
  const unshown = force ? undefined : found.files.find(({ to }) => serversOf(services, to).length === 0);
  const tree = await tryRefactoring(
    context,
    [...judged, ...others],
    { deleted: found.files.map(({ from }) => from), force: force || unshown !== undefined, standing },
    cancel,
  );
  if (!('answers' in tree)) return tree;
  const trial = unshown === undefined || tree.caused.length === 0 ? tree : untold(services, unshown, tree);
  const judges = [...judged, ...others].flatMap(({ path }) => serversOf(services, path));
  const unchanged = [
    ...found.files
      .filter(({ from, to }) => !byPath.has(from) && serversOf(services, to).length > 0)
      .map(({ to }) => to),
    ...importers.affected(files),
  ];
  const othersKnown = judges.every(reportsUnasked);
  const isUntold = trial !== tree;
  const servers = isUntold || judged.length > 0 ? [...new Set(judges.map(({ id }) => id))] : [];
  const proof =
    trial.untried === undefined || servers.length === 0
      ? undefined
      : {
          files: unchanged.map((path) => workspace.folder(path)),
          servers,
          standing: [...(await standing())],
          othersKnown,
        };
  return finished(files, trial, {
    changes: [...movesOf(context, found, byPath), ...changesOf(workspace, others)],
    ...pathMentions(context, found, files),
    ...(proof !== undefined && { proveAfterwards: proof }),
    ...(found.left.length > 0 && {
      notes: found.left.map((folder) => `${folder} stays where it is: its files are computed.`),
    }),
  });
}

/** With errors that may only say that a moved file is not there yet. */
function untold(
  { workspace }: RefactoringContext['services'],
  { to }: Move['files'][number],
  tree: Tried,
): Tried {
  const untried = `no language server is shown ${workspace.folder(to)} before it is there`;
  return { ...tree, caused: [], report: undefined, untried: tree.untried ?? untried };
}

function movesOf(
  { services: { workspace } }: RefactoringContext,
  found: Move,
  byPath: ReadonlyMap<AdmittedPath, ChangedFile>,
): FileMove[] {
  return found.files.map(({ from, to }): FileMove => {
    const change = byPath.get(from);
    const [written] = change === undefined ? [] : changesOf(workspace, [change]);
    const paths = { file: workspace.folder(to), from: workspace.folder(from) };
    return written?.former === undefined ? paths : { ...paths, former: written.former, text: written.text };
  });
}
