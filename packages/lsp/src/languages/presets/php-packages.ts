import { dirname, join } from 'node:path';
import { isObject, objectOf, parseJson } from '../../support/json.ts';
import { SOURCE_BYTES } from '../../support/read-file.ts';
import { holds, nearest, readText } from '../../backend/program/files.ts';
import type { PackageTraits } from '../../backend/packages.ts';

/** By the codes of Intelephense, and the words of Phpactor. */
const NOT_FOUND = [
  /^Undefined (?:type|function|constant|class|trait|interface) '([^']+)'/,
  /^(?:Class|Function) "([^"]+)" not found/,
];

/** Name spaces whose packages are of a vendor with another name. */
const VENDORS: Readonly<Record<string, readonly string[]>> = {
  illuminate: ['laravel'],
  psr: ['psr'],
  twig: ['twig'],
  carbon: ['nesbot'],
  mockery: ['mockery'],
  pest: ['pestphp'],
  faker: ['fakerphp'],
};

/**
 * A class of a package that composer.json requires, where Composer has not made `vendor`. Which
 * names are of which package composer.lock says, else the name of the vendor.
 */
export const phpPackages: PackageTraits = {
  missingModules({ message }) {
    const name = NOT_FOUND.map((pattern) => pattern.exec(message)?.[1]).find((one) => one !== undefined);
    return name?.includes('\\') === true ? [name.replace(/^\\/, '')] : [];
  },
  uninstalled(name, file, { workspaceRoot }) {
    const folder = nearest(dirname(file), workspaceRoot, ['composer.json']);
    if (folder === undefined) return undefined;
    const json = objectOf(parseJson(readText(join(folder, 'composer.json'), SOURCE_BYTES) ?? '')) ?? {};
    const vendor = join(folder, textOf(objectOf(json['config'])?.['vendor-dir']) ?? 'vendor');
    if (prefixesOf(json).some((prefix) => name.startsWith(prefix))) return undefined;
    const required = ['require', 'require-dev'].flatMap((key) => Object.keys(objectOf(json[key]) ?? {}));
    const owners = required.filter((one) => one.includes('/') && isOf(name, one));
    const locked = lockedIn(folder).filter(({ prefixes }) =>
      prefixes.some((prefix) => name.startsWith(prefix)),
    );
    const all = locked.length > 0 ? locked.map(({ own }) => own) : owners;
    return required.length > 0 && all.some((one) => !holds(vendor, [one]))
      ? { manifest: join(folder, 'composer.json'), install: 'composer install' }
      : undefined;
  },
};

/** Where it puts its own name spaces. */
function prefixesOf(json: Readonly<Record<string, unknown>>): string[] {
  return ['autoload', 'autoload-dev']
    .flatMap((key) =>
      ['psr-4', 'psr-0'].flatMap((kind) => Object.keys(objectOf(objectOf(json[key])?.[kind]) ?? {})),
    )
    .filter((prefix) => prefix !== '');
}

function lockedIn(folder: string): { own: string; prefixes: string[] }[] {
  const json = parseJson(readText(join(folder, 'composer.lock'), SOURCE_BYTES) ?? '');
  const lists: unknown[] = isObject(json) ? [json['packages'], json['packages-dev']] : [];
  return lists.flat().flatMap((one: unknown) => {
    const own = isObject(one) ? textOf(one['name']) : undefined;
    return isObject(one) && own !== undefined ? [{ own, prefixes: prefixesOf(one) }] : [];
  });
}

/** `Monolog\Logger` is of monolog/monolog, `Symfony\Component\Yaml\Yaml` of symfony/yaml. */
function isOf(name: string, own: string): boolean {
  const [first = '', ...rest] = name.toLowerCase().split('\\');
  const [vendor = '', project = ''] = own
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/[-_.]/g, ''));
  if (VENDORS[first]?.includes(vendor) === true) return true;
  if (first === project) return true;
  if (first !== vendor) return false;
  return vendor !== 'symfony' || project.includes('framework') || rest.some((part) => project.includes(part));
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
