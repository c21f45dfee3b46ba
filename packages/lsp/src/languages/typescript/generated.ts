import { existsSync } from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { isBelow, type AdmittedPath } from '../../support/paths.ts';
import { forFew, MOST_LOOKED_UP } from '../../support/for-few.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { ancestors, holds, isFile, readText } from '../../backend/program/files.ts';
import { findBelow } from '../../backend/program/find-below.ts';
import { resolvePackage } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';
import { type WorldHole, type HoleWithFindings, isPlainWord, type Look } from '../../backend/world.ts';
import type { Diagnostic } from '../../types.ts';
import { GENERATORS, PROTOBUF } from './generators.ts';
import { notBuilt } from './linked.ts';
import { madeByScript, scriptsOf } from './made-by-script.ts';
import { installer, specOf } from './packages.ts';

/** What an import names that is not found, or does not have a name. */
const MODULE =
  /^(?:Cannot find module|Could not find a declaration file for module|Cannot find module or type declarations for side-effect import of) '([^']+)'/;
const MEMBER = /^(?:Module|Namespace) '"?@prisma\/client(?:\/\w+)?"?' has no exported member '/;
const NAME = /^Cannot find (?:name|namespace) '([^']+)'/;
const CODE = /\.[cm]?[jt]sx?$/i;

/** What generators of the declared packages have not made yet, with what follows from it. */
export function generatedHoles(
  file: AdmittedPath,
  findings: readonly Diagnostic[],
  look: Look,
): HoleWithFindings[] {
  const byHole = new Map<string, { readonly hole: WorldHole; readonly findings: Diagnostic[] }>();
  const behind = forFew(MOST_LOOKED_UP, (message) => holeBehind(message, file, look));
  for (const finding of findings) {
    const hole = behind(finding.message);
    if (hole !== undefined)
      byHole.getOrInsertComputed(hole.what, () => ({ hole, findings: [] })).findings.push(finding);
  }
  return [...byHole.values()].map(({ hole, findings: following }) => ({ ...hole, findings: following }));
}

function holeBehind(message: string, file: AdmittedPath, look: Look): WorldHole | undefined {
  const { search } = look;
  if (MEMBER.test(message)) return prisma(file, search);
  const module = MODULE.exec(message)?.[1];
  const name = NAME.exec(message)?.[1];
  if (module === undefined && name === undefined) return undefined;
  for (const folder of ancestors(dirname(file), search.workspaceRoot)) {
    if (!isFile(join(folder, 'package.json'))) continue;
    const declares = (one: string): boolean => specOf(join(folder, 'package.json'), one) !== undefined;
    for (const { packages, makes, run, modules, names, declaresAssets } of GENERATORS) {
      const fits =
        module === undefined
          ? names?.test(name ?? '') === true
          : modules?.test(module) === true || (declaresAssets === true && isAsset(module, file, look));
      if (!fits || !packages.some(declares) || holds(folder, makes)) continue;
      return notMade(folder, makes[0] ?? '', packages, run, search);
    }
    const hole =
      module === undefined
        ? undefined
        : (notBuilt(module, dirname(file), search) ?? outputHole(module, file, folder, look));
    if (hole !== undefined) return hole;
  }
  return undefined;
}

/** A file that is there and is no code: only a declaration for such files is missing. */
function isAsset(module: string, file: AdmittedPath, { filesOf, search }: Look): boolean {
  const path = module.replace(/\?.*$/, '');
  const ending = extname(path);
  if (ending === '' || CODE.test(path)) return false;
  if (path.startsWith('.')) return isFile(resolve(dirname(file), path));
  // Behind an alias: `@/public/logo.svg`.
  const behind = path.slice(path.indexOf('/'));
  return (
    behind.startsWith('/') &&
    (ancestors(dirname(file), search.workspaceRoot).some((folder) =>
      ['', 'src', 'app', 'public'].some((base) => isFile(join(folder, base, behind))),
    ) ||
      filesOf([ending]).some((one) => one.endsWith(behind)))
  );
}

/** @param folder of package.json */
function notMade(
  folder: string,
  made: string,
  packages: readonly string[],
  run: string,
  search: Search,
): WorldHole {
  const declared = packages.find((one) => specOf(join(folder, 'package.json'), one) !== undefined);
  return {
    file: join(folder, 'package.json'),
    what: `declares ${declared ?? packages[0]}, which has not made ${made} yet`,
    command: commandFor(folder, run, packages, search),
  };
}

/** A script of the project that runs the program comes first; what is not installed, before all. */
function commandFor(folder: string, run: string, packages: readonly string[], search: Search): string {
  const install = installer(folder, search);
  const [manager = 'npm'] = install.split(' ');
  const scripts = scriptsOf(folder);
  const [program = run] = run.split(' ');
  const script = Object.entries(scripts).find(
    ([name, line]) =>
      isPlainWord(name) &&
      (line.trim() === run || (line.includes(program) && /^(?:code-?gen|generate|gen|proto)\b/.test(name))),
  )?.[0];
  const runner = { pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }[manager] ?? 'npx';
  const command = script === undefined ? `${runner} ${run}` : `${manager} run ${script}`;
  const isInstalled = packages.some((one) => resolvePackage(folder, one) !== undefined);
  return isInstalled ? command : `${install} && ${command}`;
}

/** The command that makes a file which a configuration extends. */
export function generatorOf(path: string, from: string, search: Search): string | undefined {
  for (const folder of ancestors(from, search.workspaceRoot)) {
    const own = relative(folder, path).replaceAll(sep, '/');
    for (const { packages, makes, run } of GENERATORS) {
      const isMade =
        makes.some((made) => own === made || dirname(own) === dirname(made)) && own.startsWith('.');
      if (isMade && packages.some((one) => specOf(join(folder, 'package.json'), one) !== undefined))
        return commandFor(folder, run, packages, search);
    }
  }
  return undefined;
}

/** https://www.prisma.io/docs/orm/prisma-client/setup-and-configuration/generating-prisma-client */
function prisma(file: AdmittedPath, search: Search): WorldHole | undefined {
  const folder = declaringFolder(file, ['@prisma/client'], search);
  if (folder === undefined) return undefined;
  const client = resolvePackage(folder, '@prisma/client');
  const made = client === undefined ? undefined : join(client, '..', '..', '.prisma', 'client');
  if (
    made !== undefined &&
    /\bmodel\b|Delegate|PrismaClient\b/.test(readText(join(made, 'index.d.ts'), 8e6) ?? '')
  )
    return undefined;
  return notMade(folder, 'node_modules/.prisma/client', ['@prisma/client'], 'prisma generate', search);
}

function declaringFolder(file: string, packages: readonly string[], search: Search): string | undefined {
  return ancestors(dirname(file), search.workspaceRoot).find((folder) =>
    packages.some((one) => specOf(join(folder, 'package.json'), one) !== undefined),
  );
}

/** Schemas of Prisma, and settings of GraphQL Code Generator, name where the output goes. */
const SCHEMAS = ['prisma/schema.prisma', 'schema.prisma', 'db/schema.prisma', 'prisma/schema/schema.prisma'];
const CODEGEN = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'yml', 'yaml'].flatMap((ending) => [
  `codegen.${ending}`,
  `.graphqlrc.${ending}`,
  `graphql.config.${ending}`,
]);

function outputHole(module: string, file: AdmittedPath, folder: string, look: Look): WorldHole | undefined {
  const { search } = look;
  const manifest = join(folder, 'package.json');
  const declares = (one: string): boolean => specOf(manifest, one) !== undefined;
  const targets = module.startsWith('.')
    ? [resolve(dirname(file), module)]
    : ['', 'src', 'app', 'lib'].map((base) => join(folder, base, module.slice(module.indexOf('/') + 1)));
  const within = (output: string): boolean =>
    !existsSync(output) &&
    targets.some((target) => isBelow(target, output) || withoutEnding(target) === withoutEnding(output));
  if (declares('@prisma/client') || declares('prisma'))
    for (const schema of SCHEMAS) {
      const text = readText(join(folder, schema), SETTINGS_BYTES) ?? '';
      for (const [, output = ''] of text.matchAll(/^[ \t]*output[ \t]*=[ \t]*"([^"\n]+)"/gm)) {
        const path = resolve(dirname(join(folder, schema)), output);
        if (within(path))
          return notMade(
            folder,
            inside(path, folder),
            ['prisma', '@prisma/client'],
            'prisma generate',
            search,
          );
      }
    }
  if (declares('@graphql-codegen/cli'))
    for (const settings of CODEGEN) {
      const text = readText(join(folder, settings), SETTINGS_BYTES) ?? '';
      for (const [, output = ''] of text.matchAll(
        /(?:^|[\s{,'"])((?:\.{1,2}\/)?[\w@.-]+(?:\/[\w@.-]+)*\/?)['"]?\s*:/g,
      )) {
        const path = resolve(folder, output);
        if (/[/.]/.test(output) && within(path))
          return notMade(folder, inside(path, folder), ['@graphql-codegen/cli'], 'graphql-codegen', search);
      }
    }
  return protobuf(module, folder, declares, look) ?? madeByScript(module, file, folder, search);
}

const withoutEnding = (path: string): string =>
  path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '').replace(/[/\\]$/, '');
const inside = (path: string, folder: string): string => relative(folder, path).replaceAll(sep, '/');

function protobuf(
  module: string,
  folder: string,
  declares: (name: string) => boolean,
  { search }: Look,
): WorldHole | undefined {
  const { modules, named, packages } = PROTOBUF;
  const stem = modules.exec(module)?.[1];
  if (stem === undefined || !packages.some(declares)) return undefined;
  const isGenerated = named.test(module) || /(?:^|\/)(?:gen|generated|proto|protos|pb)\//.test(module);
  if (!isGenerated) return undefined;
  const proto = findBelow(search.workspaceRoot, `${stem}.proto`);
  if (proto === undefined) return undefined;
  const home = ancestors(dirname(proto), search.workspaceRoot).find((one) => holds(one, ['buf.gen.yaml']));
  const declared = packages.filter(declares);
  return home === undefined
    ? {
        file: join(folder, 'package.json'),
        what: `declares ${declared[0]}, which has not made the stubs of ${inside(proto, folder)} yet`,
        ...scriptFor(folder, /\bprotoc\b|\bbuf generate\b|grpc_tools/, search),
      }
    : {
        file: join(home, 'buf.gen.yaml'),
        what: `has not made the stubs of ${inside(proto, home)} yet`,
        command: commandFor(home, 'buf generate', ['@bufbuild/buf'], search).replace(
          /^npm install && npx /,
          '',
        ),
      };
}

function scriptFor(folder: string, line: RegExp, search: Search): { command?: string } {
  const name = Object.entries(scriptsOf(folder)).find(
    ([script, each]) => isPlainWord(script) && line.test(each),
  )?.[0];
  const [manager = 'npm'] = installer(folder, search).split(' ');
  return name === undefined ? {} : { command: `${manager} run ${name}` };
}
