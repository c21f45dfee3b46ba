/**
 * Pulls, and is asked what a move changes. The text of the file that it is shown says what it
 * answers: `MOVE json`, changes by names relative to that file; `MOVE NEVER`; `MOVE CRASH`;
 * `MOVE REFUSE`. `--files` and `--folders` are what it registers for.
 */
import { NEVER, PULLS, Refusal, serve } from './base.ts';
import { fullReport, order } from './language.ts';

const kinds = (['file', 'folder'] as const).filter((kind) => process.argv.includes(`--${kind}s`));
const filters = kinds.map((matches) => ({
  scheme: 'file',
  pattern: { glob: matches === 'file' ? '**/*.FAKE' : '**', matches, options: { ignoreCase: true } },
}));

const server = await serve(
  { ...PULLS, workspace: { fileOperations: { willRename: { filters } } } },
  {
    'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
    'workspace/willRenameFiles': () => {
      const [uri = '', { text = '' } = {}] = [...server.documents][0] ?? [];
      const what = order(text, 'MOVE') ?? 'null';
      if (what === 'NEVER') return NEVER;
      if (what === 'CRASH') process.exit(2);
      if (what === 'REFUSE') return new Refusal(-32603, 'fake: cannot');
      const changes = JSON.parse(what) as Record<string, unknown> | null;
      return changes === null
        ? null
        : {
            changes: Object.fromEntries(
              Object.entries(changes).map(([name, edits]) => [new URL(name, uri).href, edits]),
            ),
          };
    },
  },
);
