import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** As much of opencode's plugin as a sample edit needs. */
interface Plugin {
  readonly default: {
    server(input: { client: unknown; directory: string }): Promise<{
      'tool.execute.after'(call: unknown, output: { output: string }): Promise<void>;
      dispose(): Promise<void>;
    }>;
  };
}

/**
 * Loads opencode's plugin as opencode does, and has it amend the result of an edit.
 *
 * @returns what the model would read
 */
export async function amendedByPlugin(
  file: string,
  workspace: string,
  sample: { readonly file: string; readonly text: string },
): Promise<string> {
  const plugin = (await import(pathToFileURL(file).href)) as Plugin;
  const hooks = await plugin.default.server({ client: {}, directory: workspace });
  try {
    const filePath = join(workspace, sample.file);
    writeFileSync(filePath, sample.text);
    const output = { output: 'Wrote file successfully.' };
    await hooks['tool.execute.after'](
      { tool: 'write', sessionID: 'doctor', callID: 'doctor', args: { filePath } },
      output,
    );
    return output.output;
  } finally {
    await hooks.dispose();
  }
}
