/** What a template engine reads in a text. */
export interface Marker {
  /** Offsets; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /**
   * `value`: text takes its place. `open`, `middle`, `close`: parts of a block, of which `middle`
   * begins another branch. `other`: nothing takes its place, or whole lines do.
   */
  readonly kind: 'value' | 'open' | 'middle' | 'close' | 'other';
}

/** Of Jinja, Twig, Liquid, Django; of Handlebars, Go, Mustache; of ERB, EJS; of PHP; of Terraform. */
export type MarkerSyntax = '{%' | '{#' | '{{' | '<%' | '<?' | '%{';

/** How long a marker may be, UTF-16 code units. */
const LONGEST = 4000;

/** Nobody writes a longer template. */
const LONGEST_TEXT = 2_000_000;

/** More than these, and a text is not read as a template. */
const MOST = 10_000;

const CLOSING: Readonly<Record<MarkerSyntax, string>> = {
  '{%': '%}',
  '{#': '#}',
  '{{': '}}',
  '<%': '%>',
  '<?': '?>',
  '%{': '}',
};

/** The markers of a text in their order; none inside another. */
export function markersIn(text: string, syntaxes: readonly MarkerSyntax[]): Marker[] {
  const found: Marker[] = [];
  if (text.length > LONGEST_TEXT) return found;
  const closings = new Map<string, number>();
  // A closing that was looked for is remembered, so that the time grows with the length alone.
  const closingAfter = (closing: string, from: number): number => {
    const known = closings.get(closing);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const at = text.indexOf(closing, from);
    closings.set(closing, at);
    return at;
  };
  const begins = /\{[{%#]|<[%?]|%\{/g;
  let verbatim: RegExp | undefined;
  for (let match = begins.exec(text); match !== null && found.length < MOST; match = begins.exec(text)) {
    const syntax = match[0] as MarkerSyntax;
    const start = match.index;
    if (!syntaxes.includes(syntax) || text[start - 1] === '$') continue;
    const inner = start + 2;
    // `{{{ x }}}`, and comments, which may have markers in them.
    const own = syntax === '{{' ? longClosing(text, inner) : CLOSING[syntax];
    let at = closingAfter(own, inner);
    if (at === -1 || at - inner > LONGEST) continue;
    let body = text.slice(inner, at);
    if (body.includes(syntax)) continue;
    if (own === '}}' && text[at + 2] === '}' && opensBrace(body)) {
      at += 1;
      body = text.slice(inner, at);
    }
    if (!isMarker(syntax, body)) continue;
    const end = at + own.length;
    if (verbatim?.test(body) === false) continue;
    const isVerbatim: boolean = verbatim === undefined && syntax === '{%' && VERBATIM.test(body);
    verbatim = isVerbatim ? /^[-+~]?\s*end(?:raw|verbatim)\b/ : undefined;
    found.push({ start, end, kind: kindOf(syntax, body) });
    begins.lastIndex = end;
  }
  return found;
}

const VERBATIM = /^[-+~]?\s*(?:raw|verbatim)\b/;

function longClosing(text: string, inner: number): string {
  if (text[inner] === '{') return '}}}';
  return text.startsWith('!--', inner) ? '--}}' : '}}';
}

/** Ends with an object: `{{ {"a": {"b": 1}} }}`. */
function opensBrace(body: string): boolean {
  return (body.match(/\{/g)?.length ?? 0) > (body.match(/\}/g)?.length ?? 0);
}

/** `{{ a: 1 }}` is an object in an object, or a block in a block. */
const OBJECT = /^\s*(?:(["']?)[\w-]+\1\s*:(?!:)|\.\.\.|[[\]{};,]|$)/;

function isMarker(syntax: MarkerSyntax, body: string): boolean {
  switch (syntax) {
    case '{%':
      return /^[-+~]?\s*[A-Za-z_]/.test(body);
    case '{#':
      return /^[-\s].*[-\s]$/s.test(body);
    case '{{':
      return body.startsWith('{') ? !OBJECT.test(body.slice(1)) : !OBJECT.test(body.replace(/^[-~]/, ''));
    case '<%':
      return true;
    case '<?':
      return /^(?:php\b|=)/.test(body);
    case '%{':
      return /^~?\s*(?:(?:for|if)\s+\S|(?:else|endfor|endif)\s*~?$)/.test(body);
  }
}

const JINJA_OPENS =
  /^(?:if|unless|for|foreach|tablerow|while|with|filter|autoescape|case|macro|call|block|trans|blocktrans|blocktranslate|embed|apply|comment|capture|raw|verbatim|spaceless|cache|ifchanged|ifequal|ifnotequal|switch)\b/;

const GO_OPENS = /^(?:if|range|with|define|block)\b/;

function kindOf(syntax: MarkerSyntax, body: string): Marker['kind'] {
  const words = body.replace(/^[-+~={]?\s*/, '').replace(/\s*[-+~]?$/, '');
  switch (syntax) {
    case '{%':
      if (words.startsWith('end')) return 'close';
      if (/^(?:else|elif|elsif|elseif|elseunless|when|empty|plural)\b/.test(words)) return 'middle';
      if (/^set\b/.test(words)) return words.includes('=') ? 'other' : 'open';
      // Twig and Jinja close no block that has its content on its line.
      if (/^block\s+\w+\s+\S/.test(words)) return 'other';
      return JINJA_OPENS.test(words) ? 'open' : 'other';
    case '{{':
      if (/^(?:\/\*|!)/.test(words)) return 'other';
      if (words.startsWith('#>') || /^[#^]\s*[\w@]/.test(words)) return 'open';
      if (/^(?:else\b|\^$)/.test(words)) return 'middle';
      if (words.startsWith('/') || words === 'end') return 'close';
      if (words.startsWith('>')) return 'other';
      return GO_OPENS.test(words) && /^\S+\s/.test(words) ? 'open' : 'value';
    case '<%':
      return scriptKind(body);
    case '<?':
      return body.startsWith('=') ? 'value' : 'other';
    case '%{':
      if (words.startsWith('end')) return 'close';
      return words.startsWith('else') ? 'middle' : 'open';
    case '{#':
      return 'other';
  }
}

/** Of ERB, whose blocks end with `end`, and of EJS, whose blocks have braces. */
function scriptKind(body: string): Marker['kind'] {
  if (body.startsWith('#')) return 'other';
  const words = body.replace(/^[-=~_]*\s*/, '').replace(/\s*[-_]?$/, '');
  const opens = /(?:\{|\bdo(?:\s*\|[^|]*\|)?)$/.test(words);
  if (words.startsWith('}') || /^end\b/.test(words)) return opens ? 'middle' : 'close';
  if (/^(?:else|elsif|when|in|rescue|ensure)\b/.test(words)) return 'middle';
  if (opens) return 'open';
  const isBlock = /^(?:if|unless|case|for|while|until|begin)\b/.test(words) && !/;\s*end$/.test(words);
  if (isBlock) return 'open';
  return /^[-=~]/.test(body) ? 'value' : 'other';
}
