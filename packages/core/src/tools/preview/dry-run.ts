import { nameInTags } from '../../lsp/in-tags.js';
import { type Escaped, escaped, joined, quoted } from '../../support/escaped.js';
import type { ToolResult } from '../../host.js';
import { NO_REPORT } from '../../lsp/checker.js';
import { formatAfterEdit, formatAfterWrite } from '../../lsp/format-diagnostics.js';
import { describeStanding } from '../../lsp/format-origins.js';
import { gapsOf } from '../../lsp/proposal-result.js';
import { wantsOthers } from '../../lsp/wants-others.js';
import type { Preview, ToolContext } from '../context.js';
import { displayDiff } from '../display-diff.js';
import { inTurn, type Mutation } from '../mutation.js';
import { refuse, refusedResult, type Outcome } from '../outcome.js';
import { proposedTree } from './proposed-tree.js';

const NOTHING_WRITTEN = 'Dry run, nothing written';

/** The model knows what it has asked for: this shows where it lands. */
const MAX_DIFF_LINES = 40;

/**
 * The steps of a mutation tool's call with `dry_run`: prepare in memory, then ask for the
 * diagnostics of the tree as it would be. What cannot be prepared is refused as in a real call.
 */
export async function dryRun(
  context: ToolContext,
  signal: AbortSignal | undefined,
  prepare: () => Promise<Outcome<Mutation>>,
): Promise<ToolResult> {
  const prepared =
    signal?.aborted === true ? refuse('aborted', escaped`The call was aborted.`) : await inTurn(prepare);
  if (!prepared.ok) return refusedResult(prepared.refusal);
  const mutation = prepared.value;
  const parts = [
    escaped`${NOTHING_WRITTEN}: this would ${mutation.intent}`,
    shortDiff(mutation),
    await judge(context.preview, mutation, signal),
  ];
  return {
    llmContent: joined(
      parts.filter((part) => part !== ''),
      '\n\n',
    ),
    returnDisplay: escaped`${NOTHING_WRITTEN}.\n${mutation.display}`,
  };
}

function shortDiff({ files, changes, diff }: Mutation): Escaped {
  const shown = new Map(changes.map(({ path }) => [path.real, path.shown]));
  const whole =
    diff ??
    joined(
      files.map(({ filePath, before, text = '' }) =>
        displayDiff(shown.get(filePath) ?? nameInTags(filePath), before, text),
      ),
      '\n',
    );
  const lines = whole.split('\n').map((line) => quoted(line));
  const rest = lines.length - MAX_DIFF_LINES;
  return joined(
    [...lines.slice(0, MAX_DIFF_LINES), ...(rest > 0 ? [escaped`... and ${rest} more lines`] : [])],
    '\n',
  );
}

/** What the result of the real call would say of diagnostics, and what was not judged. */
async function judge(
  preview: Preview | undefined,
  mutation: Mutation,
  signal: AbortSignal | undefined,
): Promise<Escaped> {
  if (preview === undefined) return escaped`Language servers could not judge it: LSP is off.`;
  const { settings } = preview;
  const { kind } = mutation;
  const others = wantsOthers(kind, settings);
  const { params, unreadable } = await proposedTree(mutation);
  const origins = settings.report === 'caused';
  const report =
    mutation.judged ?? (await preview.propose({ ...params, others, origins }, signal).catch(() => NO_REPORT));
  const shown = { ...report, others: others ? report.others : {} };
  const format = kind === 'write' ? formatAfterWrite : formatAfterEdit;
  const found = format(shown.files, shown.others, settings);
  const gaps = gapsOf(report, others, unreadable);
  return joined(
    [found, describeStanding(shown, settings), conclusion(found, gaps, report.servers.length > 0)].filter(
      (part) => part !== '',
    ),
    '\n\n',
  );
}

function conclusion(found: Escaped, gaps: readonly Escaped[], isJudged: boolean): Escaped {
  if (gaps.length > 0)
    return escaped`Language servers could not judge ${isJudged ? 'all of it' : 'it'}: ${joined(gaps, '; ')}.`;
  return found === '' ? escaped`Language servers would report nothing new.` : escaped``;
}
