import { dirname, join, relative, sep } from 'node:path';
import {
  type WorldHole,
  type HoleWithFindings,
  type Look,
  isPlainWord,
  type WorldTraits,
} from '../../backend/world.ts';
import type { Diagnostic } from '../../types.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { resolvePackage } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';
import {
  type Configuration,
  type MissingFile,
  readConfiguration,
  type RefusedOption,
} from './configuration.ts';
import { followsFromOptions, followsFromRefused } from './options.ts';
import { generatedHoles, generatorOf } from './generated.ts';
import { ecmascriptPackages, installer, isOfDeclared, pnpFolder, specOf } from './packages.ts';
import { configContent, nearestConfig, referencedConfigs } from './tsconfig.ts';
import { ancestors } from '../../backend/program/files.ts';

/** The configuration of a file, and what generators make for it. */
export const typescriptWorld: WorldTraits = {
  holes(file, findings, look) {
    const generated = generatedHoles(file, findings, look);
    const taken = new Set(generated.flatMap((hole) => hole.findings));
    const left = findings.filter((finding) => !taken.has(finding));
    return merged([
      ...configurationHoles(file, left, look.search),
      ...generated,
      ...archivedPackages(file, left, look),
    ]);
  },
};

/** Of packages that Yarn's Plug'n'Play keeps in archives, the TypeScript that judges knows nothing. */
function archivedPackages(
  file: AdmittedPath,
  findings: readonly Diagnostic[],
  look: Look,
): HoleWithFindings[] {
  const { search } = look;
  const folder = pnpFolder(file, search);
  const unread = folder === undefined ? [] : findings.filter((one) => isOfDeclared(one, file, search));
  if (folder === undefined || unread.length === 0) return [];
  const follows = (one: Diagnostic): boolean =>
    unread.includes(one) || ecmascriptPackages.followsFromImports?.(one, look.text()) === true;
  return [
    {
      file: join(folder, '.pnp.cjs'),
      what: "has the packages in archives (Yarn Plug'n'Play), which TypeScript does not read here",
      findings: findings.filter(follows),
    },
  ];
}

/** One command may mend both: what extends its output, and what imports it. */
function merged(holes: readonly HoleWithFindings[]): HoleWithFindings[] {
  const found: HoleWithFindings[] = [];
  for (const hole of holes) {
    const at = found.findIndex(
      ({ command, file }) =>
        command !== undefined && command === hole.command && dirname(file) === dirname(hole.file),
    );
    const same = found[at];
    if (same === undefined) found.push(hole);
    else found[at] = { ...same, findings: [...same.findings, ...hole.findings] };
  }
  return found;
}

function configurationHoles(
  file: AdmittedPath,
  findings: readonly Diagnostic[],
  search: Search,
): HoleWithFindings[] {
  const config = nearestConfig(file, search.workspaceRoot);
  if (config === undefined) return [];
  const all = [config, ...membersOf(config, file)].map((path) => readConfiguration(path));
  const unknown = all.filter(({ bases, unreadable }) => bases.length + unreadable.length > 0);
  const refused = all.flatMap((one) => one.refused);
  const follows = (finding: Diagnostic): boolean =>
    (unknown.length > 0 && followsFromOptions(finding, file, unknown, search)) ||
    followsFromRefused(finding, refused);
  const holes = distinct(all.flatMap((one) => holesOf(one, search)));
  const [first, ...others] = holes;
  if (first === undefined) return [];
  return [
    { ...first, findings: findings.filter(follows) },
    ...others.map((hole) => ({ ...hole, findings: [] })),
  ];
}

/** A solution holds no file itself: one of its projects does. */
function membersOf(config: string, file: string): string[] {
  const { files } = configContent(config);
  return Array.isArray(files) && files.length === 0
    ? referencedConfigs(config).filter((path) => file.startsWith(dirname(path) + sep))
    : [];
}

function holesOf({ unreadable, bases, others, refused }: Configuration, search: Search): WorldHole[] {
  return [
    ...unreadable.map((file) => ({ file, what: 'is no valid JSON, so its options are not known' })),
    ...bases.map((missing) => holeOf(missing, search)),
    ...refused.flatMap((one) => refusedHole(one, search)),
    ...others.map((missing) => holeOf(missing, search)),
  ];
}

function holeOf({ by, named, name, path }: MissingFile, search: Search): WorldHole {
  const hole = { file: by, what: `${named}, which is not there` };
  if (path !== undefined) {
    const command = generatorOf(path, dirname(by), search);
    return command === undefined ? hole : { ...hole, command };
  }
  const own = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  const folder = ancestors(dirname(by), search.workspaceRoot).find(
    (each) => specOf(join(each, 'package.json'), own) !== undefined,
  );
  if (folder === undefined || resolvePackage(dirname(by), own) !== undefined) return hole;
  const within = relative(dirname(by), folder).replaceAll(sep, '/');
  const command = installer(folder, search);
  if (within === '') return { ...hole, command };
  return isPlainWord(within) ? { ...hole, command: `cd ${within} && ${command}` } : hole;
}

/** What package.json declares is told where it is missed: see packages.ts. */
function refusedHole({ by, option, value, isMissing }: RefusedOption, search: Search): WorldHole[] {
  if (!isMissing)
    return [{ file: by, what: `sets "${option}" to "${value}", which TypeScript does not know` }];
  const own = /^(?:@[^/]+\/)?[^/]+/.exec(value)?.[0] ?? value;
  const isDeclared = ancestors(dirname(by), search.workspaceRoot).some((folder) =>
    [own, `@types/${own}`].some((one) => specOf(join(folder, 'package.json'), one) !== undefined),
  );
  return isDeclared ? [] : [{ file: by, what: `names the types "${value}", which are not installed` }];
}

function distinct(holes: readonly WorldHole[]): WorldHole[] {
  return [...new Map(holes.map((hole) => [[hole.file, hole.what].join('\0'), hole])).values()];
}
