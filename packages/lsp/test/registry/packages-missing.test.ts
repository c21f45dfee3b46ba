import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';

import { createSearch } from '../../src/backend/program/search.ts';
import type { PackageTraits } from '../../src/backend/packages.ts';
import { goPackages } from '../../src/languages/go/packages.ts';
import { pythonPackages } from '../../src/languages/python/packages.ts';
import { rustPackages } from '../../src/languages/rust/packages.ts';
import { ecmascriptPackages } from '../../src/languages/typescript/packages.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import { cleanUp, env, type Entry, workspace } from './workspace.ts';

afterEach(cleanUp);

interface Case {
  title: string;
  files: Record<string, Entry>;
  module: string;
  /** The importing file. */
  file: string;
  /** `manifest: command`, or `an error`. */
  want: string;
}

function table(packages: PackageTraits, cases: readonly Case[], prepare: (root: string) => void): void {
  test.each(cases.map((one) => [one.title, one] as const))('%s', (_, { files, module, file, want }) => {
    const root = workspace({ ...files, [file]: '' });
    prepare(root);
    const found = packages.uninstalled(
      module,
      join(root, file) as AdmittedPath,
      createSearch({ workspaceRoot: root, node: process.execPath }),
    );
    expect(
      found === undefined ? 'an error' : `${found.manifest.slice(root.length + 1)}: ${found.install}`,
    ).toBe(want);
  });
}

const PYTHON =
  '[project]\nname = "x"\ndependencies = ["requests>=2", "PyYAML", "google-cloud-storage[extra]~=2.0", "only_there; sys_platform == \'win32\'"]\n';
const SETUP = `
listed = ["listed>=1"]
setup(
    name="x",
    install_requires=["PyYAML>=5",  # a comment, "wrong"
    ] + ["sphinx"],
    extras_require={"dev": ['pytest[a]']},
    tests_require=listed,
)
`;
const program = { program: '\x7fELF' };
const installed = (prefix: string, ...names: string[]): Record<string, Entry> => ({
  [`${prefix}/pyvenv.cfg`]: '',
  [`${prefix}/bin/python`]: program,
  ...Object.fromEntries(names.map((name) => [`${prefix}/lib/python3.12/site-packages/${name}`, ''])),
});
const of = (
  module: string,
  files: Record<string, Entry>,
  want: string,
  title: string,
  file = 'main.py',
): Case => ({ title, module, files, want, file });

describe('a module of Python', () => {
  const uv = { 'pyproject.toml': PYTHON, 'uv.lock': '' };
  table(
    pythonPackages,
    [
      of('requests', uv, 'pyproject.toml: uv sync', 'that is declared, without any Python'),
      of('requests.sessions', uv, 'pyproject.toml: uv sync', 'of a package that is declared'),
      of('yaml', uv, 'pyproject.toml: uv sync', 'whose package has another name'),
      of('google.cloud.storage', uv, 'pyproject.toml: uv sync', 'of a package within a namespace'),
      of('requsts', uv, 'an error', 'that nothing declares'),
      of('only_there', uv, 'an error', 'that is declared for other systems'),
      of(
        'requests.typo',
        { ...uv, ...installed('.venv', 'requests/', 'requests-2.31.0.dist-info/') },
        'an error',
        'that an installed package does not have',
      ),
      of(
        'yaml.typo',
        { ...uv, ...installed('.venv', 'PyYAML-6.0.dist-info/') },
        'an error',
        'that an installed package of another name does not have',
      ),
      of(
        'requests',
        { ...uv, ...installed('.venv', 'urllib3/') },
        'pyproject.toml: uv sync',
        'that is declared, in an environment without it',
      ),
      of(
        'requests.typo',
        { ...uv, 'src/requests/__init__.py': '' },
        'an error',
        'that has the name of a folder of the project',
      ),
      of(
        'core',
        {
          'pyproject.toml':
            '[project]\nname = "x"\ndependencies = ["core"]\n[tool.uv.sources]\ncore = { workspace = true }\n',
          'uv.lock': '',
        },
        'pyproject.toml: uv sync',
        'of another member of the workspace',
      ),
      of(
        'core.typo',
        {
          'pyproject.toml':
            '[project]\nname = "x"\ndependencies = ["core"]\n[tool.uv.sources]\ncore = { workspace = true }\n',
          'uv.lock': '',
        },
        'an error',
        'that another member may not have',
      ),
      of(
        'requests',
        { 'pyproject.toml': '[tool.poetry.dependencies]\npython = "^3"\nrequests = "*"\n' },
        'pyproject.toml: poetry install',
        'of Poetry',
      ),
      of(
        'requests',
        { Pipfile: '[dev-packages]\nrequests = "*"\n' },
        'Pipfile: pipenv install --dev',
        'of Pipenv',
      ),
      of(
        'requests',
        { 'requirements-dev.txt': '# x\n-r other.txt\nrequests==2 # y\n' },
        'requirements-dev.txt: pip install -r requirements-dev.txt',
        'of a list of requirements',
      ),
      of(
        'requests',
        { 'environment.yml': 'name: x\ndependencies:\n  - python=3.12\n  - conda-forge::requests=2\n' },
        'environment.yml: conda env update --file environment.yml',
        'of conda',
      ),
      of(
        'requests',
        { 'pyproject.toml': '[dependency-groups]\ntest = ["requests"]\n', 'pdm.lock': '' },
        'pyproject.toml: pdm install',
        'of a group',
      ),
      of(
        'requests',
        { 'uv.lock': '', 'a/pyproject.toml': PYTHON },
        'a/pyproject.toml: uv sync --all-packages',
        'of a member of a workspace',
        'a/main.py',
      ),
      of('requests', { 'pyproject.toml': 'no TOML = = =' }, 'an error', 'where the manifest cannot be read'),
      ...['yaml', 'pytest', 'sphinx', 'listed', 'dev', 'wrong'].map((module) =>
        of(
          module,
          { 'setup.py': SETUP },
          ['yaml', 'pytest', 'listed'].includes(module) ? 'setup.py: pip install -e .' : 'an error',
          `of setup.py: ${module}`,
        ),
      ),
      of(
        'requests',
        { 'pixi.toml': '[dependencies]\nrequests = "*"\n' },
        'pixi.toml: pixi install',
        'of pixi',
      ),
      of(
        'google.cloud',
        uv,
        'pyproject.toml: uv sync',
        'that is a part of a namespace, whose packages have longer names',
      ),
      of(
        'google.cloud.storage',
        { ...uv, ...installed('.venv', 'google/protobuf/__init__.py', 'google/cloud/core/') },
        'pyproject.toml: uv sync',
        'of a namespace that other packages have a part of',
      ),
      of(
        'google.cloud.storage.typo',
        { ...uv, ...installed('.venv', 'google/cloud/storage/__init__.py') },
        'an error',
        'that the installed part of a namespace does not have',
      ),
    ],
    () => env({ PATH: '', VIRTUAL_ENV: undefined, CONDA_PREFIX: undefined }),
  );

  test('that a script declares in its first lines; its project counts, too', () => {
    const head =
      '# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "requests<3",\n# ]\n# ///\n';
    const root = workspace({ ...uv, 'tools/fetch.py': `#!/usr/bin/env python3\n${head}import requests\n` });
    env({ PATH: '', VIRTUAL_ENV: undefined, CONDA_PREFIX: undefined });
    const found = (module: string): string | undefined =>
      pythonPackages.uninstalled(
        module,
        join(root, 'tools/fetch.py') as AdmittedPath,
        createSearch({ workspaceRoot: root }),
      )?.install;
    expect([found('requests'), found('yaml'), found('nowhere')]).toEqual([
      'uv run fetch.py',
      'uv sync',
      undefined,
    ]);
  });

  test('that a name is imported from, where another package has a part of the namespace', () => {
    const root = workspace({ ...uv, ...installed('.venv', 'google/cloud/core/'), 'main.py': '' });
    env({ PATH: '', VIRTUAL_ENV: undefined, CONDA_PREFIX: undefined });
    const behind = (name: string): string | undefined =>
      pythonPackages.behind?.(
        {
          code: 'reportAttributeAccessIssue',
          message: `"${name}" is unknown import symbol`,
          ...{ line: 3, character: 5 },
        },
        'import os\nfrom google.cloud import (\n    storage,\n)\n',
        join(root, 'main.py') as AdmittedPath,
        createSearch({ workspaceRoot: root }),
      )?.module;
    expect([behind('storage'), behind('typo')]).toEqual(['google.cloud.storage', undefined]);
  });

  test('is named by pyright and ty, and a relative one is of no package', () => {
    const named = (code: string, message: string): readonly string[] =>
      pythonPackages.missingModules({ code, message });
    expect(named('reportMissingImports', 'Import "a.b" could not be resolved')).toEqual(['a.b']);
    expect(named('reportMissingModuleSource', 'Import "yaml" could not be resolved from source')).toEqual([
      'yaml',
    ]);
    for (const code of ['import-not-found', 'unresolved-import'])
      expect(named(code, 'Cannot resolve imported module `a`\n\ninfo: x')).toEqual(['a']);
    expect(named('reportMissingImports', 'Import ".b" could not be resolved')).toEqual([]);
    expect(named('reportAttributeAccessIssue', '"x" is unknown import symbol')).toEqual([]);
  });

  test('may be in an unknown Python on PATH: then it stays an error', () => {
    const root = workspace({ ...uv, 'bin/python3': { program: '#!/bin/sh\n' }, 'main.py': '' });
    env({ PATH: join(root, 'bin'), VIRTUAL_ENV: undefined, HOME: root });
    expect(
      pythonPackages.uninstalled(
        'requests',
        join(root, 'main.py') as AdmittedPath,
        createSearch({ workspaceRoot: root }),
      ),
    ).toBeUndefined();
  });
});

describe('a package of TypeScript', () => {
  const own = {
    'package.json': {
      dependencies: { lodash: '4', '@scope/a': 'workspace:*', express: '5' },
      devDependencies: { '@types/node': '20', '@types/scope__b': '1' },
      optionalDependencies: { maybe: '1' },
      peerDependencies: { react: '19', preact: '10' },
      peerDependenciesMeta: { preact: { optional: true } },
    },
  };
  const pnpm = { ...own, 'pnpm-lock.yaml': '' };
  const ts = (module: string, files: Record<string, Entry>, want: string, title: string): Case =>
    of(module, files, want, title, 'src/main.ts');
  table(
    ecmascriptPackages,
    [
      ts('lodash', pnpm, 'package.json: pnpm install', 'that is declared'),
      ts('lodash/fp', { ...own, 'yarn.lock': '' }, 'package.json: yarn install', 'by a path below it'),
      ts('lodahs', pnpm, 'an error', 'that nothing declares'),
      ts('lodash/typo', { ...pnpm, 'node_modules/lodash/package.json': {} }, 'an error', 'that is installed'),
      ts('./lodash', pnpm, 'an error', 'that is a path'),
      ts('@scope/a', own, 'package.json: npm install', 'of the workspace'),
      ts('@scope/a/typo', own, 'an error', 'of the workspace, by a path that it may not have'),
      ts('node:fs', own, 'package.json: npm install', 'that Node has'),
      ts(
        'fs',
        { ...own, 'node_modules/@types/node/package.json': {} },
        'an error',
        'that Node has, with its types',
      ),
      ts(
        '@scope/b',
        { ...own, 'node_modules/@scope/b/package.json': {} },
        'package.json: npm install',
        'whose types are missing',
      ),
      ts('maybe', own, 'an error', 'that is optional'),
      ts('react', own, 'package.json: npm install', 'that is a peer'),
      ts('preact', own, 'an error', 'that is an optional peer'),
      ts('lodash', { ...pnpm, '.pnp.cjs': '' }, 'an error', "under Plug'n'Play"),
      ts(
        'lodash',
        { ...pnpm, 'src/package.json': { dependencies: {} } },
        'package.json: pnpm install',
        'that a folder above declares',
      ),
    ],
    () => undefined,
  );

  test('is named by the codes of TypeScript', () => {
    const named = (code: number, message: string): readonly string[] =>
      ecmascriptPackages.missingModules({ code, message });
    expect(named(2307, "Cannot find module 'a/b' or its corresponding type declarations.")).toEqual(['a/b']);
    expect(
      named(
        2580,
        "Cannot find name 'process'. Do you need to install type definitions for node? Try `npm i --save-dev @types/node`.",
      ),
    ).toContain('@types/node');
    expect(named(2503, "Cannot find namespace 'NodeJS'.")).toContain('@types/node');
    expect(named(2503, "Cannot find namespace 'Mine'.")).toEqual([]);
    expect(named(2305, `Module '"a"' has no exported member 'b'.`)).toEqual([]);
    expect(named(7026, '')).toContain('react');
  });
});

describe('a package of Go', () => {
  const mod = {
    'go.mod':
      'module x\n\nrequire (\n\texample.com/Deep v1.2.3 // indirect\n\texample.com/Deep/er v1.0.0\n)\nrequire example.com/here v0.1.0\nreplace example.com/here => ../here\n',
  };
  table(
    goPackages,
    [
      of('example.com/Deep/a', mod, 'go.mod: go mod download', 'of a module that is required', 'main.go'),
      of(
        'example.com/Deep/er/a',
        { ...mod, 'cache/example.com/!deep/er@v1.0.0/': '' },
        'an error',
        'of a module that is downloaded',
        'main.go',
      ),
      of('example.com/Deeper', mod, 'an error', 'that nothing requires', 'main.go'),
      of('example.com/here/a', mod, 'an error', 'of a module that is replaced', 'main.go'),
      of(
        'example.com/Deep/a',
        {
          'go.work': 'go 1.21\n\nuse (\n\t./deep\n\t.\n)\n',
          'deep/go.mod': 'module example.com/Deep\n',
          ...mod,
        },
        'an error',
        'of a module of the workspace',
        'main.go',
      ),
      of(
        'example.com/Deep/a',
        { ...mod, 'vendor/modules.txt': '' },
        'an error',
        'where packages are vendored',
        'main.go',
      ),
    ],
    (root) => env({ GOMODCACHE: join(root, 'cache') }),
  );
});

test('an import of Go that is broken in another way is an error', () => {
  const named = (message: string): readonly string[] =>
    goPackages.missingModules({ code: 'BrokenImport', message });
  expect(
    named('could not import example.com/a (no required module provides package "example.com/a")'),
  ).toEqual(['example.com/a']);
  expect(named('could not import example.com/a (import cycle)')).toEqual([]);
});

test('a crate that Cargo could not download is distinguished from one that does not compile', () => {
  const found = (output: string): unknown => rustPackages.uninstalledProject?.(output, '/ws')?.install;
  expect(
    found("no matching package named `itoa` found\nAs a reminder, you're using offline mode (--offline)"),
  ).toBe('cargo fetch');
  expect(
    found(
      'failed to get `itoa` as a dependency of package `demo v0.1.0`: unable to update registry `crates-io`\nerror: failed to get\n  failed to fetch `x`',
    ),
  ).toBe('cargo fetch');
  expect(found('no matching package named `itoaa` found')).toBeUndefined();
  expect(found('could not compile `demo` due to 1 previous error')).toBeUndefined();
  expect(
    found(
      'failed to select a version for the requirement `dep = "^2"`\nlocation searched: /w/dep\nAs a reminder, you\'re using offline mode (--offline)',
    ),
  ).toBeUndefined();
});
