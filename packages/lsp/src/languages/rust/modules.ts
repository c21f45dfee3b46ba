import { basename, dirname, join } from 'node:path';
import { readTextFile, SOURCE_BYTES, statOf } from '../../support/read-file.ts';

/** A file that another one takes in, by `mod` or `include!`. */
export interface ModuleLink {
  /** Where it may be, absolute, the likeliest first. */
  readonly files: readonly string[];
  /** What is written in the `cfg` attributes around it. */
  readonly conditions: readonly string[];
  /** It may also be elsewhere, or not be there: a `cfg_attr` says so. */
  readonly isVague: boolean;
}

/** What a source file says of modules. */
export interface ModuleText {
  /** Of the file itself: `#![cfg(...)]`. */
  readonly conditions: readonly string[];
  readonly links: readonly ModuleLink[];
}

interface Known {
  readonly stamp: string;
  readonly isRoot: boolean;
  readonly module: ModuleText;
}

const known = new Map<string, Known>();
const MOST = 20_000;

/** Modules in each other; what stands deeper counts as if it stood there. */
const MOST_DEPTH = 200;

/** What a place in a text stands in. */
interface Around {
  /** Where the modules of these modules are. */
  readonly path: string;
  readonly isInline: boolean;
  readonly conditions: readonly string[];
}

/**
 * Undefined where the file cannot be read.
 *
 * @param isRoot of a crate: its modules are beside it, as those of a `mod.rs` are
 */
export function moduleText(path: string, isRoot: boolean): ModuleText | undefined {
  const found = statOf(path);
  if (found === undefined) return undefined;
  const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
  const last = known.get(path);
  if (last?.stamp === stamp && last.isRoot === isRoot) return last.module;
  const read = readTextFile(path, SOURCE_BYTES);
  if (read.kind !== 'text') return undefined;
  const module = readModules(path, read.text, isRoot);
  known.delete(path);
  known.set(path, { stamp, isRoot, module });
  for (const oldest of known.keys()) {
    if (known.size <= MOST) break;
    known.delete(oldest);
  }
  return module;
}

/** Comments, texts, characters, attributes, and the few words that matter. */
const TOKENS =
  /\/\/[^\n]*|\/\*|\bb?r(#*)"|b?"(?:[^"\\]|\\[^])*(?:"|\\?$)|b?'(?:[^'\\\n]|\\[^\n]{1,8})'|#!?\[|\bmod\s+(?:r#)?(\w+)\s*([;{])|\binclude!\s*[([{]\s*"([^"\\]+)"|[{};]/g;

export function readModules(path: string, text: string, isRoot: boolean): ModuleText {
  const stem = basename(path, '.rs');
  const home = dirname(path);
  const own = isRoot || stem === 'mod' ? home : join(home, stem);
  const conditions: string[] = [];
  const links: ModuleLink[] = [];
  const top: Around = { path: own, isInline: false, conditions: [] };
  /** Of each open brace: the modules that it stands in, and their conditions. */
  const open: Around[] = [];
  const within = (around: Around, name: string | undefined, given: readonly string[]): Around => {
    const more = cfgOf(given);
    if (open.length >= MOST_DEPTH || (name === undefined && more.length === 0)) return around;
    return {
      path: name === undefined ? around.path : join(around.path, name),
      isInline: around.isInline || name !== undefined,
      conditions: [...around.conditions, ...more],
    };
  };
  let attributes: string[] = [];
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(text); token !== null; token = TOKENS.exec(text)) {
    const [all, hashes, name, sign, included] = token;
    const end = TOKENS.lastIndex;
    if (all.startsWith('//')) continue;
    if (all === '/*') TOKENS.lastIndex = endOfComment(text, end);
    else if (hashes !== undefined) {
      const close = text.indexOf(`"${hashes}`, end);
      TOKENS.lastIndex = close === -1 ? text.length : close + 1 + hashes.length;
    } else if (all === '#[' || all === '#![') {
      const close = endOfAttribute(text, end);
      const attribute = text.slice(end, close - 1).trim();
      TOKENS.lastIndex = close;
      if (all === '#[') attributes.push(attribute);
      else if (open.length === 0) conditions.push(...cfgOf([attribute]));
    } else if (name !== undefined || included !== undefined) {
      const around = open.at(-1) ?? top;
      if (included !== undefined)
        links.push({ files: [join(home, included)], conditions: around.conditions, isVague: false });
      else if (sign === '{') open.push(within(around, name, attributes));
      else {
        const conditions = [...around.conditions, ...cfgOf(attributes)];
        links.push(linkOf(name ?? '', attributes, conditions, { ...around, home, own: around.path }));
      }
      attributes = [];
    } else if (all === '{') {
      open.push(within(open.at(-1) ?? top, undefined, attributes));
      attributes = [];
    } else if (all === '}') {
      open.pop();
      attributes = [];
    } else if (all === ';') attributes = [];
  }
  return { conditions, links };
}

function linkOf(
  name: string,
  attributes: readonly string[],
  conditions: readonly string[],
  { home, own, isInline }: { home: string; own: string; isInline: boolean },
): ModuleLink {
  const usual = [join(own, `${name}.rs`), join(own, name, 'mod.rs')];
  const named = attributes.flatMap((attribute) => /^path\s*=\s*"([^"]+)"/.exec(attribute)?.[1] ?? []);
  const maybe = attributes.flatMap((attribute) =>
    attribute.startsWith('cfg_attr') ? [...attribute.matchAll(/\bpath\s*=\s*"([^"]+)"/g)] : [],
  );
  const base = isInline ? own : home;
  return {
    files: [
      ...named.map((file) => join(base, file)),
      ...maybe.map(([, file = '']) => join(base, file)),
      ...(named.length > 0 ? [] : usual),
    ],
    conditions,
    isVague: maybe.length > 0,
  };
}

function cfgOf(attributes: readonly string[]): string[] {
  return attributes.flatMap((attribute) => /^cfg\s*\(([^]*)\)$/.exec(attribute)?.[1]?.trim() ?? []);
}

/** Comments of Rust may stand in each other. */
function endOfComment(text: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function endOfAttribute(text: string, from: number): number {
  const marks = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|[[\]]/g;
  marks.lastIndex = from;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '[') depth += 1;
    if (mark[0] === ']') depth -= 1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}
