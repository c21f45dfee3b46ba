import { dirname } from 'node:path';
import type { EnvironmentTraits } from '../../backend/environment.ts';
import { compareText } from '../../support/compare.ts';
import type { DescribedEnvironment } from '../../types.ts';
import type { Servers } from '../session/pool/servers.ts';
import { filesBelow } from './project-checker-files.ts';

/** What the imports of each project are resolved with. Looks at the disk, runs nothing. */
export async function projectEnvironments(
  { disk, workspace, search }: Pick<Servers, 'disk' | 'workspace' | 'search'>,
  languages: readonly EnvironmentTraits[],
): Promise<DescribedEnvironment[]> {
  await disk.sweep();
  await disk.walked;
  const endings = new Set(languages.flatMap(({ markers, extensions }) => [...markers, ...extensions]));
  const files = await filesBelow({ disk, workspace }, workspace.root, endings);
  return languages
    .flatMap((traits): DescribedEnvironment[] => {
      const { language, markers, extensions } = traits;
      const marked = new Set(files.named(markers).map((path) => dirname(path)));
      const folders =
        marked.size === 0 && files.named(extensions).length > 0 ? [workspace.root] : [...marked];
      const found = folders.flatMap((folder) => traits.describe(folder, search) ?? []);
      return [
        ...new Map(
          found.map(({ root, uses, why }) => [root, { language, root: workspace.folder(root), uses, why }]),
        ).values(),
      ];
    })
    .sort((a, b) => compareText(a.language, b.language) || compareText(a.root, b.root));
}
