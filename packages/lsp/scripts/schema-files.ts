import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

import { lspSchemas } from '../src/channels/tools/lsp/schemas.ts';
import type { ToolSchemas } from '../src/channels/tools/tool-schemas.ts';
import { vscodeSchemas } from '../src/channels/tools/vscode/schemas.ts';

const tools = [...lspSchemas, ...vscodeSchemas];

/** Every tool reads only the workspace, and changes nothing. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/**
 * What belongs in schemas/tools, text by file name: what each tool takes, and what it gives
 * (gateway-contract, section 8).
 */
export function schemaFiles(): Map<string, string> {
  return new Map(
    tools.flatMap(({ name, input, output }): [string, string][] => [
      [`${name}.json`, toText(jsonSchemaOf(input))],
      [`${name}.output.json`, toText(jsonSchemaOf(output))],
    ]),
  );
}

/** What the sidecar answers `tools/list` with, by catalogue. */
export function toolsFile(): string {
  return toText({ lsp: lspSchemas.map(listed), vscode: vscodeSchemas.map(listed) });
}

function listed({ name, title, description, input, output }: ToolSchemas): object {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input),
    outputSchema: jsonSchemaOf(output),
    annotations,
  };
}

/**
 * Without `$schema`: tools/list shows these as they are, and clients take each for the dialect of
 * their own validator. MCP wants the root to say that it is an object, where there are several kinds
 * of it too.
 */
function jsonSchemaOf(schema: GenericSchema): object {
  const { $schema: _, ...json } = toJsonSchema(schema, { typeMode: 'input' });
  return { type: 'object', ...json };
}

function toText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
