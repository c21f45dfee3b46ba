import { dirname, join, resolve } from 'node:path';
import { isObject, objectOf, parseJson } from '../../support/json.ts';
import { type DiskStamp, diskStamp, isBelow, sameStamp } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { ancestors, holds, readText } from '../../backend/program/files.ts';

/** What build files of CMake say for sure of how sources are compiled, without a run of CMake. */
export interface CmakeProject {
  /** The topmost CMakeLists.txt, absolute. */
  readonly file: string;
  /** `gnu++20`; undefined where none is named. */
  readonly cxx: string | undefined;
  readonly c: string | undefined;
  /** A source of C is named. */
  readonly hasC: boolean;
  /** Absolute folders, in their order. */
  readonly includes: readonly string[];
  /** `NAME` or `NAME=VALUE`. */
  readonly definitions: readonly string[];
  /** Packages that are looked for, or fetched; lower case. */
  readonly packages: readonly string[];
}

const LISTS = 'CMakeLists.txt';
/** Files that are read for one project, each time that one is included. */
const MOST = 300;
/**
 * How much of a project is looked at: letters of its files and of what their variables stand for, and
 * entries of tables. One that is larger is not known.
 */
const MOST_WORK = 4_000_000;

class TooLarge extends Error {}

interface Known {
  readonly stamps: ReadonlyMap<string, DiskStamp | undefined>;
  readonly project: CmakeProject | undefined;
}

const projects = new Map<string, Known>();

/** The project of the topmost CMakeLists.txt at or above a folder. */
export function cmakeProject(folder: string, workspaceRoot: string): CmakeProject | undefined {
  const root = ancestors(folder, workspaceRoot).findLast((each) => holds(each, [LISTS]));
  if (root === undefined) return undefined;
  const known = projects.get(root);
  if (known !== undefined && [...known.stamps].every(([path, stamp]) => sameStamp(stamp, diskStamp(path))))
    return known.project;
  const reader = new Reader(root);
  const project = reader.readAll();
  projects.set(root, { stamps: reader.stamps, project });
  return project;
}

type Variables = Map<string, string>;

interface Scope {
  readonly folder: string;
  readonly variables: Variables;
  readonly depth: number;
}

class Reader {
  readonly stamps = new Map<string, DiskStamp | undefined>();
  readonly #includes = new Set<string>();
  readonly #definitions = new Set<string>();
  readonly #packages = new Set<string>();
  /** The highest one that is named. */
  readonly #standards = new Map<'c' | 'cxx', number>();
  readonly #extensions = new Map<'c' | 'cxx', boolean>();
  /** The included files that are being read, each within another one. */
  readonly #running = new Set<string>();
  #hasC = false;
  #files = 0;
  #left = MOST_WORK;

  constructor(private readonly root: string) {}

  /** Undefined where it is too large. */
  readAll(): CmakeProject | undefined {
    try {
      return this.#read();
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    }
  }

  #spend(work: number): void {
    this.#left -= work + 1;
    if (this.#left < 0) throw new TooLarge();
  }

  #read(): CmakeProject {
    const variables: Variables = new Map([['CMAKE_SOURCE_DIR', this.root], ...this.#presets()]);
    this.#list(join(this.root, LISTS), { folder: this.root, variables, depth: 0 });
    const standard = (language: 'c' | 'cxx', letters: string): string | undefined => {
      const number = this.#standards.get(language);
      if (number === undefined) return undefined;
      const family = this.#extensions.get(language) === false ? letters : letters.replace('c', 'gnu');
      return `${family}${String(number).padStart(2, '0')}`;
    };
    return {
      file: join(this.root, LISTS),
      cxx: standard('cxx', 'c++'),
      c: standard('c', 'c'),
      hasC: this.#hasC,
      includes: [...this.#includes],
      definitions: [...this.#definitions],
      packages: [...this.#packages],
    };
  }

  #text(path: string): string | undefined {
    if (this.#files >= MOST) return undefined;
    this.#files += 1;
    this.stamps.set(path, diskStamp(path));
    const text = readText(path, SETTINGS_BYTES);
    this.#spend(text?.length ?? 0);
    return text;
  }

  /** Of the first preset that is for use. */
  #presets(): [string, string][] {
    const json = parseJson(this.#text(join(this.root, 'CMakePresets.json')) ?? '');
    const list: unknown = isObject(json) ? json['configurePresets'] : undefined;
    const presets = (Array.isArray(list) ? list : []).filter((one: unknown) => isObject(one));
    const named = new Map(presets.map((one) => [one['name'], one] as const));
    const known = new Map<object, Record<string, unknown>>();
    const cached = (preset: Record<string, unknown> | undefined, depth: number): Record<string, unknown> => {
      if (preset === undefined || depth > 10) return {};
      const before = known.get(preset);
      if (before !== undefined) return before;
      const variables: Record<string, unknown> = {};
      known.set(preset, variables);
      const parents = [preset['inherits']].flat().reverse();
      for (const name of parents) {
        const inherited = cached(named.get(name), depth + 1);
        this.#spend(Object.keys(inherited).length);
        Object.assign(variables, inherited);
      }
      return Object.assign(variables, objectOf(preset['cacheVariables']) ?? {});
    };
    return Object.entries(
      cached(
        presets.find((one) => one['hidden'] !== true),
        0,
      ),
    ).flatMap(([name, value]) => {
      const text = isObject(value) ? value['value'] : value;
      return typeof text === 'string' && !text.includes('$') ? [[name, text] as [string, string]] : [];
    });
  }

  #list(path: string, scope: Scope): void {
    const text = this.#text(path);
    if (text === undefined || scope.depth > 20) return;
    scope.variables.set('CMAKE_CURRENT_SOURCE_DIR', scope.folder);
    if (!scope.variables.has('PROJECT_SOURCE_DIR')) scope.variables.set('PROJECT_SOURCE_DIR', scope.folder);
    this.#run(text, dirname(path), scope);
    this.#standardsOf(scope.variables);
  }

  #run(text: string, listFolder: string, scope: Scope): void {
    /** Blocks whose content does not always count: `if`, and what is only defined. */
    const blocks: string[] = [];
    for (const { name, args } of commandsOf(text)) {
      scope.variables.set('CMAKE_CURRENT_LIST_DIR', listFolder);
      const words = args.flatMap((word) => this.#expanded(word, scope.variables));
      if (name === 'if')
        blocks.push(
          /^NOT (?:DEFINED )?"?(?:\$\{)?CMAKE_C(?:XX)?_STANDARD\}?"?$/.test(args.join(' ')) ? 'unset' : 'if',
        );
      else if (/^(?:function|macro|foreach|while)$/.test(name)) blocks.push('body');
      else if (/^end(?:if|function|macro|foreach|while)$/.test(name)) blocks.pop();
      else if (!blocks.includes('body')) this.#command(name, words, scope, blocks);
    }
  }

  #command(name: string, words: readonly string[], scope: Scope, blocks: readonly string[]): void {
    const [first = '', ...rest] = words;
    const isSure = !blocks.includes('if');
    const { folder, variables } = scope;
    if (words.some((word) => word.endsWith('.c'))) this.#hasC = true;
    switch (name) {
      case 'set': {
        const end = rest.findIndex((word) => word === 'CACHE' || word === 'PARENT_SCOPE');
        const value = (end < 0 ? rest : rest.slice(0, end)).join(';');
        const isCached = rest[end] === 'CACHE' && !rest.includes('FORCE');
        const keeps = variables.has(first) && (isCached || blocks.includes('unset'));
        if ((isSure || !variables.has(first)) && !keeps) variables.set(first, value);
        break;
      }
      case 'project':
        variables.set('PROJECT_SOURCE_DIR', folder);
        variables.set(`${first}_SOURCE_DIR`, folder);
        variables.set('PROJECT_NAME', first);
        break;
      case 'add_subdirectory': {
        const below = resolve(folder, first);
        if (first !== '' && !first.includes('$') && holds(below, [LISTS])) {
          this.#spend(variables.size);
          this.#list(join(below, LISTS), {
            folder: below,
            variables: new Map(variables),
            depth: scope.depth + 1,
          });
        }
        break;
      }
      case 'include': {
        const path = resolve(folder, first);
        // CMake runs a file again within itself: unless something in it ends that, it fails.
        const isRead =
          first.endsWith('.cmake') &&
          isBelow(path, this.root) &&
          scope.depth < 20 &&
          !this.#running.has(path);
        const text = isRead ? this.#text(path) : undefined;
        if (text === undefined) break;
        this.#running.add(path);
        this.#run(text, dirname(path), { ...scope, depth: scope.depth + 1 });
        this.#running.delete(path);
        break;
      }
      case 'include_directories':
        this.#addIncludes(words, folder);
        break;
      case 'target_include_directories':
        this.#addIncludes(rest, folder);
        break;
      case 'target_sources': {
        const at = rest.indexOf('BASE_DIRS');
        const end = rest.indexOf('FILES', at);
        if (at >= 0) this.#addIncludes(rest.slice(at + 1, end < 0 ? undefined : end), folder);
        break;
      }
      case 'add_compile_definitions':
      case 'add_definitions':
        if (isSure) this.#addDefinitions(words);
        break;
      case 'target_compile_definitions':
        if (isSure) this.#addDefinitions(rest);
        break;
      case 'add_compile_options':
      case 'target_compile_options':
        if (isSure) this.#flags(words.join(' '), 'cxx');
        break;
      case 'target_compile_features':
        for (const [, language = '', number = ''] of rest.join(' ').matchAll(/\b(c|cxx)_std_(\d+)\b/g))
          this.#standard(language === 'c' ? 'c' : 'cxx', number);
        break;
      case 'set_target_properties':
      case 'set_property':
        for (const [, language = '', number = ''] of words.join(' ').matchAll(/\b(C|CXX)_STANDARD (\d+)\b/g))
          this.#standard(language === 'C' ? 'c' : 'cxx', number);
        break;
      case 'find_package':
      case 'fetchcontent_declare':
      case 'externalproject_add':
      case 'pkg_check_modules':
      case 'pkg_search_module':
        for (const word of name.startsWith('pkg') ? words : [first]) this.#packages.add(word.toLowerCase());
        break;
      case 'cpmaddpackage':
        for (const word of words) this.#packages.add(word.replace(/^.*[/:]|[@#].*$/gs, '').toLowerCase());
        break;
      default:
    }
  }

  #standardsOf(variables: Variables): void {
    for (const language of ['c', 'cxx'] as const) {
      const name = language.toUpperCase();
      this.#standard(language, variables.get(`CMAKE_${name}_STANDARD`) ?? '');
      const extensions = variables.get(`CMAKE_${name}_EXTENSIONS`);
      if (extensions !== undefined)
        this.#extensions.set(language, !/^(?:OFF|NO|FALSE|0|N)$/i.test(extensions));
      this.#flags(variables.get(`CMAKE_${name}_FLAGS`) ?? '', language);
    }
  }

  #flags(text: string, language: 'c' | 'cxx'): void {
    const [, family = '', number = ''] = /-std=(c|gnu)(?:\+\+)?(\d[\da-z])\b/.exec(text) ?? [];
    const year = { '0x': '11', '1y': '14', '1z': '17', '2a': '20', '2b': '23', '2c': '26' }[number] ?? number;
    if (family !== '') this.#standard(language, year);
    if (family === 'c') this.#extensions.set(language, false);
    for (const [, definition = ''] of text.matchAll(/(?:^|\s)-D([\w=.]+)/g))
      this.#definitions.add(definition);
  }

  #standard(language: 'c' | 'cxx', number: string): void {
    if (!/^\d{1,2}$/.test(number)) return;
    // 98 and 99 are older than 11.
    const age = (year: number): number => (year > 80 ? year - 100 : year);
    const known = this.#standards.get(language);
    if (known === undefined || age(known) < age(Number(number)))
      this.#standards.set(language, Number(number));
  }

  #addIncludes(words: readonly string[], folder: string): void {
    for (const word of words) {
      if (
        /^(?:AFTER|BEFORE|SYSTEM|INTERFACE|PUBLIC|PRIVATE)$/.test(word) ||
        word === '' ||
        word.includes('$')
      )
        continue;
      const path = resolve(folder, word);
      if (path === this.root || isBelow(path, this.root)) this.#includes.add(path);
    }
  }

  #addDefinitions(words: readonly string[]): void {
    for (const word of words) {
      const own = word.replace(/^[-/]D/, '');
      if (/^[A-Za-z_]\w*(?:=[^$]*)?$/.test(own) && !/^(?:INTERFACE|PUBLIC|PRIVATE)$/.test(own))
        this.#definitions.add(own);
    }
  }

  /** The words that a word stands for. One with a variable that is not known stays as it is. */
  #expanded({ text, isQuoted }: Word, variables: Variables): string[] {
    let value = text;
    for (let round = 0; round < 10 && value.includes('${'); round++) {
      this.#spend(value.length);
      const next = value.replace(/\$\{([\w./+-]+)\}/g, (whole, name: string) => variables.get(name) ?? whole);
      if (next === value || next.length > 100_000) break;
      value = next;
    }
    value = value.replace(/\$<BUILD_INTERFACE:([^<>]*)>/g, '$1').replace(/\$<INSTALL_INTERFACE:[^<>]*>/g, '');
    this.#spend(value.length);
    return isQuoted ? [value] : value.split(';').filter((one) => one !== '');
  }
}

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
  toString(): string;
}

const TOKEN =
  /#\[(=*)\[[\s\S]*?(?:\]\1\]|$)|#[^\n]*|"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|\[(=*)\[[\s\S]*?(?:\]\2\]|$)|[()]|[^\s()"#]+/g;

/** The commands of a text, their names in lower case. Parentheses within arguments are left out. */
function* commandsOf(text: string): Generator<{ name: string; args: Word[] }> {
  let name = '';
  let args: Word[] | undefined;
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('#')) continue;
    if (token === '(') {
      if (depth++ === 0) args = [];
    } else if (token === ')') {
      if (--depth > 0 || args === undefined) continue;
      yield { name: name.toLowerCase(), args };
      args = undefined;
      depth = 0;
    } else if (args === undefined) name = token;
    else args.push(wordOf(token));
  }
}

function wordOf(token: string): Word {
  const isQuoted = token.startsWith('"') || /^\[=*\[/.test(token);
  const text = token.startsWith('"')
    ? token.slice(1, -1).replace(/\\([^;])/g, '$1')
    : token.replace(/^\[(=*)\[([\s\S]*)\]\1\]$/, '$2');
  return { text, isQuoted, toString: () => text };
}
