import { dirname } from 'node:path';
import { runTool } from './run.js';
import type { Checked, Place, Setup } from './setup.js';

const PACKAGE = {
  name: 'demo',
  version: '1.0.0',
  private: true,
  type: 'module',
  dependencies: { picocolors: '1.1.1' },
  devDependencies: { typescript: '5.9.3', '@types/node': '20.19.43' },
};
const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "target": ' +
  '"es2022", "types": ["node"], "skipLibCheck": true }, "include": ["*.ts", "src"] }\n';
const MAIN =
  "import { readFileSync } from 'node:fs';\nimport pc from 'picocolors';\n\n" +
  "export const text: string = pc.red(readFileSync('x', 'utf8'));\n";
const FILES = { 'package.json': `${JSON.stringify(PACKAGE)}\n`, 'tsconfig.json': TSCONFIG, 'main.ts': MAIN };

type Command = (place: Place) => readonly string[];

/** A file, and the package manager's way to the compiler. */
function checked(file: string, tsc: Command): Checked {
  return {
    file,
    control: (text) => `import type { Nowhere } from 'nowhere-at-all';\nexport type N = Nowhere;\n${text}`,
    async unresolved(place) {
      const { out } = await runTool(
        [...tsc(place), '--pretty', 'false'],
        `${place.workspace}/${dirname(file)}`,
        place.env,
      );
      return [...out.matchAll(/^(?!\.\.).*error TS\d+: .*$/gm)].map(([line]) => line);
    },
  };
}

const npx: Command = () => ['npx', '--no-install', 'tsc', '--noEmit'];
const pnpm: Command = ({ tools }) => [tools.path('pnpm'), 'exec', 'tsc', '--noEmit'];
const yarn: Command = ({ tools }) => [tools.path('yarn'), 'tsc', '--noEmit'];

function typescript(
  id: string,
  title: string,
  madeBy: Setup['madeBy'],
  make: Setup['make'],
  rest: Pick<Setup, 'checked'> & Partial<Setup>,
): Setup {
  return { id, title, language: 'TypeScript', madeBy, server: 'typescript', make, ...rest };
}

export const TYPESCRIPT_SETUPS: readonly Setup[] = [
  typescript(
    'npm',
    'npm',
    () => 'npm',
    async (place) => {
      place.write(FILES);
      await place.run(['npm', 'install', '--no-audit', '--no-fund']);
    },
    { checked: [checked('main.ts', npx)] },
  ),

  typescript(
    'pnpm-workspace',
    'pnpm, a workspace: links into its store',
    ({ label }) => label('pnpm'),
    async (place) => {
      place.write({
        'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\n',
        'package.json': '{ "name": "root", "private": true }\n',
        'packages/core/package.json': JSON.stringify({
          ...PACKAGE,
          name: '@demo/core',
          exports: './main.ts',
        }),
        'packages/core/tsconfig.json': TSCONFIG,
        'packages/core/main.ts': MAIN,
        'packages/app/package.json': JSON.stringify({
          ...PACKAGE,
          name: '@demo/app',
          dependencies: { '@demo/core': 'workspace:*' },
        }),
        'packages/app/tsconfig.json': TSCONFIG,
        'packages/app/main.ts':
          "import { text } from '@demo/core';\n\nexport const twice: string = text + text;\n",
      });
      await place.run([place.tools.path('pnpm'), 'install', '--no-frozen-lockfile']);
    },
    { checked: [checked('packages/core/main.ts', pnpm), checked('packages/app/main.ts', pnpm)] },
  ),

  typescript(
    'yarn-pnp',
    "Yarn, Plug'n'Play with its SDK",
    ({ label }) => label('yarn'),
    async (place) => {
      place.write({
        ...FILES,
        'yarn.lock': '',
        '.yarnrc.yml': 'enableTelemetry: false\nenableGlobalCache: false\nenableImmutableInstalls: false\n',
      });
      await place.run([place.tools.path('yarn'), 'install']);
      await place.run([place.tools.path('yarn'), 'dlx', '@yarnpkg/sdks', 'base']);
    },
    { checked: [checked('main.ts', yarn)] },
  ),
];

const missing = (file: string): Checked => ({ ...checked(file, npx), unresolved: () => Promise.resolve([]) });

export const TYPESCRIPT_MISSING: readonly Setup[] = [
  ['npm', 'package-lock.json', /^package\.json: 2; npm install$/] as const,
  ['pnpm', 'pnpm-lock.yaml', /^package\.json: 2; pnpm install$/] as const,
  ['Yarn', 'yarn.lock', /^package\.json: 2; yarn install$/] as const,
].map(([name, lock, says]) =>
  typescript(
    `no-${name.toLowerCase()}`,
    `no node_modules, ${lock}`,
    () => 'its files',
    (place) => {
      place.write({ ...FILES, [lock]: '' });
      return Promise.resolve();
    },
    { checked: [missing('main.ts')], says },
  ),
);
