import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import { isObject, parseJson } from '@vybestack/llxprt-lsp-core';
import { HOST_FILES, ownText, PI_EXTENSIONS } from '../package.js';
import type { Commands, Dialect } from './commands.js';
import type { InstallPlace } from './place.js';
import { readText } from './read-text.js';
import type { Entry } from './target.js';

/** The published folders of hosts, which name the commands as they are on PATH. */
export const hostFile = (path: string): string => ownText(join(HOST_FILES, path));

export function hostJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(hostFile(path)) as Record<string, unknown>;
}

export const toText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

type Hooks = Readonly<Record<string, readonly unknown[]>>;

/** The hooks of a file, by event, with the commands of this installation. */
export function hooksFor(path: string, windows: Dialect, { commands }: InstallPlace): Hooks {
  const { hooks } = hostJson(path) as { hooks: Hooks };
  return withCommands(hooks, commands, process.platform === 'win32' ? windows : 'sh') as Hooks;
}

/** In these files: the launcher, or the script of Gemini CLI's extension that starts it. */
const HOOK = /^(?:llxprt-lsp-hook|llxprt-lsp hook|\. "\$\{extensionPath\}\/hook\.cmd") (.*)$/;

function withCommands(value: unknown, commands: Commands, dialect: Dialect, key?: string): unknown {
  if (typeof value === 'string') {
    const args = HOOK.exec(value)?.[1];
    return args === undefined
      ? value
      : hookLine(args, commands, key === 'powershell' ? 'powershell' : dialect);
  }
  if (Array.isArray(value)) return value.map((item: unknown) => withCommands(item, commands, dialect));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withCommands(inner, commands, dialect, name)]),
  );
}

function hookLine(args: string, commands: Commands, dialect: Dialect): string {
  const line = `${commands.hook(dialect)} ${args}`;
  // Only the launcher can leave the host's pipes before its work is done.
  return dialect === 'sh' ? line : line.replace(' --background', '');
}

export function hookEntries(hooks: Hooks, host: string): Entry[] {
  const isOurs = isHookOf(host);
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.map((value) => ({ kind: 'element' as const, path: ['hooks', event], value, isOurs })),
  );
}

/** The built files of this package, in a clone or below node_modules, whatever folder those are in. */
const DIST = String.raw`[\\/](?:packages[\\/]cli|@vybestack[\\/]llxprt-lsp)[\\/]dist[\\/]`;

/** Recognises a hook by its command. */
export function isHookOf(host: string): (hook: unknown) => boolean {
  const line = new RegExp(
    String.raw`(?:(?:^|[\s'"\\/])llxprt-lsp(?:-hook['"]?|(?:\.cmd)?['"]? hook)|` +
      String.raw`${DIST}main\.js['"]? hook) ${host}(?![\w-])`,
  );
  return (hook) => linesOf(hook).some((command) => line.test(command));
}

/** The command lines of a hook. */
export function linesOf(hook: unknown): string[] {
  if (typeof hook !== 'object' || hook === null) return [];
  return Object.entries(hook).flatMap(([key, value]) =>
    ['command', 'bash', 'powershell'].includes(key) && typeof value === 'string' ? [value] : [],
  );
}

export function serverOf(
  { cli: [command, ...args] }: Commands,
  more: readonly string[],
): { command: string; args: string[] } {
  return { command, args: [...args, ...more] };
}

const PI_PACKAGE = '@vybestack/llxprt-lsp-pi';

/**
 * What pi's settings list, as `pi install` writes it: a path relative to the settings, or a package
 * that pi installs when it starts.
 */
export function piSource(root: string): string {
  const folder = PI_EXTENSIONS.find((path) => isPiExtension(path));
  return folder === undefined ? `npm:${PI_PACKAGE}` : relative(root, folder);
}

/**
 * @param element a source, or an object that holds one
 * @param root the folder that relative paths begin at
 */
export function isPiSource(element: unknown, root = ''): boolean {
  const source =
    typeof element === 'object' && element !== null && 'source' in element ? element.source : element;
  if (typeof source !== 'string') return false;
  return (
    /(?:^npm:|[\\/])@vybestack[\\/]llxprt-lsp-pi(?:@[^\\/]*)?$/.test(source) ||
    isPiPackage(resolve(root, source))
  );
}

/** Whether a folder holds the extension, built. */
export const isPiExtension = (folder: string): boolean =>
  isPiPackage(folder) && existsSync(join(folder, 'dist', 'index.js'));

function isPiPackage(folder: string): boolean {
  const file = readText(join(folder, 'package.json'));
  const manifest = file.kind === 'read' && file.text !== undefined ? parseJson(file.text) : undefined;
  return isObject(manifest) && manifest['name'] === PI_PACKAGE;
}

const OPENCODE_SOURCE = new RegExp(
  String.raw`^@vybestack/llxprt-lsp-opencode(?:@[^/]*)?$|${DIST}opencode-plugin\.js$`,
);

/** @param element a plugin of opencode, or a list of one and its options */
export function isOpencodePlugin(element: unknown): boolean {
  const source: unknown = Array.isArray(element) ? element[0] : element;
  return typeof source === 'string' && OPENCODE_SOURCE.test(source);
}

/** Whether a file has this property at its top with another value. */
export function hasOther(
  path: string,
  { path: [key = ''], value }: { readonly path: readonly string[]; readonly value: unknown },
): boolean {
  const file = readText(path);
  const root: unknown = file.kind === 'read' ? parse(file.text ?? '') : undefined;
  const found =
    typeof root === 'object' && root !== null ? (root as Readonly<Record<string, unknown>>)[key] : undefined;
  return found !== undefined && found !== value;
}
