/** The modules of the package that is checked JavaScript. */

export function javascriptTypes(id: string): string {
  return `/**
 * @typedef {object} Item${id}
 * @property {number} id
 * @property {string} label
 * @property {readonly string[]} tags
 * @property {boolean} open
 */

export const LIMIT${id} = 7;
`;
}

export function javascriptCore(id: string): string {
  return `import { LIMIT${id} } from './types.js';

/**
 * @param {number} id
 * @param {string} label
 * @returns {import('./types.js').Item${id}}
 */
export function makeItem${id}(id, label) {
  return { id, label, tags: [label], open: true };
}

/**
 * @param {import('./types.js').Item${id}} item
 * @param {number} factor
 * @returns {number}
 */
export function weigh${id}(item, factor) {
  if (item.open) {
    return Math.min(item.label.length, LIMIT${id}) * factor;
  }
  return item.id;
}
`;
}

export function javascriptUnit(id: string, name: string, earlier: string | undefined): string {
  const more = earlier === undefined ? '' : ` + total${id}_${earlier}(start, label)`;
  return `import { makeItem${id}, weigh${id} } from '../core.js';
${earlier === undefined ? '' : `import { total${id}_${earlier} } from './${earlier}.js';\n`}
export class Counter${id}_${name} {
  total = 0;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /**
   * @param {import('../types.js').Item${id}} item
   * @param {number} count
   * @returns {number}
   */
  add(item, count) {
    for (let index = 0; index < count; index += 1) {
      this.total += weigh${id}(item, index);
    }
    return this.total;
  }
}

/**
 * @param {number} start
 * @param {string} label
 * @returns {number}
 */
export function total${id}_${name}(start, label) {
  const counter = new Counter${id}_${name}(label);
  return counter.add(makeItem${id}(start, counter.name), 3)${more};
}
`;
}
