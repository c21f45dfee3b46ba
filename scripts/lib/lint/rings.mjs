import { dirname, join, relative } from 'node:path';
import { importsOf } from './reaches.mjs';

/**
 * The rings of folders: those that import each other, themselves or through others, each as the
 * names of what is in it. Of a folder, its folders and its own files are held against each other.
 * @param {string} top a folder of sources
 * @param {readonly string[]} files all that is below it, absolute
 * @returns {string[]} a line for each ring
 */
export function ringsOf(top, files) {
  const folders = new Set(files.flatMap((file) => ancestors(top, dirname(file))));
  return [...folders].sort().flatMap((folder) => {
    const below = files.filter((file) => file.startsWith(`${folder}/`));
    const rings = ringsIn(edgesBetween(folder, below)).filter((ring) =>
      ring.some((name) => !name.endsWith('.ts')),
    );
    return rings.map((ring) => `${relative(dirname(top), folder)}: ${ring.sort().join(', ')}`);
  });
}

/**
 * @param {string} top
 * @param {string} folder
 * @returns {string[]}
 */
const ancestors = (top, folder) => (folder === top ? [top] : [folder, ...ancestors(top, dirname(folder))]);

/**
 * @param {string} folder
 * @param {readonly string[]} files
 */
function edgesBetween(folder, files) {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  const nodeOf = (/** @type {string} */ file) => relative(folder, file).split('/')[0] ?? '';
  for (const file of files) {
    const from = nodeOf(file);
    const targets = edges.get(from) ?? new Set();
    edges.set(from, targets);
    for (const target of importsOf(file)) {
      if (target.startsWith(join(folder, '/')) && nodeOf(target) !== from) targets.add(nodeOf(target));
    }
  }
  return edges;
}

/**
 * Nodes that reach each other, with more than one to a ring.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} edges
 */
function ringsIn(edges) {
  const reached = new Map([...edges.keys()].map((node) => [node, reachedFrom(edges, node)]));
  /** @type {string[][]} */
  const rings = [];
  const done = new Set();
  for (const node of edges.keys()) {
    if (done.has(node)) continue;
    const ring = [...edges.keys()].filter(
      (other) => reached.get(node)?.has(other) && reached.get(other)?.has(node),
    );
    for (const one of ring) done.add(one);
    if (ring.length > 1) rings.push(ring);
  }
  return rings;
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} edges
 * @param {string} start
 */
function reachedFrom(edges, start) {
  const reached = new Set();
  const left = [...(edges.get(start) ?? [])];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    left.push(...(edges.get(node) ?? []));
  }
  return reached;
}
