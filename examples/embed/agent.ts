// An agent as small as can be: stdin is its model, a call of a tool on each line as
// {"tool": name, "params": {...}} or a command such as /lsp status; what the model would read goes to
// stdout. Run it in a workspace: npx tsx examples/embed/agent.ts
import { appendFile, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { openLsp } from './lsp.js';

const workspace = process.cwd();
const lsp = await openLsp(workspace);
for (const problem of lsp.problems) console.error(problem);

/** A tool that this agent had before: it writes as it always did, and then asks. */
async function append({ path, text }: { path: string; text: string }): Promise<string> {
  const filePath = resolve(workspace, path);
  const before = await readFile(filePath, 'utf8');
  await appendFile(filePath, text);
  return lsp.context.appendDiagnostics(`Appended to ${path}.`, {
    kind: 'edit',
    files: [{ filePath, before }],
  });
}

async function read({ path }: { path: string }): Promise<string> {
  lsp.warm(path);
  return readFile(resolve(workspace, path), 'utf8');
}

async function call(name: string, params: unknown): Promise<string> {
  if (name === 'append') return append(params as { path: string; text: string });
  if (name === 'read') return read(params as { path: string });
  const navigation = lsp.navigation.get(name);
  if (navigation !== undefined) return (await navigation.execute(params)).llmContent;
  if (name === 'edit' || name === 'write_file' || name === 'apply_patch')
    return (await lsp.tools[name](params, lsp.context)).llmContent;
  return `There is no tool ${name}. There are: append, read, ${lsp
    .declarations()
    .map((tool) => tool.name)
    .join(', ')}`;
}

for await (const line of createInterface(process.stdin)) {
  if (line.startsWith('/lsp')) console.log(await lsp.command(line.slice('/lsp'.length)));
  else {
    const { tool, params } = JSON.parse(line) as { tool: string; params: unknown };
    console.log(await call(tool, params));
  }
}
const open = await lsp.settle();
if (open !== undefined) console.log(open);
await lsp.close();
