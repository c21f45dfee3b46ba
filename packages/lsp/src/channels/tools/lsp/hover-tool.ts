import type { Tool } from '../catalogue.ts';
import type { Sources } from '../sources.ts';
import { contentOf } from './hover-content.ts';
import { escaped, joined, quoteLines } from '../../../support/escaped.ts';
import { renderNothing } from './render.ts';
import * as schemas from './schemas.ts';
import { rangeOf } from './shapes.ts';
import { symbolBody, renderBody } from './body.ts';
import { resolveSymbol, within } from './resolve-symbol.ts';
import { answer, lspTool } from './tool.ts';
import { isByName, parseQuery } from '../../../engine/navigate/by-name/symbol-query.ts';

const WORDING = { noun: escaped`type or documentation`, link: escaped`of` };

export function hoverTool({ navigation, config }: Sources): Tool {
  return lspTool({
    schemas: schemas.hover,
    run: ({ body: isBodyAsked = false, ...input }, cancel) =>
      within<schemas.Hover>(config.navigationTimeout, cancel, async (signal) => {
        const query = parseQuery(input);
        const resolved = await resolveSymbol(navigation, query, signal);
        if (resolved.kind === 'undecided')
          return answer({ content: null, candidates: resolved.candidates }, resolved.text);
        if (resolved.kind !== 'resolved') return resolved;
        const { at, target } = resolved;
        const hover = await navigation.hover(at, signal);
        if (hover.kind === 'failed') return hover;
        const source = isBodyAsked ? await symbolBody(navigation, at, isByName(query), signal) : undefined;
        if (source?.kind === 'failed') return source;
        const body = source?.value;
        const content = hover.value === undefined ? undefined : contentOf(hover.value);
        const texts = [
          ...(content === undefined ? [] : [quoteLines(content)]),
          ...(body === undefined ? [] : [renderBody(body)]),
        ];
        return answer(
          {
            content: content ?? null,
            ...(hover.value?.range && { range: rangeOf(hover.value.range) }),
            ...(body !== undefined && { body }),
            target,
          },
          texts.length === 0 ? renderNothing(WORDING, target, {}) : joined(texts, '\n\n'),
        );
      }),
  });
}
