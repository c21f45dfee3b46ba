import { expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { descendants } from '../../../src/client/process/process-tree.ts';
import type { CheckerConfig, ServerConfig } from '../../../src/types.ts';
import type { Lab } from '../../harness/lab.ts';
import { outcomes } from '../../harness/lab.ts';
import type { Tree } from '../../harness/workspace.ts';
import { testWith } from '../needs.ts';
import { type Links, openReal } from '../real-lab.ts';
import { ownCache } from '../../../src/languages/rust/test/real/rust-language.ts';

ownCache();

/** Stands in every secret and in nothing else. */
const SECRET = 'x5Ecr3tPart0fIt';
const TOKEN = `${SECRET}aB3dE5fG7hJ9kL1mN3pQ5rS7t`;

const SECRETS: Record<string, string> = {
  AWS_ACCESS_KEY_ID: SECRET,
  AWS_SECRET_ACCESS_KEY: SECRET,
  AZURE_STORAGE_CONNECTION_STRING: `AccountName=a;AccountKey=${SECRET}`,
  GOOGLE_APPLICATION_CREDENTIALS: `/home/ann/${SECRET}.json`,
  OPENAI_API_KEY: TOKEN,
  ANTHROPIC_API_KEY: TOKEN,
  GITHUB_TOKEN: TOKEN,
  CI_JOB_TOKEN: TOKEN,
  NPM_TOKEN: TOKEN,
  npm_config__auth: TOKEN,
  CARGO_REGISTRY_TOKEN: TOKEN,
  CARGO_REGISTRIES_MINE_TOKEN: TOKEN,
  TWINE_PASSWORD: SECRET,
  PGPASSWORD: SECRET,
  SSHPASS: SECRET,
  SESSION_SECRET: SECRET,
  BW_SESSION: TOKEN,
  OP_SESSION_my: TOKEN,
  TS_AUTHKEY: `tskey-auth-${TOKEN}`,
  YARN_NPM_AUTH_IDENT: `ann:${SECRET}`,
  BUNDLE_GEMS__EXAMPLE__COM: `ann:${SECRET}`,
  VSS_NUGET_EXTERNAL_FEED_ENDPOINTS: `{"endpointCredentials":[{"endpoint":"https://feed.invalid","username":"ann","password":"${SECRET}"}]}`,
  MYSQL_DSN: `ann:${SECRET}@tcp(localhost:3306)/shop`,
  JAVA_TOOL_OPTIONS: `-Xmx1g -Djavax.net.ssl.keyStorePassword=${SECRET}`,
  MAVEN_OPTS: `-Drepo.password=${SECRET}`,
  FASTLANE_SESSION: SECRET,
  SONAR_LOGIN: SECRET,
  CSC_LINK: Buffer.from(TOKEN.repeat(3)).toString('base64') + SECRET,
  NETRC_CONTENT: `machine git.invalid login ann password ${SECRET}`,
  OF_DOPPLER: `dp.st.${TOKEN}`,
  OF_DATABRICKS: `dapi${TOKEN}`,
  OF_POSTMAN: `PMAK-${TOKEN}`,
  OF_SUPABASE: `sbp_${TOKEN}`,
  OF_PLANETSCALE: `pscale_tkn_${TOKEN}`,
  OF_NEW_RELIC: `NRAK-${TOKEN}`,
  OF_RUBYGEMS: `rubygems_${TOKEN}`,
  OF_FLY: `fm2_${TOKEN}`,
  OF_NOBODY_THAT_WE_KNOW: TOKEN,
  INNOCENT: `ghp_${TOKEN}`,
  HARMLESS: `eyJ${TOKEN}.eyJ${TOKEN}.${TOKEN}`,
  KEPT_AS_TEXT: ['-----BEGIN', 'PRIVATE KEY-----', SECRET].join(' '),
  DATABASE_URL: `postgres://ann:${SECRET}@localhost/shop`,
  GOPROXY: `https://ann:${SECRET}@go.invalid,off`,
  PIP_INDEX_URL: `https://${TOKEN}@pypi.invalid/simple`,
};

const PLAIN: Record<string, string> = {
  GOPRIVATE: 'git.invalid/*',
  TOKENIZERS_PARALLELISM: 'false',
  DATABASE_URL: 'postgres://localhost/shop',
};

/** Programs that are found on PATH stand behind scripts that write down what they were given. */
const PROGRAMS = ['node', 'cargo', 'go', 'gopls', 'rust-analyzer', 'clangd', 'ruff', 'ty', 'shellcheck'];

let folder: string;
let notes: string;
const before = { ...process.env };

testWith().beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lsp-secrets-'));
  notes = join(folder, 'environments');
  mkdirSync(notes);
  for (const name of PROGRAMS) {
    const program = Bun.which(name);
    if (program === null) continue;
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nenv > '${notes}/'.$$ && mv '${notes}/'.$$ '${notes}/${name}-'$$\nexec '${program}' "$@"\n`,
    );
    chmodSync(join(folder, name), 0o755);
  }
  Object.assign(process.env, SECRETS, {
    GOPRIVATE: PLAIN['GOPRIVATE'],
    TOKENIZERS_PARALLELISM: 'false',
    PATH: [folder, process.env['PATH']].join(delimiter),
  });
});

testWith().afterAll(() => {
  for (const name of [...Object.keys(SECRETS), 'GOPRIVATE', 'TOKENIZERS_PARALLELISM', 'PATH']) {
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before[name];
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Asked {
  readonly title: string;
  readonly needs?: readonly Parameters<typeof testWith>[number][];
  readonly files: Tree;
  readonly links?: Links;
  /** The file with an error. */
  readonly file: string;
  readonly servers?: Readonly<Record<string, ServerConfig>>;
  readonly checker?: string;
}

const TYPESCRIPT = {
  files: {
    'tsconfig.json': '{ "compilerOptions": { "lib": ["es5"], "types": [] } }',
    'a.ts': "export const a: number = 'x';\n",
  },
  file: 'a.ts',
};
const PYTHON = {
  files: {
    'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
    'a.py': 'import os\na: int = "x"\n',
  },
  file: 'a.py',
};
const RUST = {
  needs: ['cargo'] as const,
  files: {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub fn f() -> u8 { "x" }\n',
  },
  file: 'src/lib.rs',
};
const GO = {
  files: { 'go.mod': 'module demo\n\ngo 1.21\n', 'a.go': 'package demo\n\nvar A int = "x"\n' },
  file: 'a.go',
};
const ESLINT = {
  files: {
    'eslint.config.mjs': "export default [{ rules: { 'no-undef': 'error' } }];\n",
    'a.mjs': 'nowhere();\n',
  },
  file: 'a.mjs',
  links: { 'node_modules/eslint': 'eslint' },
};
const EXTRACTED = { 'node_modules/vscode-langservers-extracted': 'vscode-langservers-extracted' };

const SERVERS: readonly Asked[] = [
  { title: 'TypeScript 5.9', ...TYPESCRIPT, servers: { typescript: {} } },
  {
    title: 'TypeScript 7',
    ...TYPESCRIPT,
    links: { 'node_modules/typescript': 'typescript-v7' },
    servers: { typescript: {} },
  },
  { title: 'pyright', ...PYTHON, servers: { pyright: {} } },
  { title: 'ESLint', ...ESLINT, servers: { eslint: {} } },
  { title: 'gopls', needs: ['gopls', 'go'], ...GO, servers: { gopls: {} } },
  { title: 'cargo', ...RUST, servers: { cargo: {} } },
  { title: 'rust-analyzer', ...RUST, needs: ['cargo', 'rust-analyzer'], servers: { 'rust-analyzer': {} } },
  {
    title: 'clangd',
    needs: ['clangd'],
    files: { 'a.c': 'int a = b;\n' },
    file: 'a.c',
    servers: { clangd: {} },
  },
  { title: 'ty', needs: ['ty'], ...PYTHON, files: { ...PYTHON.files, 'ty.toml': '' }, servers: { ty: {} } },
  {
    title: 'ruff',
    needs: ['ruff'],
    files: { 'ruff.toml': '', 'a.py': 'import os\n' },
    file: 'a.py',
    servers: { ruff: {} },
  },
  {
    title: 'JSON',
    files: { 'a.json': '{ "a": 1, }\n' },
    file: 'a.json',
    links: EXTRACTED,
    servers: { json: {} },
  },
  {
    title: 'CSS',
    files: { 'a.css': 'a { color: ; }\n' },
    file: 'a.css',
    links: EXTRACTED,
    servers: { css: {} },
  },
  {
    title: 'HTML',
    files: { 'a.html': '<!doctype html>\n<style>a { color: ; }</style>\n' },
    file: 'a.html',
    links: EXTRACTED,
    servers: { html: {} },
  },
  {
    title: 'YAML',
    files: { 'a.yaml': 'b: [1, 2\n' },
    file: 'a.yaml',
    links: { 'node_modules/yaml-language-server': 'yaml-language-server' },
    servers: { yaml: {} },
  },
  {
    title: 'Bash',
    needs: ['shellcheck'],
    files: { 'a.sh': '#!/bin/bash\n[ $1="a" ]\n' },
    file: 'a.sh',
    links: { 'node_modules/bash-language-server': 'bash-language-server' },
    servers: { bash: {} },
  },
];

const CHECKERS: readonly Asked[] = [
  { title: 'tsc', ...TYPESCRIPT, checker: 'tsc' },
  { title: 'pyright', ...PYTHON, checker: 'pyright' },
  { title: 'eslint', ...ESLINT, checker: 'eslint' },
  {
    title: 'ruff',
    needs: ['ruff'],
    files: { 'ruff.toml': '', 'a.py': 'import os\n' },
    file: 'a.py',
    checker: 'ruff',
  },
  { title: 'cargo', ...RUST, checker: 'cargo' },
  { title: 'go', needs: ['go'], ...GO, checker: 'go' },
];

/** As they were given to processes since the last time, or are held by those that still run below the sidecar. */
function environments(lab: Lab): string[] {
  // One that is still being written has another name.
  const files = readdirSync(notes)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(notes, name));
  const noted = files.map((file) => readFileSync(file, 'utf8'));
  for (const file of files) rmSync(file);
  const held =
    process.platform === 'linux'
      ? descendants(lab.sidecar.pid).map((pid) =>
          readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', '\n'),
        )
      : [];
  return [...noted, ...held];
}

function expectNoSecrets(all: readonly string[]): void {
  expect(all.length).toBeGreaterThan(0);
  for (const environment of all) {
    expect(environment.split('\n').filter((line) => line.includes(SECRET))).toEqual([]);
    for (const [name, value] of Object.entries(PLAIN)) expect(environment).toContain(`${name}=${value}\n`);
  }
}

for (const { title, needs = [], files, links = {}, file, servers = {} } of SERVERS) {
  testWith(...needs)(`${title} works in an environment full of secrets, and gets none`, async () => {
    await using lab = await openReal({
      servers,
      files,
      links,
      config: { includeSeverities: ['error', 'warning', 'info', 'hint'] },
    });
    const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: file }] });
    expect(outcomes(report)).toEqual(Object.fromEntries(Object.keys(servers).map((id) => [id, 'complete'])));
    expect(report.files[file]).not.toEqual([]);
    expectNoSecrets(environments(lab));
  });
}

for (const { title, needs = [], files, links = {}, file, checker = '' } of CHECKERS) {
  testWith(...needs)(`the checker ${title} does as well`, async () => {
    const checkers: Record<string, CheckerConfig> = { [checker]: {} };
    await using lab = await openReal({
      servers: [],
      checkers,
      files,
      links,
      config: { includeSeverities: ['error', 'warning', 'info', 'hint'] },
    });
    const report = await lab.sidecar.request('lsp/checkProject', {});
    expect(report.projects.map(({ checker: id, outcome }) => `${id} ${outcome}`)).toEqual([
      `${checker} complete`,
    ]);
    expect(report.files[file]).not.toEqual([]);
    expectNoSecrets(environments(lab));
  });
}

const BUNDLED = ['TypeScript 5.9', 'pyright', 'JSON', 'CSS', 'HTML'];

for (const { title, files, file, servers = {} } of SERVERS.filter((each) => BUNDLED.includes(each.title))) {
  test(`${title} works without trust, and gets nothing but what it needs`, async () => {
    await using lab = await openReal({
      servers,
      files,
      trusted: false,
      config: { includeSeverities: ['error', 'warning', 'info', 'hint'], passEnv: ['GOPRIVATE'] },
    });
    const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: file }] });
    expect(outcomes(report)).toEqual(Object.fromEntries(Object.keys(servers).map((id) => [id, 'complete'])));
    expect(report.files[file]).not.toEqual([]);
    expectOnlyTheNeeded(environments(lab));
  });
}

for (const { title, files, file, checker = '' } of CHECKERS.filter((each) =>
  ['tsc', 'pyright'].includes(each.title),
)) {
  test(`the checker ${title} does as well`, async () => {
    await using lab = await openReal({
      servers: [],
      checkers: { [checker]: {} },
      files,
      trusted: false,
      config: { passEnv: ['GOPRIVATE'] },
    });
    const report = await lab.sidecar.request('lsp/checkProject', {});
    expect(report.projects.map(({ checker: id, outcome }) => `${id} ${outcome}`)).toEqual([
      `${checker} complete`,
    ]);
    expect(report.files[file]).not.toEqual([]);
    expectOnlyTheNeeded(environments(lab));
  });
}

/** A harmless variable is held back as well, unless passEnv names it. */
function expectOnlyTheNeeded(all: readonly string[]): void {
  expect(all.length).toBeGreaterThan(0);
  for (const environment of all) {
    expect(
      environment
        .split('\n')
        .filter((line) => line.includes(SECRET) || line.startsWith('TOKENIZERS_PARALLELISM=')),
    ).toEqual([]);
    expect(environment).toContain(`GOPRIVATE=${PLAIN['GOPRIVATE']}\n`);
    expect(environment).toContain(`HOME=${process.env['HOME']}\n`);
  }
}

test('passEnv and the env of a server are the exceptions', async () => {
  const config = { passEnv: ['GITHUB_TOKEN'] };
  await using lab = await openReal({
    servers: { pyright: { env: { NPM_TOKEN: 'of its own' } } },
    files: PYTHON.files,
    config,
  });
  await lab.checkFile(PYTHON.file);
  for (const environment of environments(lab)) {
    expect(environment).toContain(`GITHUB_TOKEN=${TOKEN}\n`);
    expect(environment).toContain('NPM_TOKEN=of its own\n');
    expect(environment.split('\n').filter((line) => line.includes(SECRET))).toEqual([
      `GITHUB_TOKEN=${TOKEN}`,
    ]);
  }
  expect(lab.sidecar.stderr).toMatch(
    /not passed on to servers: .*ANTHROPIC_API_KEY.* \(the setting passEnv does\)/,
  );
  expect(lab.sidecar.stderr).not.toContain(SECRET);
});
