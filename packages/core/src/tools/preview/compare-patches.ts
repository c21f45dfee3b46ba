import { z } from 'zod';
import { escaped } from '../../support/escaped.js';
import type { NavigationResult, NavigationTool, ObjectSchema } from '../../host.js';
import { NO_REPORT } from '../../lsp/checker.js';
import { counted } from '../../support/counted.js';
import { proposalResult } from '../../lsp/proposal-result.js';
import type { Preview, ToolContext } from '../context.js';
import { changedSince } from '../disk-file.js';
import { attempt } from '../io-error.js';
import { inTurn } from '../mutation.js';
import { ok, refuse, refusedResult, type Outcome } from '../outcome.js';
import { parseParams, textParam } from '../params.js';
import { PATCH_FORMATS, preparePatch, type PatchMutation } from '../patch/prepare-patch.js';
import { ranked, type Candidate } from './candidate.js';
import { comparison, describeComparison, toComparison } from './comparison.js';
import { proposedTree } from './proposed-tree.js';

const NAME = 'lsp_compare_patches';
const MAX_PATCHES = 8;

const ComparePatchesParams = z.strictObject({
  patches: z
    .array(textParam('One patch. No code fence around it.'))
    .min(1)
    .max(MAX_PATCHES)
    .describe(`Up to ${MAX_PATCHES} patches of the same files as they are now: each is judged alone.`),
});

const DESCRIPTION =
  `Judges up to ${MAX_PATCHES} patches without writing anything: which errors language servers would ` +
  'find with each, in all files, and which errors that stand now would be gone. The best comes first: ' +
  'the fewest errors caused, then the most solved, then the smallest. Use it before a change that can be ' +
  'made in several ways, and apply the best one.\n' +
  `A patch is written as for apply_patch. ${PATCH_FORMATS}`;

/**
 * The tool `lsp_compare_patches`. It never rejects, and judges the patches one after another: a
 * call lasts as long as so many checks of `write_file`.
 */
export function comparePatchesTool(context: ToolContext): NavigationTool {
  return {
    name: NAME,
    title: 'Compare patches',
    description: DESCRIPTION,
    inputSchema: schemaOf(ComparePatchesParams, 'input'),
    outputSchema: schemaOf(comparison, 'output'),
    annotations: { readOnlyHint: true },
    execute: (params, signal) => comparePatches(params, context, signal),
  };
}

async function comparePatches(
  params: unknown,
  context: ToolContext,
  signal: AbortSignal | undefined,
): Promise<NavigationResult> {
  const parsed = parseParams(NAME, ComparePatchesParams, params);
  if (!parsed.ok) return refusedResult(parsed.refusal);
  const { preview } = context;
  if (preview === undefined)
    return refusedResult({
      type: 'lsp_off',
      message: escaped`LSP is off, so nothing can judge the patches. Apply one, and run the compiler.`,
    });
  const { patches } = parsed.value;
  const prepared = await inTurn(() =>
    Promise.all(patches.map((patch) => preparePatch(patch, context.workspaceRoot))),
  );
  const candidates: Candidate[] = [];
  for (const [index, patch] of prepared.entries()) {
    if (signal?.aborted === true)
      return refusedResult({ type: 'aborted', message: escaped`The call was aborted.` });
    candidates.push(await judge(index + 1, patch, preview, signal));
  }
  const unchanged = await verify(prepared);
  if (!unchanged.ok) return refusedResult(unchanged.refusal);
  const best = ranked(candidates);
  return {
    llmContent: describeComparison(best, preview.settings),
    returnDisplay: `${counted(best.length, 'patch', 'patches')} compared`,
    structuredContent: toComparison(best),
  };
}

async function judge(
  number: number,
  patch: Outcome<PatchMutation>,
  preview: Preview,
  signal: AbortSignal | undefined,
): Promise<Candidate> {
  if (!patch.ok) return { kind: 'refused', number, refusal: patch.refusal };
  const { params, unreadable } = await proposedTree(patch.value);
  const report = await preview
    .propose({ ...params, others: true, origins: true, solved: true }, signal)
    .catch(() => NO_REPORT);
  return { kind: 'judged', number, mutation: patch.value, result: proposalResult(report, unreadable) };
}

/** A verdict is about the files as they were when the patches were applied in memory. */
async function verify(prepared: readonly Outcome<PatchMutation>[]): Promise<Outcome<undefined>> {
  for (const { path, before } of prepared.flatMap((patch) =>
    patch.ok ? patch.value.changes.flatMap(filesOf) : [],
  )) {
    const changed = await attempt(escaped`look at ${path.shown}`, () => changedSince(path, before));
    if (!changed.ok) return changed;
    if (changed.value !== undefined)
      return refuse(
        'file_changed',
        escaped`${changed.value} while the patches were judged; compare them again.`,
      );
  }
  return ok(undefined);
}

function filesOf(
  change: PatchMutation['changes'][number],
): Pick<Extract<PatchMutation['changes'][number], { kind: 'write' }>, 'path' | 'before'>[] {
  return change.kind === 'rename'
    ? [
        { path: change.from.path, before: change.from },
        { path: change.path, before: undefined },
      ]
    : [change];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return { ...rest, type: 'object' };
}
