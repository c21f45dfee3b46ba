import { expect } from 'bun:test';

import { LspClient } from '../../../../client/lsp-client.ts';
import { chooseSource } from '../../../../backend/diagnostics/choose-source.ts';
import { createSearch } from '../../../../backend/program/search.ts';
import { define } from '../../../../backend/server-preset.ts';
import type { AdmittedPath } from '../../../../support/paths.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { clangd } from '../../clangd.ts';

const test = testWith('clangd');

const HEADERS = 6;
const SOURCES = 14;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Some work for a preamble. */
function header(index: number, round: number): string {
  const classes = numbers(40).map(
    (name) =>
      `struct K${index}_${name} { int m; virtual ~K${index}_${name}() {} virtual int v(int) const; };\n`,
  );
  return `#pragma once\n${numbers(index)
    .map((other) => `#include "h${other}.h"\n`)
    .join('')}int g${index}_${round}(int);\n${classes.join('')}`;
}

const SOURCE = `${numbers(HEADERS)
  .map((index) => `#include "h${index}.h"\n`)
  .join('')}int use() { return 1; }\n`;

test('REQ-DIAG-010: clangd settles however often documents are closed before it has begun with them', async () => {
  using workspace = new Workspace({
    'compile_flags.txt': '-std=c++17\n',
    ...Object.fromEntries(numbers(HEADERS).map((index) => [`h${index}.h`, header(index, 0)])),
    ...Object.fromEntries(numbers(SOURCES).map((index) => [`s${index}.cc`, SOURCE])),
  });
  const location = define(clangd).locate(workspace.root, createSearch({ workspaceRoot: workspace.root }));
  if (location.kind !== 'found') throw new Error(location.reason);
  const client = new LspClient({ launch: location.launch, log: () => undefined, startLimit: 20_000 });
  const { documents } = client;
  await client.started;
  const source = chooseSource(client, clangd);
  const settle = (): Promise<unknown> | undefined =>
    source.barrier?.pass(
      documents.all().map(({ uri }) => uri),
      AbortSignal.timeout(60_000),
    );
  let state = 1;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  try {
    for (let round = 1; round <= 30; round += 1) {
      const changed = random(HEADERS);
      workspace.write(`h${changed}.h`, header(changed, round));
      for (let count = 0; count < 8; count += 1) {
        const path = workspace.path(`s${random(SOURCES)}.cc`) as AdmittedPath;
        documents.close(path);
        documents.put({ path, languageId: 'cpp', text: SOURCE, stamp: undefined, asOf: performance.now() });
        if (random(10) < 6) documents.close(path);
      }
      // clangd compiles its open documents again.
      for (const document of documents.all().slice(0, 1)) documents.didSave(document);
      if (round % 3 === 0) expect(await settle()).toBe('settled');
    }
  } finally {
    await client.stop();
  }
});
