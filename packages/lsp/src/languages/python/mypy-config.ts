import { join, relative, resolve, sep } from 'node:path';
import { readText, holds } from '../../backend/program/files.ts';
import { type Evidence, evidenceOf, type ToolMarks } from '../../backend/program/tool-evidence.ts';
import { tableAt, tableOf } from '../../backend/program/toml.ts';
import type { Search } from '../../backend/program/search.ts';
import { choicesOf, MOST_CHOICES } from './pattern-cost.ts';
import { isInGlob, plainGlob } from '../../support/path-glob.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';

/** What mypy is told about a project, as far as that decides how it is run. */
export interface MypyProject {
  /** Where it runs; absolute. */
  readonly root: string;
  /** The file that says that the project runs mypy, below `root`. */
  readonly file: string;
  /** Flags that the project's own runs have. */
  readonly flags: readonly string[];
  /** The paths that it is given; none where its configuration names what is checked. */
  readonly targets: readonly string[];
  /** The same for its daemon, which does not read them there; undefined where they are no paths. */
  readonly paths: readonly string[] | undefined;
  /** It loads code that may keep state of its own. */
  readonly hasPlugins: boolean;
  readonly namesPython: boolean;
  /** By its configuration it does not check this file; absolute. */
  excludes(path: string): boolean;
}

/** In mypy's order: the first one that is there counts. */
const INI = ['mypy.ini', '.mypy.ini'];
export const MYPY_FILES = [...INI, 'pyproject.toml', 'setup.cfg'];

export const MYPY: ToolMarks = {
  configuredBy: (folder) => optionsIn(folder)?.file,
  command: 'mypy',
  hook: /mirrors-mypy|\bid:\s*(?:dmypy|mypy)\b/,
  // https://github.com/pre-commit/mirrors-mypy/blob/main/.pre-commit-hooks.yaml
  hookArgs: ['--ignore-missing-imports', '--scripts-are-modules'],
};

interface Options {
  readonly file: string;
  /** A list where the file has several lines or values. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** The project that files in `folder` belong to; undefined where nothing says that it runs mypy. */
export function mypyProject(folder: string, { workspaceRoot }: Search): MypyProject | undefined {
  const evidence = evidenceOf(MYPY, folder, workspaceRoot);
  return evidence === undefined ? undefined : mypyProjectOf(evidence);
}

/** @param evidence where a person's settings alone name mypy: its root */
export function mypyProjectOf({ file, folder: root, args }: Evidence): MypyProject {
  const options = optionsIn(root)?.values ?? new Map<string, readonly string[]>();
  const { flags, paths, isByName } = ofRun(args, root);
  const named = ['files', 'packages', 'modules'].filter((key) => options.has(key));
  const targets = paths.length > 0 ? paths : named.length > 0 || isByName ? [] : ['.'];
  const listed = named.length === 1 && !isByName ? options.get('files') : undefined;
  const checked = targetsOf(root, paths, options);
  const excluded = (options.get('exclude') ?? []).slice(0, MOST_PATTERNS).flatMap(patternOf);
  return {
    root,
    file,
    flags,
    targets,
    paths: targets.length > 0 ? targets : listed?.every((one) => !/[*?[]/.test(one)) ? listed : undefined,
    hasPlugins: (options.get('plugins') ?? []).length > 0,
    namesPython: options.has('python_executable'),
    excludes(path) {
      const inside = relative(root, path).replaceAll(sep, '/');
      const isNamed = paths.includes(inside);
      if (checked !== undefined && !checked.some((one) => one(path))) return true;
      return !isNamed && excluded.some((pattern) => pattern.test(inside));
    },
  };
}

/** Flags that change what mypy finds; what it prints, and where, is ours. */
const FLAG =
  /^(?:-[pm]|--(?:no-)?(?:strict|warn|check|allow|disallow|implicit|follow|ignore|extra|local|namespace|explicit|scripts|site|enable-error|disable-error|always|config-file|python-version|platform|exclude|package|module)(?:-\w+)*)(?:=.*)?$/;
/** Those that take a value. */
const VALUED =
  /^(?:-p|-m|--(?:config-file|python-version|platform|always-true|always-false|follow-imports|exclude|enable-error-code|disable-error-code|package|module))$/;

function ofRun(
  args: readonly string[],
  root: string,
): { flags: string[]; paths: string[]; isByName: boolean } {
  const flags: string[] = [];
  const paths: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    const value = args[at + 1];
    if (VALUED.test(word) && value !== undefined) {
      flags.push(word, value);
      at += 1;
    } else if (FLAG.test(word)) flags.push(word);
    else if (!word.startsWith('-') && holds(root, [word])) paths.push(word);
  }
  const isByName = flags.some((word) => /^(?:-p|-m|--package|--module)/.test(word));
  return { flags, paths: isByName ? [] : paths, isByName };
}

/** What is named, each as a test of a path; undefined where that is everything below the root. */
function targetsOf(
  root: string,
  paths: readonly string[],
  options: Options['values'],
): ((path: string) => boolean)[] | undefined {
  const files = paths.length > 0 ? paths : (options.get('files') ?? []);
  const modules = [...(options.get('packages') ?? []), ...(options.get('modules') ?? [])];
  if (files.length === 0 && modules.length === 0) return undefined;
  const below = (place: string): ((path: string) => boolean) => {
    const wanted = plainGlob(resolve(root, place).split(sep).filter(Boolean));
    return (path) => isInGlob(path.split(sep).filter(Boolean), wanted);
  };
  return paths.length > 0
    ? paths.map(below)
    : [
        ...files.map(below),
        ...modules.flatMap((name) => {
          const place = name.replaceAll('.', '/');
          return ['.', 'src'].flatMap((base) =>
            ['', '.py', '.pyi'].map((end) => below(join(base, place + end))),
          );
        }),
      ];
}

/** More patterns are not looked at, nor longer ones. */
const MOST_PATTERNS = 200;
const LONGEST_PATTERN = 5000;

/** A pattern of Python that JavaScript has not is left out, as is one that may take long. */
function patternOf(text: string): RegExp[] {
  if (text.length > LONGEST_PATTERN || choicesOf(text) > MOST_CHOICES) return [];
  try {
    return [new RegExp(text.replace(/\(\?x\)|(?<!\s)\s+(?=\||\)|\()/g, ''))];
  } catch {
    return [];
  }
}

function optionsIn(folder: string): Options | undefined {
  for (const file of MYPY_FILES) {
    const path = join(folder, file);
    const text = readText(path, SETTINGS_BYTES);
    if (text === undefined) continue;
    const values = file.endsWith('.toml') ? ofToml(path, text) : ofIni(text, INI.includes(file));
    if (values !== undefined) return { file, values };
  }
  return undefined;
}

function ofToml(path: string, text: string): Options['values'] | undefined {
  const tool = tableAt(tableOf(path, text), 'tool');
  if (!('mypy' in tool)) return undefined;
  return new Map(Object.entries(tableAt(tool, 'mypy')).map(([key, value]) => [key, listed(value)]));
}

function listed(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => (typeof one === 'string' ? [one] : []));
  return typeof value === 'string' ? [value] : [];
}

/** @param isOwn the file is mypy's own, and counts without a section too */
function ofIni(text: string, isOwn: boolean): Options['values'] | undefined {
  const values = new Map<string, string[]>();
  let [isMypy, isThere, last] = [false, isOwn, ''];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line) || line.trim() === '') continue;
    const section = /^\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) {
      isMypy = section === 'mypy';
      isThere ||= isMypy;
      last = '';
      continue;
    }
    if (!isMypy) continue;
    const [, key, value = ''] = /^(\w+)\s*[=:]\s*(.*)$/s.exec(line) ?? [];
    if (key !== undefined) last = key;
    const words = key === 'exclude' || last === 'exclude' ? [(key === undefined ? line : value).trim()] : [];
    const more =
      words.length > 0 ? words : (key === undefined ? line : value).split(',').map((word) => word.trim());
    values.getOrInsertComputed(last, () => []).push(...more.filter((word) => word !== ''));
  }
  return isThere ? values : undefined;
}
