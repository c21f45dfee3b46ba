import type { ServerDefinition } from '../../backend/definition.ts';
import type { Position } from '../../backend/model.ts';
import { formedNameAt, nameAt } from '../../backend/navigation/name-at.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Texts } from '../disk/texts.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { Unsearched } from './embedded-uses.ts';
import { linesWith } from './occurrences.ts';

interface Named {
  readonly path: AdmittedPath;
  readonly text: string;
  readonly position: Position;
}

/** Other files with the name, for servers that see one file at a time: the first of each. */
export function usesUnseen(
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
