import type { CheckReport, ToolError } from '@vybestack/llxprt-lsp-core';
import { revisionsIn, type Language, type Revision } from './code/language.js';
import type { ServiceEdit, ServiceAnswer } from './service.js';

/**
 * `timed out`: the server did not answer within the bound, which is allowed, and the result says
 * nothing. Everything but the first two is a fault.
 */
export type LoadVerdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'timed out' }
  | { readonly kind: 'past the bound' | 'wrong' | 'lost' | 'failed'; readonly why: string };

export type LoadFault = Exclude<LoadVerdict['kind'], 'right' | 'timed out'>;

export interface Expected {
  /** Relative to the workspace. */
  readonly file: string;
  readonly language: Language;
  /** What the file may say by now, this change's own first; undefined where it was removed. */
  readonly possible: readonly Revision[] | undefined;
  /** Whether the disk has what was written. */
  readonly isWritten: boolean;
  readonly boundMs: number;
}

export const RIGHT: LoadVerdict = { kind: 'right' };

/** Of a change, by its report and by what the model reads. */
export function judgeEdit({ result, report, ms }: ServiceEdit, expected: Expected): LoadVerdict {
  const { file, language, possible, isWritten, boundMs } = expected;
  if (result.error !== undefined) return { kind: 'failed', why: `${file}: ${result.error.message}` };
  if (!isWritten) return { kind: 'lost', why: `${file}: the disk does not have what was written` };
  if (!result.llmContent.split('<diagnostics', 1)[0]?.includes(file))
    return { kind: 'lost', why: `${file}: the result does not begin with the success text` };
  if (ms > boundMs) return { kind: 'past the bound', why: `${file}: after ${Math.round(ms)} ms` };
  if (possible === undefined) return RIGHT;
  const told = revisionsIn(section(result.llmContent, file)).sort();
  const found = report?.files[file];
  if (report === undefined || found === undefined)
    return { kind: 'failed', why: `${file}: the report says nothing about it` };
  const numbers = revisionsIn(found.map(({ message }) => message).join('\n')).sort();
  if (String(numbers) !== String(told))
    return {
      kind: 'wrong',
      why: `${file}: the model is told of [${told.join()}], the report says [${numbers.join()}]`,
    };
  const outcome = outcomeOf(report, language);
  const isTold = found.length > 0 || outcome === 'complete';
  if (
    isTold &&
    !possible.some((revision) =>
      saysOf(
        found.map(({ message }) => message),
        revision,
      ),
    )
  ) {
    const texts = possible
      .map(({ number, isBroken }) => `${number} ${isBroken ? 'broken' : 'clean'}`)
      .join(', ');
    return {
      kind: 'wrong',
      why:
        `${file}: may hold ${texts}; found: ` +
        (found.map(({ message }) => message).join(' | ') || 'nothing'),
    };
  }
  if (outcome === 'complete') return RIGHT;
  return outcome === 'timed-out'
    ? { kind: 'timed out' }
    : { kind: 'failed', why: `${file}: ${language.title}: ${outcome ?? 'was not asked'}` };
}

/** A broken text has its one error, and a clean one none. */
function saysOf(messages: readonly string[], { number, isBroken }: Revision): boolean {
  if (!isBroken) return messages.length === 0;
  return messages.length === 1 && String(revisionsIn(messages.join('\n'))) === String(number);
}

/** The least of what its servers came to. */
function outcomeOf(
  { servers }: CheckReport,
  { server }: Language,
): CheckReport['servers'][number]['outcome'] | undefined {
  const outcomes = servers.filter(({ id }) => id === server.id).map(({ outcome }) => outcome);
  return outcomes.find((outcome) => outcome !== 'complete') ?? outcomes[0];
}

/** What the model is told about one file. */
function section(text: string, file: string): string {
  const start = text.indexOf(`<diagnostics file="${file}">`);
  return start === -1 ? '' : (text.slice(start).split('</diagnostics>', 1)[0] ?? '');
}

/** As the service itself says it. */
export function isLate(error: ToolError | undefined): boolean {
  return (
    error !== undefined &&
    (error.type === 'navigation_timed_out' ||
      /no complete answer (from .* )?within \d+ ms/.test(error.message))
  );
}

/** Of a call of navigation. @param problem what is wrong with its data, undefined if nothing is */
export function judgeNavigation(
  { result, data, ms }: ServiceAnswer,
  boundMs: number,
  problem: (data: ServiceAnswer['data']) => string | undefined,
): LoadVerdict {
  if (ms > boundMs) return { kind: 'past the bound', why: `after ${Math.round(ms)} ms` };
  if (isLate(result.error)) return { kind: 'timed out' };
  if (result.error !== undefined) return { kind: 'failed', why: result.error.message };
  const why = problem(data);
  return why === undefined ? RIGHT : { kind: 'wrong', why };
}
