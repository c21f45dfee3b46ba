import { join, resolve } from 'node:path';
import { readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';

/**
 * `replace example.com/a => ../a`, on a line of its own or in a block. The first characters tell a
 * path from a module.
 */
const REPLACED_BY_FOLDER = /=>[ \t]*("[^"\n]*"|`[^`\n]*`|[^\s"`]+)/g;

/**
 * The folders of modules that the one in `folder` takes from the disk instead of from where they
 * are published, absolute.
 */
export function localModules(folder: string): string[] {
  const text = (readText(join(folder, 'go.mod'), SETTINGS_BYTES) ?? '').replace(/\/\/.*/g, '');
  return [...text.matchAll(REPLACED_BY_FOLDER)]
    .map(([, path = '']) => path.replace(/^["`]|["`]$/g, ''))
    .filter((path) => /^(?:\.{1,2}(?:[/\\]|$)|\/|[A-Za-z]:[/\\])/.test(path))
    .map((path) => resolve(folder, path));
}

const USE = /^[ \t]*use[ \t]+(?:\(([^)]*)\)?|(\S+))/gm;

/** The folders of the modules that a go.work in `folder` holds, absolute. */
export function workModules(folder: string): string[] {
  const text = (readText(join(folder, 'go.work'), SETTINGS_BYTES) ?? '').replace(/\/\/.*/g, '');
  return [...text.matchAll(USE)]
    .flatMap(([, block = '', one = '']) => `${block} ${one}`.trim().split(/\s+/))
    .filter((path) => path !== '')
    .map((path) => resolve(folder, path.replace(/^["`]|["`]$/g, '')));
}
