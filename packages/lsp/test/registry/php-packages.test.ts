import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';

import { createSearch } from '../../src/backend/program/search.ts';
import { phpPackages } from '../../src/languages/presets/php-packages.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import { cleanUp, type Entry, workspace } from './workspace.ts';

afterEach(cleanUp);

const COMPOSER = JSON.stringify({
  require: { php: '>=8.1', 'monolog/monolog': '^3', 'laravel/framework': '^11', 'symfony/yaml': '^7' },
  autoload: { 'psr-4': { 'App\\': 'src/' } },
});
const LOCK = JSON.stringify({
  packages: [{ name: 'doctrine/orm', autoload: { 'psr-4': { 'Doctrine\\ORM\\': 'src' } } }],
});

test.each<[string, string, Record<string, Entry>, string]>([
  ['of a vendor of that name', 'Monolog\\Logger', {}, 'composer install'],
  ['of a vendor of another name', 'Illuminate\\Support\\Str', {}, 'composer install'],
  ['of one of many packages', 'Symfony\\Component\\Yaml\\Yaml', {}, 'composer install'],
  ['of another one of the vendor, that is not required', 'Symfony\\Component\\Mime\\Email', {}, 'an error'],
  ['that the lock names', 'Doctrine\\ORM\\EntityManager', { 'composer.lock': LOCK }, 'composer install'],
  ['of the project', 'App\\Typo', {}, 'an error'],
  ['that nothing requires', 'Monologg\\Logger', {}, 'an error'],
  [
    'of a package that is there',
    'Monolog\\Typo',
    { 'vendor/monolog/monolog/composer.json': '{}' },
    'an error',
  ],
])('a class %s: %s', (_, name, files, want) => {
  const root = workspace({ 'composer.json': COMPOSER, ...files, 'src/a.php': '' });
  const [module = ''] = phpPackages.missingModules({ code: 'P1009', message: `Undefined type '${name}'.` });
  const search = createSearch({ workspaceRoot: root, node: process.execPath });
  const found = phpPackages.uninstalled(module, join(root, 'src/a.php') as AdmittedPath, search);
  expect(found?.install ?? 'an error').toBe(want);
});

test('a class without a name space is of no package', () => {
  expect(phpPackages.missingModules({ message: "Undefined type 'Logger'." })).toEqual([]);
  expect(phpPackages.missingModules({ message: "Undefined variable '$a\\b'." })).toEqual([]);
});
