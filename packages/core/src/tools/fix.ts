import { z } from 'zod';
import { nameInTags, proseInTags } from '../lsp/in-tags.js';
import type { ToolResult } from '../host.js';
import { counted } from '../support/counted.js';
import { TEXT_CAPS } from '../support/diagnostic-text.js';
import { type Escaped, escaped, joined } from '../support/escaped.js';
import type { TriedFix, FixesReport, FixParams, FixResult } from '../lsp/types.js';
import type { ChangeService } from './context.js';
import { mutate, type Mutation } from './mutation.js';
import { dryRun } from './preview/dry-run.js';
import { ok, refuse, refusedResult, type Outcome } from './outcome.js';
import { declare, dryRunParam, pathParam, toolCall } from './params.js';
import { prepareChanges } from './service-changes.js';
import { admitPath } from './workspace-path.js';

/** More fixes at once than this are a mistake. */
const MAX_IDS = 50;

const id = z.string().regex(/^f\d{1,9}$/, 'must be the id of a fix, like f204518');

const FixParamsSchema = z
  .object({
    id: z
      .union([id, z.array(id).min(1).max(MAX_IDS)])
      .optional()
      .describe(
        'The fix to write, as a result of an edit or this tool names it: f204518. A list: all of them ' +
          'together, or none.',
      ),
    file: pathParam(
      'Without id: the file whose fixes are listed. Absolute or relative to the workspace root.',
    ).optional(),
    line: z.int().min(1).optional().describe('With file: only the fixes for errors on this line, 1-based.'),
    all: z
      .enum(['imports', 'unused', 'safe'])
      .optional()
      .describe(
        'With file: write all fixes of one kind. imports: add missing imports; unused: remove what is ' +
          'unused; safe: what results of edits would offer.',
      ),
    dry_run: dryRunParam,
  })
  .refine(({ id: given, file }) => (given === undefined) !== (file === undefined), 'takes either id or file')
  .refine(
    ({ id: given, line, all }) => given === undefined || (line === undefined && all === undefined),
    'line and all go with file, not with id',
  )
  .refine(
    ({ line, all }) => line === undefined || all === undefined,
    'all is about the whole file, so it takes no line',
  );

type Params = z.infer<typeof FixParamsSchema>;

export const fixDeclaration = declare(
  'lsp_fix',
  'Writes a fix that language servers or compilers suggest for an error, or lists them. Each one was ' +
    'tried before it is offered: ' +
    'its error is gone, and no other one is caused. {"id": "f204518"} writes the fix f204518 that a ' +
    'result of an edit has offered; ' +
    '{"id": ["f204518", "f771034"]} writes both or none. {"file": "src/a.ts"}, with "line" or without, ' +
    'lists every fix and writes nothing. ' +
    '{"file": "src/a.ts", "all": "imports"} adds all missing imports of a file. An id is good until ' +
    'its file changes. ' +
    'The result of a written fix is that of an edit, with the errors that language servers find afterwards.',
  FixParamsSchema,
);

/** The tool `lsp_fix`. */
export const fix = toolCall('lsp_fix', FixParamsSchema, async (params, context, signal) => {
  const service = context.changeService?.();
  if (service === undefined)
    return refusedResult({
      type: 'service_unavailable',
      message: escaped`No language server runs, so there are no fixes. Edit the file instead.`,
    });
  const { file, line, all } = params;
  if (file !== undefined && all === undefined)
    return await list(service, { file, line }, context.workspaceRoot, signal);
  const computed = await compute(service, params, context.workspaceRoot, signal);
  if (!computed.ok) return refusedResult(computed.refusal);
  const perform = params.dry_run ? dryRun : mutate;
  return await perform(context, signal, () => prepare(computed.value, context.workspaceRoot));
});

type Computed = Extract<FixResult, { readonly titles: unknown }>;

/** Not in turn with other changes: those must not wait for a server. */
async function compute(
  service: ChangeService,
  params: Params,
  workspaceRoot: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<Computed>> {
  const asked = await toFixParams(params, workspaceRoot);
  if (!asked.ok) return asked;
  const result = await service.fix(asked.value, signal);
  if (result === undefined)
    return refuse(
      'service_unavailable',
      joined(
        [
          escaped`The language servers gave no answer, so nothing was changed.`,
          escaped`Edit the file instead, or try again.`,
        ],
        ' ',
      ),
    );
  if ('refused' in result) return refuse('change_refused', proseInTags(result.refused));
  return result.changes.length === 0
    ? refuse(
        'change_refused',
        escaped`${nameInTags(params.file ?? '')} has nothing to fix of the kind ${params.all ?? ''}`,
      )
    : ok(result);
}

async function prepare(
  { changes: computed, titles }: Computed,
  workspaceRoot: string,
): Promise<Outcome<Mutation>> {
  const prepared = await prepareChanges(computed, workspaceRoot);
  if (!prepared.ok) return prepared;
  const { changes, files, summary, display } = prepared.value;
  const what = joined(
    titles.map((title) => proseInTags(title, TEXT_CAPS.title)),
    '; ',
  );
  return ok({
    kind: 'patch',
    changes,
    files,
    success: joined([escaped`Fixed: ${what}`, ...summary], '\n'),
    intent: joined([escaped`fix: ${what}`, ...summary], '\n'),
    display,
  });
}

async function toFixParams(
  { id: given, file = '', all = 'safe' }: Params,
  workspaceRoot: string,
): Promise<Outcome<FixParams>> {
  if (given !== undefined) return ok({ ids: [given].flat() });
  const path = await admitPath(workspaceRoot, file);
  return path.ok ? ok({ filePath: path.value.real, all }) : path;
}

async function list(
  service: ChangeService,
  { file, line }: { readonly file: string; readonly line: number | undefined },
  workspaceRoot: string,
  signal: AbortSignal | undefined,
): Promise<ToolResult> {
  const path = await admitPath(workspaceRoot, file);
  if (!path.ok) return refusedResult(path.refusal);
  const { real, shown } = path.value;
  const report = await service.fixes({ filePath: real, ...(line !== undefined && { line }) }, signal);
  if (report === undefined)
    return refusedResult({
      type: 'service_unavailable',
      message: escaped`The language servers gave no answer. Try again, or edit the file instead.`,
    });
  const llmContent = describeFixes(report, line === undefined ? shown : escaped`line ${line} of ${shown}`);
  return { llmContent, returnDisplay: llmContent.split('\n', 1)[0] ?? '' };
}

/** The fixes below the errors that they solve. */
function describeFixes({ fixes, complete }: FixesReport, where: Escaped): Escaped {
  const rest = complete ? '' : ' Not all servers have answered in time: there may be more.';
  if (fixes.length === 0) return escaped`No fix for ${where} was tried and is right.${rest}`;
  const byError = new Map<Escaped, TriedFix[]>();
  for (const one of fixes) {
    const { line, character, message } = one.for;
    const error = escaped`[${line}:${character}] ${proseInTags(message, TEXT_CAPS.aside)}`;
    byError.set(error, [...(byError.get(error) ?? []), one]);
  }
  const tried = escaped`each of them tried: its error is gone, and no other one is caused.${rest}`;
  return joined(
    [
      escaped`${counted(fixes.length, 'fix', 'fixes')} for ${where}, ${tried}`,
      ...[...byError].flatMap(([error, offered]) => [error, ...offered.map(describe)]),
      escaped`Write one with {"id": "${nameInTags(fixes[0]?.id ?? '')}"}.`,
    ],
    '\n',
  );
}

function describe({ id: its, title, isPreferred, mark, solves }: TriedFix): Escaped {
  const remarks = [
    ...(isPreferred === true ? [escaped`preferred by the server`] : []),
    ...(mark === undefined ? [] : [escaped`${mark === 'stub' ? 'puts a placeholder' : 'takes code away'}`]),
    ...(solves > 1 ? [escaped`solves ${solves}`] : []),
  ];
  const inBrackets = remarks.length === 0 ? '' : escaped` (${joined(remarks, ', ')})`;
  return escaped`  ${nameInTags(its)}: ${proseInTags(title, TEXT_CAPS.title)}${inBrackets}`;
}
