import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as v from 'valibot';

import { type Budget, type Details, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.ts';
import { lspSchemas } from '../../src/channels/tools/lsp/schemas.ts';
import type { ToolSchemas } from '../../src/channels/tools/tool-schemas.ts';
import { vscodeSchemas } from '../../src/channels/tools/vscode/schemas.ts';
import { McpFailure } from '../harness/mcp.ts';
import { anyJson, coordinate, hostileText, objectOf } from './values.ts';
import { openLab, path, SECRET } from './wire.ts';

const number = fc.oneof(fc.nat(5), fc.constantFrom(0, -1, 1.5, 10_000, '1', null));
const word = fc.oneof(fc.constantFrom('alpha', 'beta', 'beta.alpha', 'a', SECRET), hostileText);
const cursor = fc.oneof(fc.constantFrom<unknown>(null, 'again', ''), hostileText);
const lspFields = {
  file: path,
  line: coordinate,
  character: coordinate,
  symbol: word,
  query: word,
  pageSize: number,
  includeDeclaration: fc.boolean(),
  path,
  backend: fc.constantFrom('auto', 'server', 'checker', 'x'),
  cursor,
};
const position = objectOf({ line: coordinate, character: coordinate });

interface Catalogue {
  readonly catalog: 'lsp' | 'vscode';
  readonly schemas: readonly ToolSchemas[];
  readonly fields: (root: string) => Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

const lsp: Catalogue = { catalog: 'lsp', schemas: lspSchemas, fields: () => lspFields };
const vscode: Catalogue = {
  catalog: 'vscode',
  schemas: vscodeSchemas,
  fields: (root) => ({
    uri: fc.oneof(
      { weight: 3, arbitrary: path.map((name) => `${Bun.pathToFileURL(root).href}/${name}`) },
      hostileText,
    ),
    position,
    query: word,
    pageSize: number,
    includeDeclaration: fc.boolean(),
    cursor,
  }),
};

/** Which fields a tool has, so that most of its inputs are nearly right. */
function inputOf(
  { input }: ToolSchemas,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  const entries = 'entries' in input ? Object.keys(input.entries as object) : [];
  return objectOf(Object.fromEntries(entries.map((key) => [key, fields[key] ?? anyJson])));
}

const defined = v.object({ code: v.picklist([-32601, -32602, -32603]), message: v.string() });
const result = v.looseObject({
  isError: v.optional(v.boolean()),
  content: v.array(v.looseObject({ type: v.literal('text'), text: v.string() })),
});

/** Catalogue, tool and input in, and what came of it checked; the cursor `again` is the last one that was given. */
async function feed({ catalog, schemas, fields }: Catalogue, budget: Budget): Promise<Details> {
  await using lab = await openLab({ catalog });
  await using runs = new Runs();
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  const { outside } = lab.workspace;
  let last: unknown = null;
  const call = fc.oneof(
    {
      weight: 20,
      arbitrary: fc.constantFrom(...schemas).chain((tool) =>
        fc.record({
          name: fc.constant<unknown>(tool.name),
          arguments: inputOf(tool, fields(lab.workspace.root)),
        }),
      ),
    },
    { weight: 1, arbitrary: fc.record({ name: anyJson, arguments: anyJson }) },
  );
  const property = fc.asyncProperty(
    fc.array(
      fc.tuple(
        fc.constantFrom('', '', '', 'garbage\n', '{}\n', '[]\n', '{"jsonrpc":"2.0","method":"x"}\n'),
        call,
      ),
      { minLength: 1, maxLength: 3 },
    ),
    runs.of(async (calls) => {
      const answers = calls.map(async ([stray, { name, arguments: given }]) => {
        if (stray !== '') mcp.send(stray);
        const input =
          typeof given === 'object' && given !== null && 'cursor' in given && given.cursor === 'again'
            ? { ...given, cursor: last }
            : given;
        const schema = schemas.find((tool) => tool.name === name);
        try {
          const answer = v.parse(result, await mcp.request('tools/call', { name, arguments: input }));
          const { structuredContent } = answer;
          assert.ok(schema !== undefined, 'an answer of a tool that is none');
          if (answer.isError === true) assert.ok(answer.content.some(({ text }) => text.trim() !== ''));
          if (structuredContent !== undefined) v.assert(schema.output, structuredContent);
          else assert.equal(answer.isError, true, 'neither a failure nor a result');
          if (v.is(v.looseObject({ nextCursor: v.string() }), structuredContent))
            last = structuredContent.nextCursor;
          return answer;
        } catch (error) {
          if (!(error instanceof McpFailure)) throw error;
          v.assert(defined, error.error);
          return error.error;
        }
      });
      for (const [at, answer] of (await Promise.all(answers)).entries()) {
        // What a question says itself, it may read again.
        const asked = JSON.stringify(calls[at]?.[1]);
        const said = JSON.stringify(answer);
        if (!asked.includes(SECRET)) assert.ok(!said.includes(SECRET), said);
        if (!asked.includes(outside)) assert.ok(!said.includes(`${outside}/outside`), said);
      }
      assert.equal(typeof (await lab.sidecar.request('lsp/getDiagnosticEpoch', {})), 'number');
    }),
  );
  return await fc.check(property, budget);
}

export const tools: readonly FuzzTarget[] = [lsp, vscode].map((catalogue) => ({
  name: `tools-${catalogue.catalog}`,
  holds: `every tool of the catalogue ${catalogue.catalog} answers anything with a defined error or a result of its output schema, and the sidecar lives on`,
  check: (budget: Budget) => feed(catalogue, budget),
  found: {},
}));
