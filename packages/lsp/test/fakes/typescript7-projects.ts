/**
 * TypeScript 7 with its API, on a socket at the path that it is given. It finds a place in each project that is loaded, whatever it is asked for, and
 * something wrong in each file.
 *
 * From `fake/hold` on, it answers questions only when it has closed a project, says so in its log, and answers who had it do that when it is told
 * `fake/goOn`. From `fake/refuse` on, it closes projects, and answers with an error. From `fake/dawdle` on, it thinks about each question for a while.
 */

import { createServer } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { isObject } from '../../src/support/json.ts';
import { frame, Frames } from '../harness/framing.ts';
import { PULLS, serve } from './base.ts';

interface Update {
  openProjects?: string[];
  closeProjects?: string[];
}

const [pipe = ''] = process.argv.slice(2);
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const loaded = new Set<string>();
const closed = Promise.withResolvers<void>();
const goOn = Promise.withResolvers<void>();
let isHolding = false;
let isRefusing = false;
/** How long it thinks, ms. */
let pause = 0;

await new Promise<void>((resolve) =>
  createServer((socket) => {
    const frames = new Frames();
    socket.on('data', (chunk: Buffer) => {
      for (const message of frames.push(chunk))
        void answer(message as { id: number; method: string; params: unknown }).then((reply) =>
          socket.write(frame(reply)),
        );
    });
  }).listen(pipe, resolve),
);

async function places(): Promise<{ uri: string; range: typeof range }[]> {
  if (isHolding) await closed.promise;
  if (pause > 0) await Bun.sleep(pause);
  return [...loaded].map((config) => ({ uri: pathToFileURL(config).href, range }));
}

const capabilities = { ...PULLS, workspaceSymbolProvider: true, referencesProvider: true };
const server = await serve(capabilities, {
  'workspace/symbol': async () => (await places()).map((location) => ({ name: 'a', kind: 12, location })),
  'textDocument/references': places,
  'textDocument/diagnostic': () => ({
    kind: 'full',
    items: [{ range, severity: 1, code: 2322, message: 'wrong', source: 'ts' }],
  }),
  // Tests have a project of their own.
  'custom/projectInfo': ({ textDocument: { uri } }) => {
    if (!uri.endsWith('.test.ts')) return { configFilePath: 'of some project' };
    const own = fileURLToPath(new URL('tsconfig.test.json', uri));
    return { configFilePath: loaded.has(own) ? own : '' };
  },
  'custom/initializeAPISession': () => ({ pipe }),
  'fake/hold': () => {
    isHolding = true;
  },
  'fake/goOn': () => {
    goOn.resolve();
  },
  'fake/refuse': () => {
    isRefusing = true;
  },
  'fake/dawdle': () => {
    pause = 50;
  },
});

async function answer({
  id,
  method,
  params,
}: {
  id: number;
  method: string;
  params: unknown;
}): Promise<object> {
  if (method === 'updateSnapshot') await update(params as Update);
  if (isRefusing) return { jsonrpc: '2.0', id, error: { code: -32603, message: 'refused' } };
  // No project of its own folder holds what lies in `theirs`.
  if (
    method === 'getSyntacticDiagnostics' &&
    isObject(params) &&
    String(params['file']).includes('/theirs/')
  ) {
    const isLoaded = loaded.has(String(params['project']));
    return {
      jsonrpc: '2.0',
      id,
      error: {
        code: -32603,
        message: isLoaded
          ? 'api: client error: source file not found'
          : 'api: client error: project not found',
      },
    };
  }
  return { jsonrpc: '2.0', id, result: { snapshot: 'of all' } };
}

async function update({ openProjects = [], closeProjects = [] }: Update): Promise<void> {
  for (const config of openProjects) loaded.add(config);
  for (const config of closeProjects) loaded.delete(config);
  if (!isHolding || closeProjects.length === 0) return;
  closed.resolve();
  server.send({ method: 'window/logMessage', params: { type: 3, message: 'closed' } });
  await goOn.promise;
}
