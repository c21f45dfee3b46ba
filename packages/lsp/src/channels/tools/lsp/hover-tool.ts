import type { Hover, HoverPart } from '../../../backend/navigation/model.ts';
import type { Tool } from '../catalogue.ts';
import type { Sources } from '../sources.ts';
import { parseQuery } from './by-name/symbol-query.ts';
import { resolveSymbol, within } from './resolve-symbol.ts';
import * as json from './json-schemas.ts';
import { MAX_HOVER } from './limits.ts';
import { clip } from '../../../support/plain-text.ts';
import { renderNothing } from './render.ts';
import * as schemas from './schemas.ts';
import { rangeOf } from './shapes.ts';
import { answer, lspTool } from './tool.ts';

const WORDING = { noun: 'type or documentation', link: 'of' };

export function hoverTool({ navigation, config }: Sources): Tool {
  return lspTool({
    schemas: schemas.hover,
    ...json.hover,
    title: 'Hover',
    description:
      'Hover: shows the type, signature and documentation of a symbol without opening the file that defines it. Use it to learn what a function takes and returns, or what type was inferred. Give `symbol`, or `file`, `line` and `character`.',
    run(input, cancel) {
      return within<schemas.Hover>(config.navigationTimeout, cancel, async (signal) => {
        const resolved = await resolveSymbol(navigation, parseQuery(input), signal);
        if (resolved.kind === 'undecided') return answer({ content: null, candidates: resolved.candidates }, resolved.text);
        if (resolved.kind !== 'resolved') return resolved;
        const { at, target } = resolved;
        const hover = await navigation.hover(at, signal);
        if (hover.kind === 'failed') return hover;
        if (hover.value === undefined) return answer({ content: null, target }, renderNothing(WORDING, target, {}));
        const content = contentOf(hover.value);
        return answer({ content, ...(hover.value.range && { range: rangeOf(hover.value.range) }), target }, content);
      });
    },
  });
}

/** The whole content, signatures first. */
function contentOf({ parts }: Hover): string {
  const isProse = ({ value }: HoverPart): boolean => !value.trimStart().startsWith('```');
  const sorted = parts.toSorted((a, b) => Number(isProse(a)) - Number(isProse(b)));
  return clip(sorted.map(({ value }) => value.trim()).join('\n\n'), MAX_HOVER);
}
