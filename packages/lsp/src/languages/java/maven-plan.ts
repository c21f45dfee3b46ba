import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { mavenRepository } from './artifacts.ts';
import { type CompilePlan, type CompileUnit, unique } from './compile-plan.ts';
import { JavaBuild } from './java-build.ts';
import { plainOptions } from './javac-options.ts';
import { mavenKey, type Dependency, type Pom, type PomContext, readPom } from './pom.ts';
import { type ClassPath, type DependencyResolution, resolveClassPath } from './resolve-dependencies.ts';
import { generatedRoots } from './source-roots.ts';
import { all, type Element } from './xml.ts';

const COMPILE = ['compile', 'provided', 'system'];
const TEST = [...COMPILE, 'runtime', 'test'];
/** Plugins that write sources before javac runs. */
const GENERATOR =
  /protobuf|protoc|antlr|openapi|swagger|jaxb|jaxws|xjc|avro|jooq|wsdl|cxf|axis|javacc|jflex|thrift|flatc|modello|fmpp|templating/;

interface Module {
  readonly folder: string;
  readonly pom: Pom;
}

/** The reactor of a POM, by what is in the local repository. Runs nothing of Maven. */
export async function mavenPlan(root: string, major: number, signal?: AbortSignal): Promise<CompilePlan> {
  const context: PomContext = {
    repository: mavenRepository(root),
    major,
    given: givenProperties(root),
    documents: new Map(),
  };
  return new MavenBuild(modulesOf(join(root, 'pom.xml'), context), context).plan(signal);
}

/** `-Drevision=1.0` and the like. */
function givenProperties(root: string): Map<string, string> {
  const words = (readText(join(root, '.mvn', 'maven.config'), SETTINGS_BYTES) ?? '').matchAll(
    /(?<!\S)-D\s*([^\s=]+)=(\S*)/g,
  );
  return new Map([...words].map(([, name = '', value = '']) => [name, value]));
}

/** Throws where the POM of a module is missing or broken: Maven builds nothing then. */
function modulesOf(path: string, context: PomContext, known = new Set<string>()): Module[] {
  if (known.has(path)) return [];
  known.add(path);
  const pom = readPom(path, context);
  if (pom === undefined) throw new Error(`${path} is missing or not well-formed`);
  const below = pom.modules
    .map((name) => resolve(dirname(path), name))
    .map((at) => (at.endsWith('.xml') ? at : join(at, 'pom.xml')));
  return [{ folder: dirname(path), pom }, ...below.flatMap((each) => modulesOf(each, context, known))];
}

class MavenBuild extends JavaBuild<Module> {
  protected needs({ pom }: Module): Module[] {
    return pom.dependencies.flatMap((each) => this.#moduleOf(each) ?? []);
  }

  protected exported({ pom }: Module): Dependency[] {
    return pom.dependencies.map((each) => withManaged(each, pom));
  }

  #moduleOf({ group, name, version }: Dependency): Module | undefined {
    const found = this.modules.find(
      ({ pom: { artifact } }) => artifact.group === group && artifact.name === name,
    );
    return version === undefined || version === found?.pom.artifact.version ? found : undefined;
  }

  #resolve(pom: Pom, scopes: readonly string[]): ClassPath<CompileUnit> {
    const resolution: DependencyResolution<CompileUnit> = {
      repository: this.context.repository,
      sibling: (dependency) => this.sibling(this.#moduleOf(dependency)),
      readPom: (artifact) => this.readPom(artifact),
      managed: pom.managed,
      conflict: 'nearest',
      scopes,
    };
    const { entries, missing } = resolveClassPath(pom.dependencies, resolution);
    return { entries, missing: [...pom.missing, ...missing] };
  }

  protected unit({ folder, pom }: Module, main: CompileUnit | undefined): CompileUnit {
    const [kind, isTest] = main === undefined ? (['main', false] as const) : (['test', true] as const);
    const { entries, missing } = this.#resolve(pom, isTest ? TEST : COMPILE);
    const configurations = compilerConfigurations(pom, isTest);
    const generated = join(folder, 'target', isTest ? 'generated-test-sources' : 'generated-sources');
    const own = pom.build(isTest ? 'testSourceDirectory' : 'sourceDirectory') ?? join('src', kind, 'java');
    const added = addedSources(pom, isTest ? 'add-test-source' : 'add-source');
    const paths = configurations.flatMap((each) => [
      ...all(each, 'annotationProcessorPaths', 'path'),
      ...all(each, 'annotationProcessorPaths', 'annotationProcessorPath'),
    ]);
    const processors = this.#processors(pom, paths);
    const others = ['kotlin', 'scala', 'groovy']
      .map((language) => join('src', kind, language))
      .filter((each) => existsSync(join(folder, each)));
    const generators =
      isTest || existsSync(generated) ? [] : pom.plugins.filter((name) => GENERATOR.test(name));
    const needed = [...(main === undefined ? [] : [main]), ...entries];
    return {
      name: isTest ? `${pom.artifact.name} (tests)` : pom.artifact.name,
      roots: [
        ...[own, ...added].map((each) => resolve(folder, each)),
        ...generatedRoots(generated, ['annotations', 'test-annotations']),
      ],
      options: javacOptions(pom, configurations, isTest),
      classPath: needed,
      processors: processors.entries.filter((each) => typeof each === 'string'),
      missing: unique([
        ...missing,
        ...others.map((each) => `${each} is not compiled`),
        ...generators.map((name) => `what ${name} generates is not there: run mvn generate-sources`),
        ...needed.flatMap((each) => (typeof each === 'string' ? [] : each.missing)),
      ]),
      missingProcessors: processors.missing,
    };
  }

  #processors(pom: Pom, paths: readonly Element[]): ClassPath<CompileUnit> {
    const dependencies = paths.map((each): Dependency => {
      const [group = '', name = '', version] = ['groupId', 'artifactId', 'version'].map((part) =>
        pom.text(each, part),
      );
      return {
        group,
        name,
        version,
        type: 'jar',
        classifier: pom.text(each, 'classifier'),
        scope: 'compile',
        isOptional: false,
        exclusions: [],
        systemPath: undefined,
      };
    });
    return this.#resolve({ ...pom, dependencies, missing: [] }, ['compile', 'runtime']);
  }
}

/** In the order in which they count. */
function compilerConfigurations(pom: Pom, isTest: boolean): Element[] {
  const plugins = pom.plugin('maven-compiler-plugin');
  const executions = plugins
    .flatMap((plugin) => all(plugin, 'executions', 'execution'))
    .filter((each) => pom.text(each, 'id') === (isTest ? 'default-testCompile' : 'default-compile'));
  return [...executions, ...plugins].flatMap((each) => all(each, 'configuration'));
}

function javacOptions(pom: Pom, configurations: readonly Element[], isTest: boolean): string[] {
  const configured = (...path: string[]): string | undefined =>
    configurations.flatMap((each) => pom.text(each, ...path) ?? [])[0];
  const value = (name: string): string | undefined => {
    const ofTests = `test${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const own = isTest ? (configured(ofTests) ?? pom.property(`maven.compiler.${ofTests}`)) : undefined;
    return own ?? configured(name) ?? pom.property(`maven.compiler.${name}`);
  };
  const release = value('release');
  const source = value('source');
  const encoding = configured('encoding') ?? pom.property('project.build.sourceEncoding');
  const names = configurations
    .flatMap((each) => all(each, 'annotationProcessors', 'annotationProcessor'))
    .flatMap((each) => pom.text(each) ?? []);
  const more = configurations
    .flatMap((each) => [...all(each, 'compilerArgs', 'arg'), ...all(each, 'compilerArguments')])
    .flatMap((each) => pom.text(each) ?? []);
  return [
    ...(release !== undefined ? ['--release', release] : source !== undefined ? ['-source', source] : []),
    ...['-encoding', encoding ?? 'UTF-8'],
    ...(configured('proc') === 'none' ? ['-proc:none'] : []),
    ...(configured('proc') === 'full' ? ['-proc:full'] : []),
    ...(configured('parameters') === 'true' || pom.property('maven.compiler.parameters') === 'true'
      ? ['-parameters']
      : []),
    ...(names.length > 0 ? ['-processor', names.join(',')] : []),
    ...plainOptions([...more, ...(configured('compilerArgument')?.split(/\s+/) ?? [])]),
  ];
}

/** Of build-helper-maven-plugin. */
function addedSources(pom: Pom, goal: string): string[] {
  const executions = pom
    .plugin('build-helper-maven-plugin')
    .flatMap((plugin) => all(plugin, 'executions', 'execution'));
  return executions
    .filter((each) => all(each, 'goals', 'goal').some(({ text }) => text === goal))
    .flatMap((each) => all(each, 'configuration', 'sources', 'source'))
    .flatMap((each) => pom.text(each) ?? [])
    .filter((path) => !path.includes('${'));
}

function withManaged(dependency: Dependency, { managed }: Pom): Dependency {
  const rule = managed.find((each) => mavenKey(each) === mavenKey(dependency));
  return {
    ...dependency,
    version: dependency.version ?? rule?.version,
    scope: dependency.scope ?? rule?.scope,
  };
}
