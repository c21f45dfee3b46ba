import { join, resolve } from 'node:path';
import { readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { gradleRepository, mavenRepository, type Repository, sortedNames } from './artifacts.ts';
import { type CompilePlan, type CompileUnit, unique } from './compile-plan.ts';
import {
  type Declared,
  type GradleDependency,
  type GradleScript,
  includedProjects,
  readScript,
  versionCatalog,
} from './gradle-script.ts';
import { blocks, literals, scriptText, unreadable } from './gradle-text.ts';
import { JavaBuild } from './java-build.ts';
import { plainOptions } from './javac-options.ts';
import type { Dependency, PomContext } from './pom.ts';
import { type ClassPath, resolveClassPath } from './resolve-dependencies.ts';
import { generatedRoots } from './source-roots.ts';

const EXPORTED = ['api', 'compile', 'compileOnlyApi'];
const MAIN = [...EXPORTED, 'implementation', 'compileOnly', 'providedCompile'];
const TEST = [
  ...EXPORTED,
  'implementation',
  'testImplementation',
  'testCompileOnly',
  'testCompile',
  'testApi',
];
const PROCESSORS = { main: ['annotationProcessor'], test: ['testAnnotationProcessor'] };

interface Project {
  readonly path: string;
  readonly folder: string;
  readonly script: GradleScript;
}

/** What says something about all projects of a build. */
const SHARED = ['settings.gradle', 'settings.gradle.kts', 'gradle.properties', 'gradle/libs.versions.toml'];

/** A longer one names no version, and a script may put it in a hundred thousand times. */
const LONGEST_VALUE = 200;

function propertiesIn(text: string): [name: string, value: string][] {
  const lines = [...text.matchAll(/^[ \t]*([\w.-]+)[ \t]*[=:](.*)/gm)];
  return lines
    .map(([, name = '', value = '']): [string, string] => [name, value.trim()])
    .filter(([, value]) => value.length <= LONGEST_VALUE);
}

/**
 * The projects of a Gradle build, as far as its scripts are literal. Runs nothing of Gradle. Throws
 * where a script cannot be read.
 */
export async function gradlePlan(root: string, major: number, signal?: AbortSignal): Promise<CompilePlan> {
  const properties = new Map(propertiesIn(readText(join(root, 'gradle.properties'), SETTINGS_BYTES) ?? ''));
  const catalog = versionCatalog(root);
  const rootText = scriptText(root);
  const shared = new Map([...properties, ...literals(rootText)]);
  const folders = includedProjects(root);
  const unread =
    unreadable(root, SHARED) ?? [...folders.values()].flatMap((folder) => unreadable(folder) ?? []).at(0);
  if (unread !== undefined) throw new Error(`${unread} cannot be read`);
  const projects = [...folders].map(([path, folder]): Project => {
    const enclosing =
      path === ':'
        ? blocks(rootText, 'allprojects')
        : [...blocks(rootText, 'allprojects'), ...blocks(rootText, 'subprojects')];
    return {
      path,
      folder,
      script: readScript([scriptText(folder), ...enclosing], { properties: shared, catalog }),
    };
  });
  const context: PomContext = {
    repository: either(gradleRepository(), mavenRepository(root)),
    major,
    given: new Map(),
    documents: new Map(),
  };
  return new GradleBuild(projects, context).plan(signal);
}

class GradleBuild extends JavaBuild<Project> {
  protected needs({ script }: Project): Project[] {
    return script.dependencies.flatMap(({ dependency }) =>
      dependency.kind === 'project' ? (this.#projectAt(dependency.path) ?? []) : [],
    );
  }

  protected exported({ script }: Project): Dependency[] {
    const exported = script.dependencies.filter(({ configuration }) => EXPORTED.includes(configuration));
    return exported.flatMap(({ dependency }) => asDependencies(dependency));
  }

  #projectAt(path: string): Project | undefined {
    return this.modules.find((each) => each.path === path);
  }

  protected unit(project: Project, main: CompileUnit | undefined): CompileUnit {
    const { path, folder, script } = project;
    const kind = main === undefined ? 'main' : 'test';
    const isTest = main !== undefined;
    const { entries, missing } = this.#resolve(project, isTest ? TEST : MAIN);
    const processors = this.#resolve(project, PROCESSORS[kind], true);
    const needed = [...(main === undefined ? [] : [main]), ...entries];
    const own = script.sources[kind].length > 0 ? script.sources[kind] : [join('src', kind, 'java')];
    const others = ['kotlin', 'scala', 'groovy']
      .map((language) => join('src', kind, language))
      .filter((each) => sortedNames(join(folder, each)).length > 0);
    const generated = join(folder, 'build', 'generated', 'sources');
    const title = path === ':' ? 'root project' : path.slice(1);
    return {
      name: isTest ? `${title} (tests)` : title,
      roots: [
        ...own.map((each) => resolve(folder, each)),
        ...generatedRoots(generated, ['annotationProcessor', 'headers']).map((each) => join(each, kind)),
      ],
      options: [
        ...(script.release !== undefined
          ? ['--release', String(script.release)]
          : script.source !== undefined
            ? ['-source', String(script.source)]
            : []),
        ...['-encoding', script.encoding ?? 'UTF-8'],
        // Gradle runs no processors but those of its own path.
        ...(processors.entries.length === 0 ? ['-proc:none'] : []),
        ...plainOptions(script.options),
      ],
      classPath: needed,
      processors: processors.entries.filter((each) => typeof each === 'string'),
      missing: unique([
        ...missing,
        ...others.map((each) => `${each} is not compiled`),
        ...needed.flatMap((each) => (typeof each === 'string' ? [] : each.missing)),
      ]),
      missingProcessors: processors.missing,
    };
  }

  #resolve(
    { folder, script }: Project,
    configurations: readonly string[],
    isForRun = false,
  ): ClassPath<CompileUnit> {
    const declared = script.dependencies.filter(({ configuration }) =>
      configurations.includes(configuration),
    );
    const { paths, missing } = filesOf(declared, folder);
    const { repository } = this.context;
    const boms = script.dependencies.flatMap(({ dependency }) =>
      dependency.kind === 'platform' ? asDependencies(dependency) : [],
    );
    const platforms = boms.map(
      (bom) =>
        this.readPom({ ...bom, version: bom.version ?? '' }) ??
        `${bom.group}:${bom.name}:${bom.version ?? ''} is not in ${repository.title}`,
    );
    const resolved = resolveClassPath(
      declared.flatMap(({ dependency }) =>
        dependency.kind === 'platform' ? [] : asDependencies(dependency),
      ),
      {
        repository,
        sibling: ({ group, name }) => (group === SIBLING ? this.sibling(this.#projectAt(name)) : undefined),
        readPom: (artifact) => this.readPom(artifact),
        managed: platforms.flatMap((each) => (typeof each === 'string' ? [] : each.managed)),
        conflict: 'highest',
        scopes: isForRun ? ['compile', 'runtime'] : ['compile'],
      },
    );
    return {
      entries: [...paths, ...resolved.entries],
      missing: [
        ...missing,
        ...platforms.flatMap((each) => (typeof each === 'string' ? [each] : each.missing)),
        ...resolved.missing,
      ],
    };
  }
}

/** The group of projects of the same build, which no published group is named like. */
const SIBLING = ':';

function asDependencies(dependency: GradleDependency): Dependency[] {
  const common = {
    type: 'jar',
    classifier: undefined,
    scope: 'compile',
    isOptional: false,
    exclusions: [],
    systemPath: undefined,
  };
  if (dependency.kind === 'project')
    return [{ ...common, group: SIBLING, name: dependency.path, version: undefined }];
  if (dependency.kind === 'external')
    return [
      {
        ...common,
        group: dependency.group,
        name: dependency.name,
        version: dependency.version,
        classifier: dependency.classifier,
      },
    ];
  if (dependency.kind === 'platform')
    return [
      { ...common, group: dependency.group, name: dependency.name, version: dependency.version, type: 'pom' },
    ];
  return [];
}

/** What the disk has, and what no reading of the script tells. */
function filesOf(declared: readonly Declared[], folder: string): { paths: string[]; missing: string[] } {
  const paths: string[] = [];
  const missing: string[] = [];
  for (const { dependency } of declared) {
    if (dependency.kind === 'unknown') missing.push(`only Gradle knows what ${dependency.text} brings`);
    if (dependency.kind === 'files') paths.push(...dependency.paths.map((path) => resolve(folder, path)));
    if (dependency.kind === 'folder')
      for (const name of sortedNames(resolve(folder, dependency.path)))
        if (name.endsWith('.jar')) paths.push(resolve(folder, dependency.path, name));
  }
  return { paths, missing };
}

/** Gradle also takes what Maven has downloaded, where its script names `mavenLocal()`. */
function either(first: Repository, second: Repository): Repository {
  return {
    title: first.title,
    find: (...file) => first.find(...file) ?? second.find(...file),
    versions: (group, name) => [...first.versions(group, name), ...second.versions(group, name)],
  };
}
