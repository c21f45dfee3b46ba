import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

import { lspSchemas } from '../src/channels/tools/lsp/schemas.ts';
import { vscodeSchemas } from '../src/channels/tools/vscode/schemas.ts';

/** What belongs in schemas/tools, text by file name: what each tool takes, and what it gives (gateway-contract, section 8). */
export function schemaFiles(): Map<string, string> {
  const tools = [...lspSchemas, ...vscodeSchemas];
  return new Map(
    tools.flatMap(({ name, input, output }): [string, string][] => [
      [`${name}.json`, toText(input)],
      [`${name}.output.json`, toText(output)],
    ]),
  );
}

/**
 * Without `$schema`: tools/list shows these as they are, and clients take each for the dialect of their own validator. MCP wants the root to say that it
 * is an object, where there are several kinds of it too.
 */
function toText(schema: GenericSchema): string {
  const { $schema: _, ...json } = toJsonSchema(schema, { typeMode: 'input' });
  return `${JSON.stringify({ type: 'object', ...json }, undefined, 2)}\n`;
}
