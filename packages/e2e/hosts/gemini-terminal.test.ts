import { expect, test, vi } from 'vitest';
import { GEMINI_EXTENSION, openGemini } from '../support/hosts/gemini.js';
import { Family, HostLab } from '../support/hosts/lab.js';
import { GONE_WITHIN } from '../support/processes.js';

/** Ctrl+U. */
const CLEAR_LINE = '\x15';

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "noEmit": true }, "include": ["src"] }\n',
  'src/prices.ts': 'export const cents: number = 7;\n',
};

test('REQ-STATUS-010, REQ-STATUS-040, REQ-NAV-050: in the terminal, without navigation tools: an edit has its errors, and /lsp answers without a model', async () => {
  const lab = new HostLab(FILES, { navigationTools: false, settle: 'off' });
  const family = new Family();
  const content = "export const tax: number = 'many';\n";
  const { terminal, model, close } = await openGemini({
    workspace: lab.workspace,
    home: lab.home,
    script: [
      { call: 'write_file', args: { file_path: lab.path('src/tax.ts'), content } },
      { say: 'That was wrong.' },
    ],
    env: family.env,
    extension: GEMINI_EXTENSION,
    banner: true,
  });
  const submit = (line: string): Promise<void> =>
    terminal.submit(line, (text) => text.includes(` > ${line}`));
  try {
    // Quirk(Gemini CLI): the prompt is there before it has initialized and before it knows the commands of
    // extensions; until then it queues what is typed, and takes it for a prompt.
    await terminal.until((text) => text.includes('Gemini CLI v'), 'its name');
    terminal.type('/lsp');
    await terminal.until((text) => text.includes('[llxprt-lsp] What runs'), 'the command');
    terminal.type(CLEAR_LINE);
    await terminal.until((text) => text.includes('Type your message'), 'the empty prompt');
    await submit('/lsp help');
    await terminal.until((text) => text.includes('/lsp status --verbose  how they do'), 'the help');
    await submit('Write it.');
    await terminal.until((text) => text.includes('That was wrong.'), 'the answer');
    expect(model.resultOf(0)).toContain(
      "ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)",
    );
    expect(model.asked[0]?.tools.filter((name) => name.startsWith('mcp_'))).toEqual([
      'mcp_llxprt_apply_patch',
    ]);
    await submit('/lsp status');
    await terminal.until((text) => /^ *typescript +active/m.test(text), 'the status');
    expect(model.asked).toHaveLength(2);
    expect(model.faults).toEqual([]);
  } finally {
    await close();
  }
  await vi.waitFor(() => expect(family.processes()).toEqual([]), { timeout: GONE_WITHIN, interval: 50 });
  lab.dispose();
});
