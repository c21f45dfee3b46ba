import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ancestors, holds, isFile, nearest, readText, realPath } from '../../backend/program/files.ts';
import { foundBelow } from '../../backend/program/find-below.ts';
import {
  type WorldHole,
  type HoleWithFindings,
  isPlainWord,
  type Look,
  type WorldTraits,
} from '../../backend/world.ts';
import { ignoredGap } from '../../backend/not-made.ts';
import { namesIn } from '../../support/folders.ts';
import { forFew, MOST_LOOKED_UP } from '../../support/for-few.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Search } from '../../backend/program/search.ts';
import { whyUnread } from './go-mod.ts';
import { cyclesOf } from './cycles.ts';
import { moduleCache } from './packages.ts';

const NOT_FOUND = /^could not import (\S+) \(([^)]*)/;
const NOT_EMBEDDED = /^pattern (?:all:)?(\S+): (?:no matching files found|cannot embed directory)/;

/** Folders that a build of something else writes, and no repository has. */
const BUILT = /^(?:dist|build|out|public|static|assets|bin|\.next|\.output)$/;

/** Files that are read for what makes a package. */
const MOST = 500;

/** Packages that generators make, files that builds make, and the other files of a workspace of modules. */
export const goWorld: WorldTraits = {
  holes(file, findings, look) {
    cyclesOf(look.search).note(file, findings, () => look.text());
    const behind = forFew(MOST_LOOKED_UP, (message) => holeBehind(message, file, look));
    const found = findings.flatMap((finding): HoleWithFindings[] => {
      const hole = behind(finding.message);
      return hole === undefined ? [] : [{ ...hole, findings: [finding] }];
    });
    const byWhat = Map.groupBy(found, (hole) => [hole.file, hole.what].join('\0'));
    const merged = [...byWhat.values()].flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first, findings: [first, ...others].flatMap((each) => each.findings) }],
    );
    return [...unloaded(dirname(file), look.search), ...merged];
  },
};

function holeBehind(message: string, file: AdmittedPath, look: Look): WorldHole | undefined {
  const embedded = NOT_EMBEDDED.exec(message)?.[1];
  if (embedded !== undefined) return notBuilt(embedded, file, look.search.workspaceRoot);
  const [, path, why = ''] = NOT_FOUND.exec(message) ?? [];
  if (path === undefined) return undefined;
  const folder = nearest(dirname(file), look.search.workspaceRoot, ['go.mod']);
  if (folder === undefined) return undefined;
  if (why.startsWith('missing go.sum entry'))
    return {
      file: join(folder, 'go.mod'),
      what: 'requires modules that go.sum has no entries for',
      command: 'go mod tidy',
    };
  return replaced(path, folder) ?? notGenerated(path, folder, look);
}

/** `//go:embed dist`, where a build of the front end makes dist. */
function notBuilt(pattern: string, file: string, workspaceRoot: string): WorldHole | undefined {
  const [first = '', ...rest] = pattern.split('/');
  if (existsSync(join(dirname(file), first)) && rest.length === 0) return undefined;
  const parts = pattern.split('/').slice(0, 3);
  const at = parts.findIndex((part) => BUILT.test(part));
  if (at < 0) return undefined;
  const made = parts.slice(0, at + 1).join('/');
  if (existsSync(join(dirname(file), made))) return undefined;
  const above = ancestors(dirname(join(dirname(file), made)), workspaceRoot).find((folder) =>
    isFile(join(folder, 'package.json')),
  );
  if (above !== undefined)
    return { file: join(above, 'package.json'), what: `has not made ${made} yet`, command: 'npm run build' };
  // Without a sign that something makes it, it was deleted, or never there.
  return ignoredGap([join(dirname(file), made, 'any')], [], workspaceRoot) === undefined
    ? undefined
    : { file, what: `embeds ${made}, which a build makes and which is not there` };
}

/** A package of the module itself that is not there, and that something in the module makes. */
function notGenerated(path: string, folder: string, look: Look): WorldHole | undefined {
  const { filesOf } = look;
  const { workspaceRoot } = look.search;
  const manifest = readText(join(folder, 'go.mod'), SETTINGS_BYTES) ?? '';
  const own = /^module[ \t]+"?([^\s"]+)/m.exec(manifest)?.[1];
  if (own === undefined || !path.startsWith(`${own}/`)) return undefined;
  const within = path.slice(own.length + 1);
  const target = join(folder, within);
  const proto = [...foundBelow(folder, (name) => name.endsWith('.proto'))].slice(0, MOST).find((each) => {
    const option = /^[ \t]*option[ \t]+go_package[ \t]*=[ \t]*"([^";\n]+)/m.exec(
      readText(each, SETTINGS_BYTES) ?? '',
    )?.[1];
    return option !== undefined && (option === path || join(dirname(each), option) === target);
  });
  if (proto !== undefined) return ofProto(proto, folder);
  for (const name of ['sqlc.yaml', 'sqlc.yml', 'sqlc.json', 'gqlgen.yml', 'gqlgen.yaml']) {
    const settings = join(folder, name);
    const text = readText(settings, SETTINGS_BYTES);
    if (text === undefined || !names(text, within)) continue;
    const command = name.startsWith('sqlc') ? 'sqlc generate' : 'go run github.com/99designs/gqlgen generate';
    return { file: settings, what: `has not made ${within} yet`, command };
  }
  const generating = filesOf(['.go'])
    .slice(0, MOST)
    .find((each) =>
      [...(readText(each, SETTINGS_BYTES) ?? '').matchAll(/^\/\/go:generate[ \t]+(.+)$/gm)].some(
        ([, line = '']) =>
          names(line, relative(dirname(each), target).replaceAll(sep, '/')) || names(line, within),
      ),
    );
  if (generating !== undefined)
    return { file: generating, what: `has not made ${within} yet`, command: 'go generate' };
  const gap = ignoredGap([join(target, 'a.go')], [], workspaceRoot);
  return gap === undefined
    ? undefined
    : {
        file: join(folder, 'go.mod'),
        what: `has not made ${relative(folder, gap).replaceAll(sep, '/')} yet, which git ignores`,
      };
}

const names = (text: string, path: string): boolean =>
  path !== '' && new RegExp(`(?<![\\w-])${RegExp.escape(path)}(?![\\w-])`).test(text);

function ofProto(proto: string, folder: string): WorldHole {
  const home = ancestors(dirname(proto), folder).find((each) => holds(each, ['buf.gen.yaml']));
  if (home !== undefined) {
    const path = relative(home, proto).replaceAll(sep, '/');
    const file = join(home, 'buf.gen.yaml');
    return { file, what: `has not made the stubs of ${path} yet`, command: 'buf generate' };
  }
  const name = basename(proto);
  const what = 'has no stubs for Go yet';
  return isPlainWord(name)
    ? { file: proto, what, command: `protoc --go_out=. --go-grpc_out=. ${name}` }
    : { file: proto, what };
}

/** Why gopls loads nothing of a module, whatever its sources say. */
function unloaded(folder: string, search: Search): HoleWithFindings[] {
  const { workspaceRoot } = search;
  const holes = [
    missingModule(folder, workspaceRoot),
    staleVendor(folder, workspaceRoot),
    unreadable(folder, search),
  ];
  return holes.flatMap((hole) => (hole === undefined ? [] : [{ ...hole, findings: [] }]));
}

function missingModule(folder: string, workspaceRoot: string): WorldHole | undefined {
  const home = nearest(folder, workspaceRoot, ['go.work']);
  if (home === undefined) return undefined;
  const text = (readText(join(home, 'go.work'), SETTINGS_BYTES) ?? '').replace(/\/\/.*/g, '');
  const used = [...text.matchAll(/^[ \t]*(?:use[ \t]+)?(\.{1,2}(?:\/\S*)?)[ \t]*$/gm)].map(
    ([, path = '']) => path,
  );
  const gone = used.find((path) => !isFile(join(home, path, 'go.mod')));
  return gone === undefined
    ? undefined
    : {
        file: join(home, 'go.work'),
        what: `uses ${gone}, which is no module on this disk: nothing is loaded`,
      };
}

const REPLACED = /^[ \t]*(?:replace[ \t]+)?([^\s()]+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}\/\S*)/gm;

/** go.mod is no go.mod, needs a Go that is not here, or is being merged. */
function unreadable(folder: string, search: Search): WorldHole | undefined {
  const home = nearest(folder, search.workspaceRoot, ['go.mod']);
  if (home === undefined) return undefined;
  const file = join(home, 'go.mod');
  const whole = readText(file, SETTINGS_BYTES);
  if (whole === undefined) return undefined;
  const text = whole.replace(/\/\/.*/g, '');
  if (/^(?:<{7}|>{7})(?: |$)/m.test(text)) return { file, what: 'has marks of a merge: nothing is loaded' };
  const why = whyUnread(whole);
  if (why !== undefined) return { file, what: `${why}: nothing is loaded` };
  const needed = /^[ \t]*go[ \t]+(\d[\w.]*)/m.exec(text)?.[1];
  const own = installedGo(search);
  if (needed !== undefined && own !== undefined && isOlder(own, needed) && !isDownloaded(needed))
    return { file, what: `needs Go ${needed}, and Go ${own} is here: nothing is loaded` };
  return undefined;
}

/** A module that go.mod replaces by a folder that is not there. */
function replaced(path: string, home: string): WorldHole | undefined {
  const file = join(home, 'go.mod');
  const text = (readText(file, SETTINGS_BYTES) ?? '').replace(/\/\/.*/g, '');
  const [, module, folder] =
    [...text.matchAll(REPLACED)].find(
      ([, each = '', to = '']) =>
        (path === each || path.startsWith(`${each}/`)) && !isFile(join(home, to, 'go.mod')),
    ) ?? [];
  return module === undefined || folder === undefined
    ? undefined
    : { file, what: `replaces ${module} by ${folder}, which is no module on this disk` };
}

/** The version of the go command, as its folder says it. */
function installedGo(search: Search): string | undefined {
  const path = search.which('go');
  const text =
    path === undefined ? undefined : readText(join(dirname(realPath(path)), '..', 'VERSION'), SETTINGS_BYTES);
  return /^go(\d[\w.]*)/.exec(text ?? '')?.[1];
}

function isOlder(own: string, needed: string): boolean {
  const [mine, theirs] = [own, needed].map((version) => version.split('.').map((part) => parseInt(part, 10)));
  for (const [index, part] of (theirs ?? []).entries()) {
    const ours = mine?.[index] ?? 0;
    if (ours !== part) return ours < part;
  }
  return false;
}

/** The go command downloads another one as a module, where it may. */
const isDownloaded = (version: string): boolean =>
  namesIn(join(moduleCache(), 'golang.org')).some((name) => name.startsWith(`toolchain@v0.0.1-go${version}`));

/** https://go.dev/ref/mod#vendoring: from 1.14 on, both have to agree. */
function staleVendor(folder: string, workspaceRoot: string): WorldHole | undefined {
  const home = nearest(folder, workspaceRoot, ['go.mod']);
  if (home === undefined || nearest(folder, workspaceRoot, ['go.work']) !== undefined) return undefined;
  const vendored = readText(join(home, 'vendor', 'modules.txt'), SETTINGS_BYTES);
  if (vendored === undefined) return undefined;
  const text = (readText(join(home, 'go.mod'), SETTINGS_BYTES) ?? '').replace(/\/\/.*/g, '');
  const required = [...text.matchAll(/^[ \t]*(?:require[ \t]+)?([^\s()]+)[ \t]+(v\d\S*)[ \t]*\r?$/gm)].filter(
    ([, path = '']) => /.[./]/.test(path),
  );
  const lines = new Set(vendored.split(/\r?\n/).map((line) => line.replace(/ => .*/, '')));
  const missing = required.find(([, path = '', version = '']) => !lines.has(`# ${path} ${version}`));
  return missing === undefined
    ? undefined
    : {
        file: join(home, 'go.mod'),
        what: `requires ${missing[1] ?? ''}, which vendor/modules.txt does not have: nothing is loaded`,
        command: 'go mod vendor',
      };
}
