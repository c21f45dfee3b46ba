import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  jsonOf,
  renaming,
  type Diagnostic,
  type Refactoring,
  type ToolContext,
} from '@vybestack/llxprt-lsp-core';
import { describe, expect, it } from 'vitest';
import { formatForGithub, troubleForGithub } from '../src/check/format-github.js';
import { toSarif } from '../src/check/format-sarif.js';
import { CheckResults } from '../src/check/report.js';
import { toCheckJson } from '../src/check/report-json.js';
import { formatFile, formatSummary, formatTroubles } from '../src/check/report-text.js';
import { describeEnvironments } from '../src/environments.js';
import { colored, diffOf } from '../src/fix/diff.js';
import { colorsFor } from '../src/io.js';
import { describeMissing } from '../src/missing-servers.js';
import { perform } from '../src/refactor/refactor-command.js';
import { run } from '../src/program.js';
import { openSettings, trouble } from '../src/session.js';
import { folderOf, recordingIo } from './support/io.js';

/** Each text through each way to a terminal or a log. */

const HOSTILE: Readonly<Record<string, string>> = {
  'a line of ours': 'a\n::error file=b.ts::forged\nllxprt-lsp: forged',
  'a carriage return': 'c.ts\rllxprt-lsp: forged',
  'a terminal': '\u001b[2J\u001b]0;title\u0007x\u009b31my\u0008\u007f',
  'the line breaks of Unicode': 'a\u2028b\u2029c\u0085d\ve\ff',
  'reversed and hidden text': 'a\u202Egnp.ts\u2066b\u200Ec\u200Bd\u2060e\uFEFF',
  tags: 'a\u{E0072}\u{E0075}\u{E006E}',
};
const HIDDEN = /[\p{Cc}\u2028\u2029\u200B\u2060\uFEFF\p{Bidi_Control}\p{Surrogate}\u{E0000}-\u{E007F}]/u;

const finding = (text: string): Diagnostic => ({
  file: text,
  line: 1,
  character: 1,
  severity: 'error',
  message: text,
  code: text,
  source: text,
});

function reportOf(text: string): CheckResults {
  const report = new CheckResults();
  report.add({
    file: text,
    named: true,
    diagnostics: [finding(text)],
    judgedBy: [text],
    failures: [{ server: text, reason: text }],
  });
  report.addUninstalled([{ manifest: text, imports: 1, install: text }]);
  report.skipped.push({ path: text, reason: text });
  return report;
}

const row = (text: string) => ({
  id: text,
  language: text,
  status: 'unavailable' as const,
  optional: true as const,
  hint: text,
});
const found = (text: string) => ({ file: text, diagnostics: [finding(text)] });

const OUTLETS: Readonly<Record<string, (text: string) => string>> = {
  'check, a file': (text) => formatFile(found(text), '/w', recordingIo('/w')),
  'check, troubles': (text) => formatTroubles(reportOf(text)).join('\n'),
  'check, the summary': (text) => formatSummary(reportOf(text), ['error']),
  'check, whole projects': (text) => {
    const report = reportOf(text);
    report.projects = [
      {
        checker: text,
        root: text,
        language: text,
        outcome: 'complete',
        ms: 1,
        program: { name: text, path: text, version: text, origin: 'path' },
      },
    ];
    return formatSummary(report, ['error']);
  },
  'check --format github': (text) => formatForGithub(found(text)),
  'check --format github, a trouble': (text) => troubleForGithub(text),
  'check --format sarif': (text) => jsonOf(toSarif('/w', reportOf(text)), 2),
  'check --json': (text) => jsonOf(toCheckJson(text, reportOf(text)), 2),
  doctor: (text) =>
    describeEnvironments([{ language: text, root: text, uses: text, why: text }]) +
    describeMissing({ here: [row(text)], elsewhere: [row(text)] }, true),
  'a diff': (text) =>
    colored(diffOf({ file: text, former: 'a\n', text: `${text.replaceAll('\n', ' ')}\n` }), {
      outColors: colorsFor(false),
    }),
  'an error': (text) => {
    const io = recordingIo('/w');
    trouble(io, text);
    return io.stderr();
  },
  'problems of settings': (text) => {
    const workspace = folderOf({ '.llxprt/settings.json': JSON.stringify({ lsp: { [text]: text } }) });
    const io = recordingIo(workspace);
    openSettings(io, { workspace });
    writeFileSync(join(workspace, '.llxprt/settings.json'), text);
    openSettings(io, { workspace });
    return io.stderr();
  },
};

describe.each(Object.entries(OUTLETS))('%s', (_, outlet) => {
  it.each(Object.entries(HOSTILE))('%s', (_what, text) => {
    const lines = outlet(text).split('\n');
    expect(lines.filter((line) => HIDDEN.test(line))).toEqual([]);
    expect(lines.filter((line) => /^(?:::error file=b\.ts|llxprt-lsp: forged)/.test(line))).toEqual([]);
    // A diff is empty where nothing differs.
    expect(lines).toHaveLength(outlet('harmless').split('\n').length);
  });
});

it('GitHub reads the line breaks of a message and of a name as its own', () => {
  expect(
    formatForGithub({
      file: 'a\n%0A\u001b\u0007.ts',
      diagnostics: [{ ...finding('x\ny'), file: '', source: 'a\nb', code: 1 }],
    }),
  ).toBe('::error file=a%0A%250A\\u{1b}\\u{7}.ts,line=1,col=1,title=a%0Ab 1::x%0Ay\n');
});

it('JSON says the same', () => {
  for (const text of Object.values(HOSTILE))
    expect(JSON.parse(jsonOf(toCheckJson(text, reportOf(text)), 2))).toEqual(
      toCheckJson(text, reportOf(text)),
    );
});

it.each(Object.entries(HOSTILE))('rename, what is refused: %s', async (_, text) => {
  const workspaceRoot = folderOf();
  const context: ToolContext = {
    workspaceRoot,
    appendDiagnostics: (success) => Promise.resolve(success),
    changeService: () => ({
      refactor: () => Promise.resolve({ refused: text }),
      fix: () => Promise.resolve(undefined),
      fixes: () => Promise.resolve(undefined),
    }),
  };
  const refactoring: Refactoring = renaming({ filePath: 'a.ts', symbol: text, newName: text });
  for (const json of [false, true]) {
    const io = recordingIo(workspaceRoot);
    expect(await perform(io, context, refactoring, { dryRun: true, yes: false, json })).toBe(1);
    expect((io.stdout() + io.stderr()).split('\n').filter((line) => HIDDEN.test(line))).toEqual([]);
  }
});

it.each(Object.entries(HOSTILE))('words of the command line that are none: %s', async (_, text) => {
  for (const args of [
    [text],
    ['check', `--${text}`],
    ['check', '--format', text],
    ['install', text],
    ['doctor', '--host', text],
    ['move', text],
  ]) {
    const io = recordingIo(folderOf());
    await run(io, args);
    const lines = (io.stdout() + io.stderr()).split('\n');
    expect([
      args,
      lines.filter((line) => HIDDEN.test(line) || /^(?:::|llxprt-lsp: forged)/.test(line)),
    ]).toEqual([args, []]);
  }
});
