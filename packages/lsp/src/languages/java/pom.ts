import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readText } from '../../backend/program/files.ts';
import { isFolder, SETTINGS_BYTES } from '../../support/read-file.ts';
import type { Artifact, Repository } from './artifacts.ts';
import { all, type Element, parseXml, elementText } from './xml.ts';

export interface Dependency {
  readonly group: string;
  readonly name: string;
  /** Absent where the managed versions name it. */
  readonly version: string | undefined;
  readonly type: string;
  readonly classifier: string | undefined;
  readonly scope: string | undefined;
  readonly isOptional: boolean;
  /** `group:name`; `*` stands for any. */
  readonly exclusions: readonly string[];
  readonly systemPath: string | undefined;
}

/** A POM with all that it inherits, its properties put in. */
export interface Pom {
  readonly artifact: Artifact;
  readonly packaging: string;
  readonly dependencies: readonly Dependency[];
  /** The first one of a key counts. Imported POMs are included. */
  readonly managed: readonly Dependency[];
  readonly modules: readonly string[];
  /** What it lacks: a parent, or an imported POM, that was not downloaded. */
  readonly missing: readonly string[];
  /** The first text at this path in `build`, own before inherited. */
  build(...path: readonly string[]): string | undefined;
  /** The configurations of a plugin, own before inherited; `pluginManagement` last. */
  plugin(name: string): readonly Element[];
  /** The names of all plugins that it runs. */
  readonly plugins: readonly string[];
  property(name: string): string | undefined;
  /** Text of an element with its properties put in. */
  text(element: Element | undefined, ...path: readonly string[]): string | undefined;
}

export interface PomContext {
  readonly repository: Repository;
  /** The version of the JDK, by which profiles are activated. */
  readonly major: number;
  /** `-Dname=value` of .mvn/maven.config. */
  readonly given: ReadonlyMap<string, string>;
  /** What was read before: most POMs of a repository share their parents and imports. */
  readonly documents: Map<string, Element | undefined>;
}

/** Longer chains are taken for circles. */
const MOST_PARENTS = 20;

function documentAt(path: string, { documents }: PomContext): Element | undefined {
  if (!documents.has(path)) documents.set(path, parseXml(readText(path, SETTINGS_BYTES) ?? ''));
  return documents.get(path);
}

/** Reads a POM from the disk; undefined where there is none. Runs nothing, fetches nothing. */
export function readPom(path: string, context: PomContext, depth = 0): Pom | undefined {
  const project = documentAt(path, context);
  if (project?.name !== 'project') return undefined;
  const { layers, missing } = inherited(project, path, context);
  const properties = propertiesOf(layers, path, context);
  const text = (element: Element | undefined, ...names: readonly string[]): string | undefined => {
    const raw = elementText(element, ...names);
    return raw === undefined ? undefined : interpolate(raw, properties);
  };
  const read = (element: Element): Dependency => dependencyOf(element, text);
  const managed = layers
    .flatMap((layer) => all(layer, 'dependencyManagement', 'dependencies', 'dependency'))
    .map(read);
  const imported = managed
    .filter(({ scope, type }) => scope === 'import' && type === 'pom')
    .map((bom) => importPom(bom, context, depth));
  const own = (name: string): string => interpolate(properties.get(`project.${name}`) ?? '', properties);
  const artifact = { group: own('groupId'), name: own('artifactId'), version: own('version') };
  const plugins = [
    ...layers.flatMap((layer) => all(layer, 'build', 'plugins', 'plugin')),
    ...layers.flatMap((layer) => all(layer, 'build', 'pluginManagement', 'plugins', 'plugin')),
  ];
  return {
    artifact,
    packaging: text(project, 'packaging') ?? 'jar',
    dependencies: uniqueByKey(layers.flatMap((layer) => all(layer, 'dependencies', 'dependency')).map(read)),
    managed: [
      ...managed.filter(({ scope }) => scope !== 'import'),
      ...imported.flatMap((bom) => (typeof bom === 'string' ? [] : bom.managed)),
    ],
    modules: ownLayers(project, context, properties).flatMap((layer) =>
      all(layer, 'modules', 'module').flatMap((each) => text(each) ?? []),
    ),
    missing: [...missing, ...imported.flatMap((bom) => (typeof bom === 'string' ? [bom] : bom.missing))],
    build: (...names) => layers.flatMap((layer) => text(layer, 'build', ...names) ?? [])[0],
    plugin: (name) => plugins.filter((plugin) => elementText(plugin, 'artifactId') === name),
    plugins: layers.flatMap((layer) =>
      all(layer, 'build', 'plugins', 'plugin', 'artifactId').map((each) => each.text),
    ),
    property: (name) => {
      const value = properties.get(name);
      return value === undefined ? undefined : interpolate(value, properties);
    },
    text,
  };
}

/** Where a POM of the disk takes its parent from; undefined where it has none there. */
function parentPath(project: Element, path: string, context: PomContext): string | undefined {
  const [parent] = all(project, 'parent');
  if (parent === undefined) return undefined;
  const [relative] = all(parent, 'relativePath');
  if (relative?.text === '') return undefined;
  const named = resolve(dirname(path), relative?.text ?? '../pom.xml');
  const at = isFolder(named) ? join(named, 'pom.xml') : named;
  const found = documentAt(at, context);
  const isParent =
    found !== undefined && elementText(found, 'artifactId') === elementText(parent, 'artifactId');
  return isParent ? at : undefined;
}

/** A key of Maven: what of one key there is only one on a class path. */
export function mavenKey({
  group,
  name,
  type,
  classifier,
}: Pick<Dependency, 'group' | 'name' | 'type' | 'classifier'>): string {
  return `${group}:${name}:${type}:${classifier ?? ''}`;
}

/** The POM and its parents, nearest first, each followed by its active profiles. */
function inherited(
  project: Element,
  path: string,
  context: PomContext,
): { layers: Element[]; missing: string[] } {
  const chain: Element[] = [];
  const missing: string[] = [];
  for (
    let current: Element | undefined = project, at = path;
    current !== undefined && chain.length < MOST_PARENTS;
  ) {
    chain.push(current);
    const [parent] = all(current, 'parent');
    if (parent === undefined) break;
    const artifact = {
      group: elementText(parent, 'groupId') ?? '',
      name: elementText(parent, 'artifactId') ?? '',
      version: elementText(parent, 'version') ?? '',
    };
    const next: string | undefined =
      parentPath(current, at, context) ?? context.repository.find(artifact, undefined, 'pom');
    current = next === undefined ? undefined : documentAt(next, context);
    if (current === undefined)
      missing.push(
        `${artifact.group}:${artifact.name}:${artifact.version} is not in ${context.repository.title}`,
      );
    at = next ?? at;
  }
  const plain = propertiesOf(chain, path, context);
  return { layers: chain.flatMap((each) => ownLayers(each, context, plain)), missing };
}

/** An active profile precedes what it overrides. */
function ownLayers(
  project: Element,
  context: PomContext,
  properties: ReadonlyMap<string, string>,
): Element[] {
  const profiles = all(project, 'profiles', 'profile');
  const active = profiles.filter((profile) => isActive(profile, context, properties));
  const byDefault =
    active.length > 0
      ? []
      : profiles.filter((profile) => elementText(profile, 'activation', 'activeByDefault') === 'true');
  return [...active, ...byDefault, project];
}

function isActive(
  profile: Element,
  { major, given }: PomContext,
  properties: ReadonlyMap<string, string>,
): boolean {
  const [activation] = all(profile, 'activation');
  const jdk = elementText(activation, 'jdk');
  const [property] = all(activation, 'property');
  const [file] = all(activation, 'file');
  const [os] = all(activation, 'os');
  const conditions: boolean[] = [];
  if (jdk !== undefined) conditions.push(isVersionIn(jdk, major));
  if (property !== undefined) {
    const name = elementText(property, 'name') ?? '';
    const value = elementText(property, 'value');
    const is = given.get(name.replace(/^!/, ''));
    conditions.push(
      name.startsWith('!') ? is === undefined : is !== undefined && (value === undefined || value === is),
    );
  }
  if (file !== undefined) {
    const [exists, absent] = ['exists', 'missing']
      .map((name) => elementText(file, name))
      .map((path) =>
        path === undefined
          ? undefined
          : existsSync(resolve(properties.get('basedir') ?? '', interpolate(path, properties))),
      );
    conditions.push(exists !== false && absent !== true);
  }
  // Which names of systems and processors hold here is not known: such a profile is left out.
  if (os !== undefined) conditions.push(false);
  return conditions.length > 0 && conditions.every(Boolean);
}

/** `17`, `!17`, `[11,)`, `[1.8,11)`; only the first number of a version counts. */
function isVersionIn(wanted: string, major: number): boolean {
  if (wanted.startsWith('!')) return !isVersionIn(wanted.slice(1), major);
  const number = (text: string): number => Number(/^(?:1\.)?(\d+)/.exec(text.trim())?.[1] ?? Number.NaN);
  const range = /^([[(])([^,]*),([^\])]*)([\])])$/.exec(wanted.trim());
  if (range === null) return number(wanted.replace(/[[\]]/g, '')) === major;
  const [, open, low = '', high = '', close] = range;
  const isAbove = low.trim() === '' || (open === '[' ? major >= number(low) : major > number(low));
  return isAbove && (high.trim() === '' || (close === ']' ? major <= number(high) : major < number(high)));
}

/** Properties by name, those of the nearest layer first, and what Maven defines itself. */
function propertiesOf(layers: readonly Element[], path: string, { given }: PomContext): Map<string, string> {
  const properties = new Map<string, string>();
  for (const layer of layers.toReversed())
    for (const { name, text } of all(layer, 'properties').flatMap(({ children }) => children))
      properties.set(name, text);
  const project = layers.find((layer) => layer.name === 'project');
  const parents = layers.filter((layer) => layer.name === 'project').slice(1);
  const [declared] = all(project, 'parent');
  for (const name of ['groupId', 'artifactId', 'version']) {
    const ofParent =
      elementText(declared, name) ?? parents.flatMap((parent) => elementText(parent, name) ?? [])[0];
    const own = elementText(project, name) ?? (name === 'artifactId' ? undefined : ofParent);
    for (const prefix of ['project.', 'pom.', ''])
      if (own !== undefined) properties.set(`${prefix}${name}`, own);
    if (ofParent !== undefined) properties.set(`project.parent.${name}`, ofParent);
  }
  const folder = dirname(path);
  for (const prefix of ['project.', 'pom.', '']) properties.set(`${prefix}basedir`, folder);
  properties.set('project.build.directory', join(folder, 'target'));
  for (const [name, value] of given) properties.set(name, value);
  return properties;
}

/** How much the properties of one text may put in, UTF-16 code units. */
const LONGEST_VALUE = 10_000;

/** A property that is not known, or too long, stays as it is written. */
function interpolate(text: string, properties: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > 10 || !text.includes('${')) return text;
  let added = 0;
  const replaced = text.replace(/\$\{([^{}]+)\}/g, (whole, name: string) => {
    const value =
      properties.get(name) ?? (name.startsWith('env.') ? process.env[name.slice(4)] : undefined) ?? whole;
    // Properties of properties may grow without end.
    if (added + value.length > LONGEST_VALUE) return whole;
    added += value.length;
    return value;
  });
  return replaced === text ? text : interpolate(replaced, properties, depth + 1);
}

function dependencyOf(element: Element, text: Pom['text']): Dependency {
  const type = text(element, 'type') ?? 'jar';
  return {
    group: text(element, 'groupId') ?? '',
    name: text(element, 'artifactId') ?? '',
    version: text(element, 'version'),
    type,
    classifier: text(element, 'classifier') ?? (type === 'test-jar' ? 'tests' : undefined),
    scope: text(element, 'scope'),
    isOptional: text(element, 'optional') === 'true',
    exclusions: all(element, 'exclusions', 'exclusion').map(
      (each) => `${text(each, 'groupId') ?? '*'}:${text(each, 'artifactId') ?? '*'}`,
    ),
    systemPath: text(element, 'systemPath'),
  };
}

/** The POM that a managed dependency imports, or what is missing. */
function importPom(
  { group, name, version = '' }: Dependency,
  context: PomContext,
  depth: number,
): Pom | string {
  const path =
    depth > MOST_PARENTS ? undefined : context.repository.find({ group, name, version }, undefined, 'pom');
  const pom = path === undefined ? undefined : readPom(path, { ...context, given: new Map() }, depth + 1);
  return pom ?? `${group}:${name}:${version} is not in ${context.repository.title}`;
}

function uniqueByKey(dependencies: readonly Dependency[]): Dependency[] {
  return [...new Map(dependencies.toReversed().map((each) => [mavenKey(each), each])).values()].reverse();
}
