import type { Hover, HoverPart } from '../../../backend/model.ts';
import type { Tool } from '../catalogue.ts';
import type { Sources } from '../sources.ts';
import { MAX_HOVER } from './limits.ts';
import { escaped, type Escaped, quoted, quoteLines } from '../../../support/escaped.ts';
import { renderNothing } from './render.ts';
import * as schemas from './schemas.ts';
import { rangeOf } from './shapes.ts';
import { symbolTool } from './symbol-tool.ts';
import { answer } from './tool.ts';

const WORDING = { noun: escaped`type or documentation`, link: escaped`of` };

export function hoverTool({ navigation, config }: Sources): Tool {
  return symbolTool<schemas.Hover>(
    { navigation, config },
    {
      schemas: schemas.hover,
      nothing: { content: null },
      async ask({ at, target }, cancel) {
        const hover = await navigation.hover(at, cancel);
        if (hover.kind === 'failed') return hover;
        if (hover.value === undefined)
          return answer({ content: null, target }, renderNothing(WORDING, target, {}));
        const content = contentOf(hover.value);
        return answer(
          { content, ...(hover.value.range && { range: rangeOf(hover.value.range) }), target },
          quoteLines(content),
        );
      },
    },
  );
}

/** The whole content, signatures first. */
function contentOf({ parts }: Hover): Escaped {
  const isProse = ({ value }: HoverPart): boolean => !value.trimStart().startsWith('```');
  const sorted = parts.toSorted((a, b) => Number(isProse(a)) - Number(isProse(b)));
  return quoted(sorted.map(({ value }) => value.trim()).join('\n\n'), MAX_HOVER);
}
