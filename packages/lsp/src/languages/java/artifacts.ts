import { join, resolve } from 'node:path';
import { home, readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { parseXml, elementText } from './xml.ts';
import { namesIn } from '../../support/folders.ts';

/** Names a file of a repository. */
export interface Artifact {
  readonly group: string;
  readonly name: string;
  readonly version: string;
}

/** What a build tool has downloaded. Nothing is fetched. */
export interface Repository {
  /** For people: `~/.m2/repository`. */
  readonly title: string;
  /** The path of a file; undefined where it was not downloaded. */
  find(artifact: Artifact, classifier: string | undefined, extension: string): string | undefined;
  /** The versions that were downloaded. */
  versions(group: string, name: string): readonly string[];
}

/**
 * Maven's local repository. It lies where `.mvn/maven.config` of the build or the user's settings
 * say.
 */
export function mavenRepository(root: string): Repository {
  const own = /-Dmaven\.repo\.local=(\S+)/.exec(
    readText(join(root, '.mvn', 'maven.config'), SETTINGS_BYTES) ?? '',
  )?.[1];
  const settings = elementText(
    parseXml(readText(join(home(), '.m2', 'settings.xml'), SETTINGS_BYTES) ?? ''),
    'localRepository',
  );
  const usual = join(home(), '.m2', 'repository');
  const named = own ?? settings?.replaceAll('${user.home}', home());
  const folder = named === undefined ? usual : resolve(root, named);
  const folderOf = (group: string, name: string): string => join(folder, ...group.split('.'), name);
  return {
    title: folder === usual ? '~/.m2/repository' : folder,
    find({ group, name, version }, classifier, extension) {
      const at = join(folderOf(group, name), version);
      const ending = `${classifier === undefined ? '' : `-${classifier}`}.${extension}`;
      const names = new Set(sortedNames(at));
      const wanted = `${name}-${version}${ending}`;
      // A snapshot that was downloaded has a time in place of `SNAPSHOT`, and a copy without.
      return names.has(wanted) ? join(at, wanted) : undefined;
    },
    versions: (group, name) => sortedNames(folderOf(group, name)),
  };
}

/** Gradle's cache: each file lies in a folder by its hash. */
export function gradleRepository(): Repository {
  const user = process.env['GRADLE_USER_HOME'] ?? join(home(), '.gradle');
  const folder = join(user, 'caches', 'modules-2', 'files-2.1');
  return {
    title: user === join(home(), '.gradle') ? '~/.gradle/caches' : join(user, 'caches'),
    find({ group, name, version }, classifier, extension) {
      const at = join(folder, group, name, version);
      const wanted = `${name}-${version}${classifier === undefined ? '' : `-${classifier}`}.${extension}`;
      const hash = sortedNames(at).find((each) => sortedNames(join(at, each)).includes(wanted));
      return hash === undefined ? undefined : join(at, hash, wanted);
    },
    versions: (group, name) => sortedNames(join(folder, group, name)),
  };
}

export const sortedNames = (folder: string): string[] => namesIn(folder).sort();

/**
 * Negative where `a` is older. Numbers count as such, and what is not there as 0; `1.0-rc` is older
 * than `1.0`.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [one = '0', other = '0'] = [left[at], right[at]];
    const difference = rank(one) - rank(other);
    if (difference !== 0) return difference;
    if (one !== other && rank(one) < 0) return one < other ? -1 : 1;
  }
  return 0;
}

function partsOf(version: string): string[] {
  return (version.toLowerCase().match(/\d+|[a-z]+/g) ?? []).filter(
    (part) => !['ga', 'final', 'release'].includes(part),
  );
}

function rank(part: string): number {
  if (/^\d/.test(part)) return Number(part);
  return part === 'sp' ? 0.5 : -1;
}
