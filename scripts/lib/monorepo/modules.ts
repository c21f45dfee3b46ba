import type { Random } from '../random.js';
import { javascriptCore, javascriptTypes, javascriptUnit } from './javascript.js';
import type { Package } from './layout.js';

/** How many modules stand on a package's own core. */
const UNITS = 14;

/**
 * The sources of a package, by path in it. They have no error under its options, and `this`, types,
 * literals and parameters to get wrong.
 */
export function modulesOf(one: Package, random: Random): Record<string, string> {
  const end = one.kind === 'javascript' ? 'js' : 'ts';
  const units = Array.from({ length: UNITS }, (_, index) => unitOf(one, index + 1, random));
  const names = ['types', 'core', ...units.map(({ name }) => `units/${name}`)];
  return {
    [`src/index.${end}`]: names
      .map((name) => `export * from './${name}${end === 'js' ? '.js' : ''}';\n`)
      .join(''),
    [`src/types.${end}`]: end === 'js' ? javascriptTypes(one.id) : typesOf(one),
    [`src/core.${end}`]: end === 'js' ? javascriptCore(one.id) : coreOf(one),
    ...Object.fromEntries(units.map(({ name, text }) => [`src/units/${name}.${end}`, text])),
    ...(one.kind === 'strict' ? { 'src/own-options.ts': OWN_OPTIONS } : {}),
    ...(one.imports.some(({ kind }) => kind === 'strict') ? { 'src/other-options.ts': OTHER_OPTIONS } : {}),
    ...(one.tests === undefined
      ? {}
      : { 'test/core.test.ts': testOf(one.id, 'core'), 'test/again.test.ts': testOf(one.id, 'index') }),
  };
}

/** By which name a module of one package imports another package. */
function specifier(from: Package, to: Package, module: 'types' | 'core'): string {
  if (from.kind === 'alias' && to.kind !== 'subpaths') return `#p${to.id}/${module}`;
  return to.kind === 'subpaths' ? `${to.name}/${module}` : to.name;
}

function typesOf(one: Package): string {
  const base = one.inherits ? one.imports[0] : undefined;
  const head =
    base === undefined ? '' : `import type { Item${base.id} } from '${specifier(one, base, 'types')}';\n\n`;
  const own = base === undefined ? MEMBERS : `  readonly depth${one.id}: number;\n`;
  return `${head}export interface Item${one.id}${base === undefined ? '' : ` extends Item${base.id}`} {
${own}}

export interface Shelf${one.id} {
  readonly name: string;
  readonly items: readonly Item${one.id}[];
}

export const LIMIT${one.id}: number = 7;
`;
}

const MEMBERS = `  readonly id: number;
  readonly label: string;
  readonly tags: readonly string[];
  readonly open: boolean;
`;

function coreOf(one: Package): string {
  const { id } = one;
  const base = one.inherits ? one.imports[0] : undefined;
  const head =
    base === undefined ? '' : `import { makeItem${base.id} } from '${specifier(one, base, 'core')}';\n`;
  const made =
    base === undefined
      ? '{ id, label, tags: [label], open: true }'
      : `{ ...makeItem${base.id}(id, label), depth${one.id}: id }`;
  return `${head}import { LIMIT${id} } from './types';
import type { Item${id}, Shelf${id} } from './types';

export function makeItem${id}(id: number, label: string): Item${id} {
  const item = ${made};
  return item;
}

export function weigh${id}(item: Item${id}, factor: number): number {
  if (item.open) {
    return item.label.length * factor + item.tags.length;
  }
  return item.id;
}

export function fill${id}(name: string, count: number): Shelf${id} {
  const items: Item${id}[] = [];
  for (let index = 0; index < Math.min(count, LIMIT${id}); index += 1) {
    items.push(makeItem${id}(index, name));
  }
  return { name, items };
}
`;
}

interface Unit {
  readonly name: string;
  readonly text: string;
}

/** A module that stands on the core, often on an earlier one, and sometimes on another package. */
function unitOf(one: Package, number: number, random: Random): Unit {
  const named = (unit: number): string => `unit${String(unit).padStart(2, '0')}`;
  const name = named(number);
  const earlier =
    number > 1 && random.chance(0.6) ? named(1 + Math.floor(random.next() * (number - 1))) : undefined;
  if (one.kind === 'javascript') return { name, text: javascriptUnit(one.id, name, earlier) };
  const other = one.imports.length > 0 && random.chance(0.4) ? random.pick(one.imports) : undefined;
  const { id } = one;
  const imports = [
    ...(other === undefined
      ? []
      : [`import { makeItem${other.id}, weigh${other.id} } from '${specifier(one, other, 'core')}';\n`]),
    `import { makeItem${id}, weigh${id} } from '../core';\n`,
    `import type { Item${id} } from '../types';\n`,
    ...(earlier === undefined ? [] : [`import { total${id}_${earlier} } from './${earlier}';\n`]),
  ];
  const sum = [
    'counter.add(item, 3)',
    ...(earlier === undefined ? [] : [`total${id}_${earlier}(start, label)`]),
    ...(other === undefined ? [] : [`weigh${other.id}(makeItem${other.id}(start, label), 2)`]),
  ];
  const text = `${imports.join('')}
export class Counter${id}_${name} {
  total: number = 0;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  add(item: Item${id}, count: number): number {
    for (let index = 0; index < count; index += 1) {
      this.total += weigh${id}(item, index);
    }
    return this.total;
  }
}

export function total${id}_${name}(start: number, label: string): number {
  const counter = new Counter${id}_${name}(label);
  const item = makeItem${id}(start, counter.name);
  return ${sum.join(' + ')};
}
`;
  return { name, text };
}

/** Wrong under the package's own options only: where others are applied, the directive is the error. */
const OWN_OPTIONS = `export function firstOf(names: readonly string[]): string {
  // @ts-expect-error: names may be empty
  const first: string = names[0];
  return first;
}
`;

/** Wrong under the options of the strict package only. */
const OTHER_OPTIONS = `export function lengthOfFirst(names: readonly string[]): number {
  return names[0].length;
}
`;

/** A correct test, which imports by an alias that the package's compiler options have. */
function testOf(id: string, module: string): string {
  return `import { makeItem${id}, weigh${id} } from '@/${module}';

export function checkItem${id}(label: string, factor: number): boolean {
  const weight: number = weigh${id}(makeItem${id}(1, label), factor);
  return weight > 0;
}
`;
}
