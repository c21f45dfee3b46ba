import type { Diagnostic } from '../../types.ts';
import type { ServerPreset } from '../server-preset.ts';
import { firstReason, type JudgedFile, type WhyNoError } from '../why-no-error.ts';
import { type Blanked, blanked, type FilledIn } from './blanked.ts';
import { type Marker, markersIn, type MarkerSyntax } from './markers.ts';

/** How templates of a grammar are judged. */
export interface TemplateTraits {
  /** The markers that the grammar itself does not have. */
  readonly syntaxes: readonly MarkerSyntax[];
  /** Without it, no template is judged. */
  readonly filledIn?: FilledIn;
  /** Markers in strings and comments are data of the program. */
  readonly isCode?: true;
  /** Its own tool reads the file before any engine does. */
  readonly isNone?: (path: string, text: string) => boolean;
  /** An error that depends on what the markers stand for. */
  readonly dependsOnValues?: (finding: Diagnostic, blanked: Blanked) => boolean;
}

/** Programs: what stands in their strings is theirs. */
export const CODE_TEMPLATES: TemplateTraits = { syntaxes: ['{{', '{%', '<%'], isCode: true };

const NOT_JUDGED = 'nothing was judged: it is a template, and its server does not know the markers in it';

const IN_PART =
  'only what does not depend on its template markers was judged: they were taken out, and lines that have ' +
  'some were left out';

/** Folders and files that a generator renames: their texts are templates, too. */
const NAMED_BY_MARKERS = /\{\{.*?\}\}|\{%.*?%\}|<%.*?%>/s;

/** In a program, a template's first marker is among its first ones. */
const MOST_IN_CODE = 20;

type Template = Blanked | 'not-judged' | undefined;

/** Adds to a server what it takes for its files to be templates. */
export function withTemplates<T extends Pick<ServerPreset, 'whyNoError' | 'sentAs'>>(
  server: T,
  traits: TemplateTraits | undefined,
): T {
  if (traits === undefined) return server;
  const last = new Map<string, { readonly text: string; readonly template: Template }>();
  const templateOf = (path: string, text: string): Template => {
    const known = last.get(path);
    if (known?.text === text) return known.template;
    const template = read(path, text, traits);
    last.delete(path);
    last.set(path, { text, template });
    for (const oldest of last.keys()) {
      if (last.size <= MOST_KEPT) break;
      last.delete(oldest);
    }
    return template;
  };
  const { sentAs } = server;
  return {
    ...server,
    ...(traits.filledIn !== undefined && {
      sentAs: (path: string, text: string): string => {
        const template = templateOf(path, text);
        const shown = typeof template === 'object' ? template.text : text;
        return sentAs?.(path, shown) ?? shown;
      },
    }),
    whyNoError: firstReason([reasons(templateOf, traits), server.whyNoError]),
  };
}

/** Texts that were read last: a file's findings are asked about one by one. */
const MOST_KEPT = 16;

function read(path: string, text: string, traits: TemplateTraits): Template {
  if (traits.isNone?.(path, text) === true) return undefined;
  const all = markersIn(text, traits.syntaxes);
  const markers =
    traits.isCode === true ? all.slice(0, MOST_IN_CODE).filter((marker) => isCodeMarker(text, marker)) : all;
  if (markers.length === 0) return NAMED_BY_MARKERS.test(path) ? 'not-judged' : undefined;
  if (traits.filledIn === undefined) return 'not-judged';
  return blanked(text, markers, traits.filledIn) ?? 'not-judged';
}

function reasons(
  templateOf: (path: string, text: string) => Template,
  { dependsOnValues }: TemplateTraits,
): WhyNoError {
  return (finding, file: JudgedFile) => {
    const text = file.text();
    const template = text === undefined ? undefined : templateOf(file.path, text);
    if (template === undefined) return undefined;
    if (template === 'not-judged') return NOT_JUDGED;
    const isItsOwn =
      finding.severity === 'error' &&
      !template.lines.has(finding.line - 1) &&
      dependsOnValues?.(finding, template) !== true;
    return isItsOwn ? undefined : IN_PART;
  };
}

/** `{{ cookiecutter.name }}`; of Go's templates what no program has, `{{ .Name }}`, `{{ range .Items }}`. */
const OF_GENERATOR =
  /^\{\{-?\s*(?:cookiecutter\.|\.[A-Za-z_]|range\s+[.$]|(?:template|define)\s+"|(?:if|with)\s+(?:[.$]|(?:eq|ne|not|and|or)\s))/;

/**
 * Of a program's text: it stands outside of strings and comments, as far as one line and the quotes
 * of several lines tell. `{{ x }}` is code in most languages, unless a generator's name is in it.
 */
function isCodeMarker(text: string, { start, end }: Marker): boolean {
  const marker = text.slice(start, end);
  if (marker.startsWith('{{') && !OF_GENERATOR.test(marker)) return false;
  const before = text.slice(Math.max(0, text.lastIndexOf('\n', start - 1) + 1, start - 1000), start);
  if (/^\s*\*|(?:^|\s)(?:\/\/|\/\*|#|--)/.test(before)) return false;
  if (text.lastIndexOf('/*', start) > text.lastIndexOf('*/', start)) return false;
  if (marker.startsWith('{%') && before.trim() !== '') return false;
  const above = text.slice(0, start);
  const isOdd = (quote: RegExp, within: string): boolean => (within.match(quote)?.length ?? 0) % 2 === 1;
  const bare = before.replace(/\\./g, '');
  return (
    !isOdd(/"/g, bare) &&
    !isOdd(/'/g, bare) &&
    !isOdd(/`/g, above) &&
    !isOdd(/"""/g, above) &&
    !isOdd(/'''/g, above)
  );
}
