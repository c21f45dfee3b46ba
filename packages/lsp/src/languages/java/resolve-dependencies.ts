import { existsSync } from 'node:fs';
import { compareVersions, type Artifact, type Repository } from './artifacts.ts';
import { mavenKey, type Dependency, type Pom } from './pom.ts';

/** A module of the same build, which stands for what it publishes. */
export interface Sibling<Unit> {
  readonly main: Unit;
  readonly tests: Unit;
  /** What its users get with it. */
  readonly dependencies: readonly Dependency[];
}

/** Where the class path of a module comes from. */
export interface DependencyResolution<Unit> {
  readonly repository: Repository;
  readonly sibling: (dependency: Dependency) => Sibling<Unit> | undefined;
  readonly readPom: (artifact: Artifact) => Pom | undefined;
  /** The versions and scopes that the build fixes. */
  readonly managed: readonly Dependency[];
  /** Of two versions: Maven takes the one that is nearest to the module, Gradle the highest. */
  readonly conflict: 'nearest' | 'highest';
  /** The direct dependencies that count. With `runtime`, so do the transitive ones of that scope. */
  readonly scopes: readonly string[];
}

export interface ClassPath<Unit> {
  readonly entries: readonly (string | Unit)[];
  readonly missing: readonly string[];
}

interface Node<Unit> extends Dependency {
  readonly version: string;
  /** Set where it is a module of the same build. */
  readonly sibling: Sibling<Unit> | undefined;
}

/** What is not looked at any further. */
const MOST_NODES = 5000;

/** The class path of a module by what was downloaded. What was not is in `missing`. */
export function resolveClassPath<Unit>(
  direct: readonly Dependency[],
  resolution: DependencyResolution<Unit>,
): ClassPath<Unit> {
  const { repository, sibling, managed, conflict, scopes } = resolution;
  const fixed = new Map<string, Dependency>();
  for (const each of managed) if (!fixed.has(mavenKey(each))) fixed.set(mavenKey(each), each);
  const missing = new Set<string>();
  const chosen = new Map<string, Node<Unit>>();
  const expanded = new Map<string, string>();
  const queue: { readonly dependency: Dependency; readonly isRuntime: boolean }[] = [];

  const add = (
    dependencies: readonly Dependency[],
    exclusions: readonly string[],
    isRuntime: boolean,
    isDirect: boolean,
  ): void => {
    for (const each of dependencies) {
      if (!isDirect && (each.isOptional || isExcluded(each, exclusions))) continue;
      const rule = fixed.get(mavenKey(each));
      const scope = (isDirect ? each.scope : (rule?.scope ?? each.scope)) ?? rule?.scope ?? 'compile';
      if (!(isDirect ? scopes : ['compile', 'runtime']).includes(scope)) continue;
      const isForRun = isRuntime || (!isDirect && scope === 'runtime');
      if (isForRun && !scopes.includes('runtime')) continue;
      const version = isDirect ? (each.version ?? rule?.version) : (rule?.version ?? each.version);
      const more = [...exclusions, ...each.exclusions, ...(rule?.exclusions ?? [])];
      queue.push({ dependency: { ...each, version, scope, exclusions: more }, isRuntime: isForRun });
    }
  };

  add(direct, [], false, true);
  // The queue grows meanwhile.
  for (const { dependency, isRuntime } of queue) {
    if (chosen.size > MOST_NODES) break;
    const { group, name, type, exclusions } = dependency;
    const key = mavenKey({ ...dependency, type: type === 'test-jar' || type === 'pom' ? type : 'jar' });
    const own = sibling(dependency);
    const version = own === undefined ? versionOf(dependency, repository) : '';
    if (version === undefined) {
      missing.add(
        dependency.version === undefined
          ? `the version of ${group}:${name} is not known`
          : `${group}:${name}:${dependency.version} is not in ${repository.title}`,
      );
      continue;
    }
    const before = chosen.get(key);
    if (before === undefined) chosen.set(key, { ...dependency, version, sibling: own });
    else if (conflict === 'highest' && compareVersions(version, before.version) > 0)
      chosen.set(key, { ...before, version });
    else if (conflict === 'nearest' || before.version !== version) continue;
    if (expanded.get(key) === version) continue;
    expanded.set(key, version);
    if (own !== undefined) add(own.dependencies, exclusions, isRuntime, false);
    else if (dependency.systemPath === undefined) {
      const pom = resolution.readPom({ group, name, version });
      if (pom === undefined) missing.add(`${group}:${name}:${version} is not in ${repository.title}`);
      for (const each of pom?.missing ?? []) missing.add(each);
      add(pom === undefined ? [] : withManaged(pom), exclusions, isRuntime, false);
    }
  }

  const entries = [...chosen.values()].flatMap((node): (string | Unit)[] => {
    const { group, name, version, type, classifier, systemPath } = node;
    const own = node.sibling;
    if (own !== undefined) return [type === 'test-jar' || classifier === 'tests' ? own.tests : own.main];
    if (type === 'pom') return [];
    const path =
      systemPath === undefined
        ? repository.find(node, classifier, extensionOf(type))
        : existsSync(systemPath)
          ? systemPath
          : undefined;
    if (path === undefined)
      missing.add(systemPath ?? `${group}:${name}:${version} is not in ${repository.title}`);
    return path === undefined ? [] : [path];
  });
  return { entries, missing: [...missing] };
}

/** The dependencies of a published POM, with the versions that it manages itself. */
function withManaged({ dependencies, managed }: Pom): Dependency[] {
  return dependencies.map((each) => {
    const rule = managed.find((other) => mavenKey(other) === mavenKey(each));
    return rule === undefined
      ? each
      : {
          ...each,
          version: each.version ?? rule.version,
          scope: each.scope ?? rule.scope,
          exclusions: [...each.exclusions, ...rule.exclusions],
        };
  });
}

function isExcluded({ group, name }: Dependency, exclusions: readonly string[]): boolean {
  return [`${group}:${name}`, `${group}:*`, `*:${name}`, '*:*'].some((each) => exclusions.includes(each));
}

/** A range is met by the newest version that was downloaded. Undefined where there is none. */
function versionOf({ group, name, version }: Dependency, repository: Repository): string | undefined {
  if (version === undefined || version.includes('$')) return undefined;
  if (!/^[[(]|\+$|^latest\./.test(version)) return version;
  const [, low = '', high = low] = /^[[(]([^,\])]*)(?:,([^\])]*))?/.exec(version) ?? [
    '',
    version.replace(/\+$/, ''),
  ];
  const isIn = (each: string): boolean => {
    if (version.endsWith('+')) return each.startsWith(low);
    if (low !== '' && compareVersions(each, low) < (version.startsWith('(') ? 1 : 0)) return false;
    return high === '' || compareVersions(each, high) <= (version.endsWith(')') ? -1 : 0);
  };
  return repository.versions(group, name).filter(isIn).sort(compareVersions).at(-1);
}

function extensionOf(type: string): string {
  return ['jar', 'test-jar', 'maven-plugin', 'ejb', 'java-source', 'bundle', 'eclipse-plugin'].includes(type)
    ? 'jar'
    : type;
}
