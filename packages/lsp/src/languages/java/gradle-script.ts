import { join, resolve } from 'node:path';
import { readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { blocks, literals, LONGEST_LINE, scriptText, statements } from './gradle-text.ts';
import { tableAt, tableOf } from '../../backend/program/toml.ts';

/** A dependency as a build script writes it, where that is a literal. */
export type GradleDependency =
  | {
      readonly kind: 'external';
      readonly group: string;
      readonly name: string;
      readonly version: string | undefined;
      readonly classifier?: string;
    }
  | {
      readonly kind: 'platform';
      readonly group: string;
      readonly name: string;
      readonly version: string | undefined;
    }
  | { readonly kind: 'project'; readonly path: string }
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | { readonly kind: 'folder'; readonly path: string }
  /** It can only be computed by running the script. */
  | { readonly kind: 'unknown'; readonly text: string };

export interface DeclaredDependency {
  readonly configuration: string;
  readonly dependency: GradleDependency;
}

/** What is read of a build script, in Groovy or in Kotlin. */
export interface GradleScript {
  readonly dependencies: readonly DeclaredDependency[];
  readonly sources: Readonly<Record<'main' | 'test', readonly string[]>>;
  /** `--release` of javac. */
  readonly release: number | undefined;
  /** `-source` of javac: the source compatibility, or the version of the tool chain. */
  readonly source: number | undefined;
  /** `-Xlint:all` and the like. */
  readonly options: readonly string[];
  readonly encoding: string | undefined;
}

export interface ScriptContext {
  readonly properties: ReadonlyMap<string, string>;
  /** What `libs.x.y` stands for; several for a bundle. */
  readonly catalog: ReadonlyMap<string, readonly GradleDependency[]>;
}

const STRING = /^(?:"([^"]*)"|'([^']*)')$/;

const SOURCE = [
  /sourceCompatibility\s*(?:(?:=|\.set\()\s*)?(?:JavaVersion\.toVersion\(\s*)?(?:JavaVersion\.VERSION_(?:1_)?|["'](?:1\.)?|1\.(?=\d))?(\d+)/,
  /JavaLanguageVersion\.of\(\s*["']?(\d+)/,
  /jvmToolchain\(\s*(\d+)/,
];

/** @param texts the script of a project, and what enclosing ones say about it */
export function readScript(texts: readonly string[], { properties, catalog }: ScriptContext): GradleScript {
  const known = new Map([...properties, ...texts.flatMap((text) => [...literals(text)])]);
  const put = (text: string): string =>
    text.replace(
      /\$\{?(?:project\.|rootProject\.|ext\.|rootProject\.ext\.)?([\w.]+)\}?/g,
      (whole, name: string) => known.get(name) ?? whole,
    );
  const bodies = texts.flatMap((text) => blocks(text, 'dependencies'));
  const all = texts.join('\n');
  const sourceSets = texts.flatMap((text) => blocks(text, 'sourceSets'));
  const ofSet = (name: string): string[] =>
    sourceSets.flatMap((set) => blocks(set, name)).flatMap((set) => sourceFolders(set));
  return {
    dependencies: [
      ...bodies.flatMap((body) => statements(put(body))).flatMap((line) => declared(line, known, catalog)),
      ...texts
        .flatMap((text) => [...importedBoms(put(text)), ...unread(text)])
        .map((dependency) => ({ configuration: 'implementation', dependency })),
    ],
    sources: { main: ofSet('main'), test: ofSet('test') },
    release: numberIn(put(all), [/\brelease(?:\s*=\s*|\.set\(\s*)["']?(\d+)/]),
    source: numberIn(put(all), SOURCE),
    options: [...all.matchAll(/compilerArgs[^\n]*/g)].flatMap(([line]) =>
      [...line.matchAll(/["'](-[^"']+)["']/g)].map(([, word = '']) => word),
    ),
    encoding: /\.?encoding\s*=\s*["']([\w-]+)["']/.exec(all)?.[1],
  };
}

/** Of Gradle itself, or known to add nothing to the class path of the sources. */
const HARMLESS =
  /^(java|java-library|java-platform|application|base|distribution|war|ear|jacoco|checkstyle|pmd|idea|eclipse|maven-publish|ivy-publish|signing|jacoco-report-aggregation|com\.diffplug\.spotless|com\.(github\.johnrengelman|gradleup)\.shadow|com\.github\.(ben-manes\.versions|spotbugs)|com\.google\.cloud\.tools\.jib|io\.spring\.dependency-management|org\.springframework\.boot|org\.sonarqube|net\.ltgt\.errorprone|org\.gradle\.toolchains\.foojay-resolver-convention|me\.champeau\.jmh)$/;

/** What adds dependencies in a way that is not read here: only Gradle knows which. */
function unread(text: string): GradleDependency[] {
  const ids = [
    ...text.matchAll(/\bid\s*(?:\(\s*)?["']([\w.-]+)["']/g),
    ...text.matchAll(/\bapply\s*(?:\(\s*)?plugin\s*[:=]\s*["']([\w.-]+)["']/g),
  ].map(([, id = '']) => id.replace(/^org\.gradle\.(?=[\w-]+$)/, ''));
  const scripts = [...text.matchAll(/\bapply\s*(?:\(\s*)?from\s*[:=][^\n]*/g)].map(([found]) => found.trim());
  const count = (part: string): number => part.match(/\bdependencies\s*\{/g)?.length ?? 0;
  const elsewhere = [
    'buildscript',
    'pluginManagement',
    'allprojects',
    'subprojects',
    'dependencyManagement',
  ].flatMap((name) => blocks(text, name));
  const isNested =
    count(text) > blocks(text, 'dependencies').length + elsewhere.reduce((sum, each) => sum + count(each), 0);
  const reasons = [
    ...ids.filter((id) => !HARMLESS.test(id)).map((id) => `plugin ${id}`),
    ...scripts,
    ...(isNested ? ['a nested block of dependencies'] : []),
  ];
  return reasons.map((each) => ({ kind: 'unknown', text: each }));
}

/** The plugin, with its version. */
const SPRING_BOOT =
  /\bid\s*(?:\(\s*)?["']org\.springframework\.boot["']\s*(?:\)\s*)?version\s*(?:\(\s*)?["']([^"']+)["']/;

/** Of Spring's plugins: the POMs whose versions count. */
function importedBoms(text: string): GradleDependency[] {
  const [, boot] = SPRING_BOOT.exec(text) ?? [];
  const named = blocks(text, 'dependencyManagement').flatMap((body) =>
    [...body.matchAll(/mavenBom\s*(?:\(\s*)?["']([^"']+)["']/g)].map(([, notation = '']) => notation),
  );
  const notations = [
    ...named,
    ...(boot !== undefined && text.includes('io.spring.dependency-management')
      ? [`org.springframework.boot:spring-boot-dependencies:${boot}`]
      : []),
  ];
  return notations
    .map(coordinates)
    .map((each) => (each.kind === 'external' ? { ...each, kind: 'platform' } : each));
}

/** The projects that settings include, with their folders; the root is `:`. */
export function includedProjects(root: string): Map<string, string> {
  const text = scriptText(root, ['settings.gradle', 'settings.gradle.kts']);
  const projects = new Map([[':', root]]);
  for (const [, list = ''] of text.matchAll(
    /(?:^|\s)include\s*(?:\(\s*)?((?:["'][^"']+["']\s*(?:,\s*)?)+)/g,
  )) {
    for (const [, name = ''] of list.matchAll(/["']([^"']+)["']/g)) {
      const path = name.startsWith(':') ? name : `:${name}`;
      projects.set(path, join(root, ...path.split(':')));
    }
  }
  for (const [, name = '', folder = ''] of text.matchAll(
    /project\(["']([^"']+)["']\)\.projectDir\s*=\s*(?:new\s+File\(\s*(?:settingsDir|rootDir)\s*,\s*|file\()["']([^"']+)["']/g,
  )) {
    projects.set(name, resolve(root, folder));
  }
  return projects;
}

/** gradle/libs.versions.toml. */
export function versionCatalog(root: string): Map<string, readonly GradleDependency[]> {
  const libraries = new Map<string, readonly GradleDependency[]>();
  const path = join(root, 'gradle', 'libs.versions.toml');
  const document = tableOf(path, readText(path, SETTINGS_BYTES));
  const versions = tableAt(document, 'versions');
  const versionOf = (value: unknown): string | undefined => {
    if (typeof value === 'string') return value;
    const { ref, strictly, require, prefer } = tableAt(value);
    return [typeof ref === 'string' ? versionOf(versions[ref]) : undefined, strictly, require, prefer].find(
      (each): each is string => typeof each === 'string',
    );
  };
  const accessor = (alias: string): string => alias.replaceAll(/[-_]/g, '.');
  for (const [alias, value] of Object.entries(tableAt(document, 'libraries'))) {
    const table = tableAt(value);
    const words =
      typeof value === 'string'
        ? value.split(':')
        : typeof table['module'] === 'string'
          ? table['module'].split(':')
          : [table['group'], table['name']].map(String);
    const [group = '', name = '', version = versionOf(table['version'])] = words;
    libraries.set(accessor(alias), [{ kind: 'external', group, name, version }]);
  }
  for (const [alias, value] of Object.entries(tableAt(document, 'bundles'))) {
    const names = Array.isArray(value) ? value.map(String) : [];
    libraries.set(
      `bundles.${accessor(alias)}`,
      names.flatMap(
        (name) => libraries.get(accessor(name)) ?? { kind: 'unknown' as const, text: `libs.${name}` },
      ),
    );
  }
  return libraries;
}

function declared(
  line: string,
  known: ReadonlyMap<string, string>,
  catalog: ScriptContext['catalog'],
): DeclaredDependency[] {
  const [, quoted, plain, argument] =
    /^(?:add\(\s*["'](\w+)["']\s*,|"?(\w+)"?(?=[\s(]))\s*([\s\S]*)$/.exec(line) ?? [];
  const configuration = quoted ?? plain;
  if (
    configuration === undefined ||
    argument === undefined ||
    !/(implementation|api|only|compile|annotationProcessor|runtime)$/i.test(configuration)
  )
    return [];
  if (line.length > LONGEST_LINE)
    return [{ configuration, dependency: { kind: 'unknown', text: `${line.slice(0, 40)}...` } }];
  return dependenciesIn(unwrapped(argument, quoted !== undefined), known, catalog).map((dependency) => ({
    configuration,
    dependency,
  }));
}

function unwrapped(argument: string, isOpen: boolean): string {
  const text = argument.trim();
  if (isOpen) return text.replace(/\)$/, '').trim();
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim() : text;
}

function dependenciesIn(
  text: string,
  known: ReadonlyMap<string, string>,
  catalog: ScriptContext['catalog'],
): GradleDependency[] {
  const unknown: GradleDependency[] = [{ kind: 'unknown', text }];
  const string = STRING.exec(text);
  if (string !== null) return [coordinates(string[1] ?? string[2] ?? '')];
  const parts = text.split(/,\s*(?=["'])/);
  if (parts.length > 1 && parts.every((part) => STRING.test(part.trim()))) {
    const words = parts.map((part) => part.trim().slice(1, -1));
    // Kotlin has ("group", "name", "version"), Groovy a list of notations.
    return words.some((word) => word.includes(':')) ? words.map(coordinates) : [coordinates(words.join(':'))];
  }
  const [, wrapper, inner] =
    /^(?:dependencies\.)?(platform|enforcedPlatform|testFixtures|project|files|fileTree|kotlin|libs|projects)\b\s*(?:\(([\s\S]*)\))?/.exec(
      text,
    ) ?? [];
  const strings = [...(inner ?? '').matchAll(/["']([^"']+)["']/g)].map(([, word = '']) => word);
  switch (wrapper) {
    case 'platform':
    case 'enforcedPlatform':
      return dependenciesIn((inner ?? '').trim(), known, catalog).map((each) =>
        each.kind === 'external' ? { ...each, kind: 'platform' } : each,
      );
    case 'project':
      return strings[0] === undefined
        ? unknown
        : [{ kind: 'project', path: strings[0].startsWith(':') ? strings[0] : `:${strings[0]}` }];
    case 'projects':
      return [{ kind: 'project', path: `:${text.slice('projects.'.length).replaceAll('.', ':')}` }];
    case 'files':
      return strings.length === 0 ? unknown : [{ kind: 'files', paths: strings }];
    case 'fileTree':
      return strings[0] === undefined ? unknown : [{ kind: 'folder', path: strings[0] }];
    case 'libs':
      return [...(catalog.get(text.replace(/^libs\./, '').replace(/\.get\(\)$/, '')) ?? unknown)];
    case undefined:
    default: {
      const named = Object.fromEntries(
        [...text.matchAll(/(?<!\w)(\w+)\s*[:=]\s*(?:["']([^"']*)["']|([\w.]+))/g)].map(
          ([, key = '', value, name = '']) => [key, value ?? known.get(name)],
        ),
      );
      const { group, name, version } = named;
      return group === undefined || name === undefined
        ? unknown
        : [{ kind: 'external', group, name, version }];
    }
  }
}

function coordinates(notation: string): GradleDependency {
  const [group = '', name = '', version, classifier] = notation.replace(/@\w+$/, '').split(':');
  if (name === '' || `${group}${name}`.includes('$')) return { kind: 'unknown', text: notation };
  const strict = version?.replace(/!!.*$/s, '');
  return {
    kind: 'external',
    group,
    name,
    version: strict === '' ? undefined : strict,
    ...(classifier !== undefined && { classifier }),
  };
}

function sourceFolders(set: string): string[] {
  const lines = blocks(set, 'java').flatMap((body) =>
    body.split('\n').filter((line) => /srcDirs?\b/.test(line)),
  );
  const direct = set.split('\n').filter((line) => /java\.srcDirs?\b|java\.setSrcDirs/.test(line));
  return [...lines, ...direct].flatMap((line) =>
    [...line.matchAll(/["']([^"'$]+)["']/g)].map(([, path = '']) => path),
  );
}

function numberIn(text: string, patterns: readonly RegExp[]): number | undefined {
  const found = patterns.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])[0];
  return found === undefined ? undefined : Number(found);
}
