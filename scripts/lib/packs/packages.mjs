import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/**
 * @typedef {object} Manifest package.json, as far as publishing goes by it
 * @property {string} name
 * @property {string} version
 * @property {string[]} files
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** Folders below `packages` that are published to npm, each after those that it needs. */
export const published = /** @type {const} */ (['lsp', 'core', 'cli', 'pi-extension']);

/** @typedef {typeof published[number]} Published */

/**
 * @param {string} folder absolute
 * @returns {Manifest}
 */
export const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** @param {Published} name */
export const folderOf = (name) => join(root, 'packages', name);

/**
 * The name that npm pack gives a package's file.
 * @param {Pick<Manifest, 'name' | 'version'>} manifest
 */
export const tarballOf = ({ name, version }) => `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
