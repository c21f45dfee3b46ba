import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findBun } from '../../src/lsp/find-bun.js';
import { SIDECAR_PACKAGE } from '../../src/lsp/find-sidecar.js';
import { LspServiceClient, type LspServiceClientOptions } from '../../src/lsp/lsp-service-client.js';
import { LSP_DEFAULTS, type LspConfig } from '../../src/lsp/types.js';

/** A folder of its own under a name that quoting mistakes trip over; gone after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lsp core # é '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The Bun that `npm install` has put into packages/lsp. */
export function repositoryBun(): string {
  const packageDir = fileURLToPath(new URL('../../../lsp', import.meta.url));
  const bun = findBun({ packageDir, workspaceRoot: packageDir, env: {} });
  if (bun.kind === 'missing') throw new Error(`${bun.reason}: run npm run setup`);
  return bun.path;
}

/** A sidecar package whose program is `test/fakes/<fake>.ts`. */
export function fakePackage(fake: string): string {
  const packageDir = tempFolder();
  writeFileSync(
    join(packageDir, 'package.json'),
    JSON.stringify({ name: SIDECAR_PACKAGE, version: '9.9.9' }),
  );
  mkdirSync(join(packageDir, 'dist'));
  const program = fileURLToPath(new URL(`../fakes/${fake}.ts`, import.meta.url));
  writeFileSync(join(packageDir, 'dist', 'sidecar.js'), `import ${JSON.stringify(program)};\n`);
  return packageDir;
}

export interface FakeClient {
  client: LspServiceClient;
  /** It looks its limits up when it asks: a test may be patient with the start, and not with answers. */
  config: Required<LspConfig>;
  workspaceRoot: string;
  packageDir: string;
  /** What has been logged so far. */
  log: string[];
  /** Of the running sidecar, from the log. */
  pid(): number;
}

/** A client for a fake sidecar, not started yet; shut down after the test at the latest. */
export function clientOf(
  fake: string,
  config: LspConfig = {},
  channel: Pick<LspServiceClientOptions, 'catalog' | 'trusted' | 'settles'> = {},
): FakeClient {
  const log: string[] = [];
  const workspaceRoot = tempFolder();
  const packageDir = fakePackage(fake);
  const complete: Required<LspConfig> = { ...LSP_DEFAULTS, includeSeverities: ['error'], ...config };
  const client = new LspServiceClient({
    workspaceRoot,
    config: complete,
    logger: { debug: (message) => log.push(message) },
    bunPath: repositoryBun(),
    packageDir,
    ...channel,
  });
  onTestFinished(() => client.shutdown());
  return { client, config: complete, workspaceRoot, packageDir, log, pid: () => pidIn(log) };
}

function pidIn(log: string[]): number {
  const pid = log.map((line) => /service (\d+) ready/.exec(line)?.[1]).find((found) => found !== undefined);
  if (pid === undefined) throw new Error(`no service is ready:\n${log.join('\n')}`);
  return Number(pid);
}
