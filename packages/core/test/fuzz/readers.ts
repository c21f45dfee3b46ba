import type { Reader } from '../../../../scripts/lib/fuzz/slow.js';
import { findJsonError } from '../../src/config/json-error.js';
import { IMPORTERS } from '../../src/config/import/importers.js';
import { parseJsonObject, parseSettingsText } from '../../src/config/settings-text.js';
import { parseLspSettings } from '../../src/config/settings.js';
import { parseJson } from '../../src/support/json.js';
import { formatAfterEdit } from '../../src/lsp/format-diagnostics.js';
import { LineRing } from '../../src/lsp/line-ring.js';
import { metaLine } from '../../src/lsp/meta-line.js';
import { inline, oneLine, quoteLines } from '../../src/support/escaped.js';
import { displayDiff } from '../../src/tools/display-diff.js';
import { nearMatch } from '../../src/tools/near-match.js';
import { applyHunks } from '../../src/tools/patch/apply-hunks.js';
import { parsePatch } from '../../src/tools/patch/parse-patch.js';
import { lineNumbers, occurrences, replaceAt } from '../../src/tools/replace.js';
import { decodeText } from '../../src/tools/text.js';
import { undoPatch } from '../../src/tools/undo/undo-patch.js';

const JSON_WORDS = [
  '{"lsp":',
  '{"a":',
  '[1,',
  '"${workspaceFolder:',
  '"{env:',
  '\\u00',
  'true',
  '-1e9',
  '/*',
  '*/',
  ',}',
];
const PATCH_WORDS = [
  '*** Begin Patch\n',
  '*** Update File: a\n',
  '*** Add File: b\n',
  '*** End Patch\n',
  '*** Move to: c\n',
  '*** End of File\n',
  '@@ a\n',
  '@@ -1,2 +1,2 @@\n',
  '-a\n',
  '+b\n',
  ' a\n',
  '--- a/a\n',
  '+++ b/a\n',
  'diff --git a/a b/a\n',
  'Binary files a differ\n',
  '\\ No newline\n',
];

/** Applies each patch to a text that is as repetitive. */
const patched: Reader['read'] = (text) => {
  const parsed = parsePatch(text);
  if (!parsed.ok) return;
  const file = 'a\n'.repeat(text.length >> 2);
  for (const patch of parsed.value.slice(0, 1))
    if (patch.kind === 'update') applyHunks(file, patch.hunks, inline('a'));
};

const imported: Reader['read'] = (text) => {
  const place = {
    workspaceRoot: '/w',
    home: '/h',
    env: {},
    platform: 'linux' as const,
    json: () => undefined,
  };
  for (const { read } of IMPORTERS) {
    try {
      read(
        {
          'a.path': text,
          lsp: { a: { command: [text], env: { a: text }, extensions: [text] } },
          language: [{ name: 'a', 'file-types': [text], 'language-servers': ['a'] }],
          'language-server': { a: { command: text } },
        },
        '/h/x.json',
        place,
      );
    } catch {
      // An importer may throw: its file counts as unreadable.
    }
  }
};

/** One line a reader. `words`: what it looks for. */
export const readers: readonly Reader[] = [
  {
    name: 'settings-text',
    words: JSON_WORDS,
    read: (text) => [
      parseSettingsText(text, 'a'),
      parseJsonObject(text, 'a', { trailingCommas: true }),
      findJsonError(text),
      parseJson(text),
    ],
  },
  {
    name: 'settings-values',
    words: JSON_WORDS,
    read: (text) =>
      parseLspSettings({
        user: { servers: { [text.slice(0, 100)]: { command: text, extensions: [text] } } },
        workspace: { servers: text },
      }),
  },
  {
    name: 'imported-settings',
    words: ['${workspaceFolder:', '${workspaceRoot}', '{env:', '*.', '}'],
    read: imported,
  },
  {
    name: 'patch-begin',
    words: PATCH_WORDS,
    read: (text) => patched(`*** Begin Patch\n*** Update File: a\n${text}\n*** End Patch\n`),
  },
  {
    name: 'patch-hunk',
    words: PATCH_WORDS,
    read: (text) =>
      patched(
        `*** Begin Patch\n*** Update File: a\n@@\n${' a\n'.repeat(text.length >> 4)}-b\n${text}\n*** End Patch\n`,
      ),
  },
  { name: 'patch-any', words: PATCH_WORDS, read: patched },
  {
    name: 'undo',
    words: PATCH_WORDS,
    read: (text) =>
      [...undoPatch(`*** Begin Patch\n*** Update File: a\n${text}\n*** End Patch\n`).values()].map((undo) => [
        undo('a\n'.repeat(text.length >> 2)),
        undo(text.replaceAll(/^[ +]/gm, '')),
      ]),
  },
  {
    name: 'patch-unified',
    words: PATCH_WORDS,
    read: (text) => patched(`--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n${text}`),
  },
  {
    name: 'edit',
    read: (text) => {
      const found = occurrences(text, text.slice(0, 10));
      return [lineNumbers(text, found), replaceAt(text, found, Math.min(10, text.length), 'x')];
    },
  },
  { name: 'edit-long', read: (text) => occurrences(text, `x${text.slice(text.length >> 1)}`) },
  {
    name: 'near-match',
    read: (text) => nearMatch(text.split('\n'), `${text.slice(text.length >> 1)}x`.split('\n'), 'partial'),
  },
  {
    name: 'diff',
    read: (text) =>
      displayDiff(inline('a'), text, `x${text.slice(0, text.length >> 1)}y${text.slice(text.length >> 1)}`),
  },
  { name: 'text', read: (text) => decodeText(Buffer.from(text), inline('a')) },
  {
    name: 'lines',
    words: ['\u001b[1m', '\u009b'],
    read: (text) => [oneLine(text), oneLine(text, 100), inline(text), quoteLines(text)],
  },
  { name: 'log', read: (text) => new LineRing(1000, () => undefined).push(text) },
  {
    name: 'findings',
    words: ['</diagnostics>', '[meta]'],
    read: (text) => [
      formatAfterEdit(
        {
          a: [
            { file: 'a', line: 1, character: 1, severity: 'error', message: text, source: text, code: text },
          ],
        },
        {},
        {
          includeSeverities: ['error'],
          maxDiagnosticsPerFile: 20,
          maxProjectDiagnosticsFiles: 5,
          report: 'all',
        },
      ),
      metaLine(
        {
          files: {},
          others: {},
          servers: [{ id: text, root: '.', outcome: 'complete', ms: 1 }],
          knownErrors: 1,
          othersComplete: true,
        },
        { meta: 'verdict', wantsOthers: true },
      ),
    ],
  },
];
