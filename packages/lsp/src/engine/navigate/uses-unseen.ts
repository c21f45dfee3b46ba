import type { ServerDefinition } from '../../backend/definition.ts';
import type { Position } from '../../backend/model.ts';
import { offsetAt } from '../../backend/navigation/lines.ts';
import { formedNameAt, nameAt } from '../../backend/navigation/name-at.ts';
import { positionAt } from '../../client/documents/text-edit.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Texts } from '../disk/texts.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { Unsearched } from './embedded-uses.ts';
import { linesWith, MOST_SEARCHED } from './occurrences.ts';

interface Named {
  readonly path: AdmittedPath;
  readonly text: string;
  readonly position: Position;
}

/** What a server does not see of a name, for each of these: the first place. */
export function usesUnseen(
  services: Pick<Servers, 'workspace' | 'disk'>,
  servers: readonly { readonly definition: ServerDefinition }[],
  named: Named,
  texts: Texts,
): Pick<Unsearched, 'reason'>[] {
  return [...inOtherFiles(services, servers, named, texts), ...inOthers(services, servers, named, texts)];
}

/** Files of other languages, which may say the name: one reason, whichever server does not see it. */
function inOthers(
  { workspace, disk }: Pick<Servers, 'workspace' | 'disk'>,
  servers: readonly { readonly definition: ServerDefinition }[],
  { path, text, position }: Named,
  texts: Texts,
): Pick<Unsearched, 'reason'>[] {
  const offset = offsetAt(text, position);
  if (offset === undefined) return [];
  for (const { definition } of servers) {
    const shared = definition.sharedName?.(text, offset, path);
    if (shared === undefined) continue;
    const { name, words, endings, isSaidInOwn } = shared;
    const others = [...disk.files(endings, workspace.trees.around(path)).keys()].filter(
      (one) => isSaidInOwn || one !== path,
    );
    for (const other of others.sort().slice(0, MOST_SEARCHED)) {
      const content = texts.text(other);
      if (content === undefined || !words.some((word) => content.includes(word))) continue;
      const at = shared.saidAt(content, other);
      if (at === undefined) continue;
      const place = `${workspace.folder(other)}:${positionAt(content, at).line + 1}`;
      return [{ reason: `${place} may mean \`${name}\`, too, which ${definition.id} does not see` }];
    }
    if (others.length > MOST_SEARCHED)
      return [{ reason: `the workspace has more files than are searched for \`${name}\`` }];
  }
  return [];
}

/** Other files with the name, for servers that see one file at a time: the first of each. */
function inOtherFiles(
  { workspace, disk }: Pick<Servers, 'workspace' | 'disk'>,
  servers: readonly { readonly definition: ServerDefinition }[],
  { path, text, position }: Named,
  texts: Texts,
): Pick<Unsearched, 'reason'>[] {
  const alone = servers.filter(({ definition }) => definition.seesOneFile === true);
  if (alone.length === 0) return [];
  const tree = workspace.trees.around(path);
  return alone.flatMap(({ definition: { id, extensions, names } }) => {
    const name = names === undefined ? nameAt(text, position) : formedNameAt(names, text, position);
    if (name === undefined) return [];
    const whole = new RegExp(`(?<![\\p{ID_Continue}$-])${RegExp.escape(name)}(?![\\p{ID_Continue}$-])`, 'gu');
    const others = [...disk.files(extensions, tree).keys()].filter((one) => one !== path);
    const [first] = linesWith([name], whole, others, [], (one) => texts.text(one));
    if (first === undefined) return [];
    const at = `${workspace.folder(first.path)}:${(first.positions[0]?.line ?? 0) + 1}`;
    return [{ reason: `${at} has \`${name}\`, too, and ${id} sees one file at a time` }];
  });
}
