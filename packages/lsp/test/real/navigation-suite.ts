import { expect } from 'bun:test';

import type { Mcp } from '../harness/mcp.ts';
import type { Lab } from '../harness/lab.ts';
import { type Links, openReal } from './real-lab.ts';

/** A project in which the same things are to be found in every language, and where they are, by its text alone. */
export interface Language {
  readonly server: string;
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Links;
  /** What the project calls things. */
  readonly names: {
    /** A function that many files call: `file` declares it, or defines it. */
    readonly target: string;
    /** The one function that it calls. */
    readonly helper: string;
    readonly shape: string;
    /** What implements that, and where the server says so. */
    readonly square: string;
    /** Of that type. */
    readonly unit: string;
  };
  /** What declares the target and the helper, and where the target is asked about. */
  readonly file: string;
  /** One that uses the target, in a line with an emoji before it. */
  readonly user: string;
  /** Where the unit stands. */
  readonly unitFile: string;
  /** A part of what a hover says of the target. */
  readonly hover: string;
  /** The outline of `file`: names, in the order of the text. */
  readonly outline: readonly string[];
  /** The functions that call the target. */
  readonly callers: readonly string[];
  /** Not every server tells. */
  readonly without?: readonly ('implementation' | 'incoming' | 'outgoing' | 'typeDefinition')[];
}

/** 1-based, and columns count UTF-16 code units, as in answers. */
export interface Spot {
  readonly file: string;
  readonly line: number;
  readonly character: number;
}

/** Every place that says this word in code, `file:line:character`: by the text alone, comments of these projects say `decoy`. */
export function occurrences(files: Language['files'], word: string): string[] {
  return positions(files, word).map(shown);
}

function positions(files: Language['files'], word: string): Spot[] {
  return Object.keys(files)
    .sort()
    .flatMap((file) =>
      (files[file] ?? '').split(/\r?\n/).flatMap((text, index) => {
        if (text.includes('decoy')) return [];
        return [...text.matchAll(new RegExp(`\\b${word}\\b`, 'g'))].map((match) => ({
          file,
          line: index + 1,
          character: match.index + 1,
        }));
      }),
    );
}

export function shown({ file, line, character }: Spot): string {
  return `${file}:${line}:${character}`;
}

interface Answer {
  readonly locations?: readonly Spot[];
  readonly symbols?: readonly (Spot & { readonly name: string; readonly range: Spot })[];
  readonly calls?: readonly (Spot & { readonly name: string; readonly sites: readonly Spot[] })[];
  readonly content?: string | null;
  readonly total?: number;
  readonly nextCursor?: string | null;
}

interface CallResult {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Answer;
}

/** The tools of one lab; the first question is the server's first. */
export class Tools {
  private constructor(private readonly mcp: Mcp) {}

  static async of(lab: Lab): Promise<Tools> {
    const mcp = lab.sidecar.openMcp();
    await mcp.initialize();
    return new Tools(mcp);
  }

  async ask(tool: string, input: object): Promise<Answer> {
    const result = await this.#call(tool, input);
    expect([tool, result.isError === true ? result.content : 'fine']).toEqual([tool, 'fine']);
    return result.structuredContent ?? {};
  }

  /** The text of a failure; undefined where the call does not fail. */
  async failure(tool: string, input: object): Promise<string | undefined> {
    const { isError, content } = await this.#call(tool, input);
    return isError === true ? content.map(({ text }) => text).join('\n') : undefined;
  }

  async places(tool: string, { file, line, character }: Spot): Promise<string[]> {
    return (
      (
        await this.ask(tool, {
          file,
          line,
          character,
          ...(tool === 'lsp_find_references' && { pageSize: 200 }),
        })
      ).locations ?? []
    ).map(shown);
  }

  /** The places that are listed, or the whole text of a failure or a choice. */
  async found(tool: string, input: object): Promise<string[] | string> {
    const { isError, content, structuredContent } = await this.#call(tool, input);
    const places = structuredContent?.locations ?? [];
    return isError === true || places.length === 0
      ? content.map(({ text }) => text).join('\n')
      : places.map(shown);
  }

  /** The whole text. */
  async answer(tool: string, input: object): Promise<string> {
    return (await this.#call(tool, input)).content.map(({ text }) => text).join('\n');
  }

  async #call(tool: string, input: object): Promise<CallResult> {
    return (await this.mcp.request('tools/call', { name: tool, arguments: input })) as CallResult;
  }

  /** The names of all symbols that a query finds, page by page, sorted. */
  async symbols(query: string): Promise<string[]> {
    const names: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page: Answer = await this.ask('lsp_workspace_symbols', { query, pageSize: 200, cursor });
      names.push(...(page.symbols ?? []).map(({ name }) => name));
      cursor = page.nextCursor ?? null;
      if (cursor === null) return names.sort();
    }
  }
}

export function openNavigation({
  server,
  files,
  links = {},
}: Pick<Language, 'server' | 'files' | 'links'>): Promise<Lab> {
  return openReal({ servers: [server], files, links, config: { navigationTimeout: 50_000 } });
}

/** The one place in a file that says this word first. */
export function spot({ files }: Pick<Language, 'files'>, file: string, word: string): Spot {
  const [first] = positions({ [file]: files[file] ?? '' }, word);
  if (first === undefined) throw new Error(`${file} does not say ${word}`);
  return first;
}

/** Each question is the first that a server of its own is asked. */
export async function expectFirstAnswers(language: Language): Promise<void> {
  const { files, file, names } = language;
  {
    await using lab = await openNavigation(language);
    const tools = await Tools.of(lab);
    expect(await tools.places('lsp_find_references', spot(language, file, names.target))).toEqual(
      occurrences(files, names.target),
    );
  }
  await using lab = await openNavigation(language);
  const tools = await Tools.of(lab);
  const { symbols = [] } = await tools.ask('lsp_workspace_symbols', { query: names.square, pageSize: 200 });
  const square = occurrences(files, names.square)[0]?.replace(/:\d+$/, '') ?? '';
  expect(
    symbols.filter(({ name }) => name === names.square).map(({ file, range: { line } }) => `${file}:${line}`),
  ).toContain(square);
}

/** What every tool says of a project that is loaded. */
export async function expectAnswers(language: Language, tools: Tools): Promise<void> {
  const { files, file, user, unitFile, names, without = [] } = language;
  const target = spot(language, file, names.target);
  const used = spot(language, user, names.target);
  for (const from of [target, used])
    expect(await tools.places('lsp_find_references', from)).toEqual(occurrences(files, names.target));
  const all = await tools.ask('lsp_find_references', { ...used, includeDeclaration: false, pageSize: 200 });
  expect(all.total).toBeLessThan(occurrences(files, names.target).length);
  expect(await tools.places('lsp_goto_definition', used)).toEqual([shown(target)]);
  const hover = await tools.ask('lsp_hover', used);
  expect(hover.content).toContain(language.hover);
  const outline = await tools.ask('lsp_document_symbols', { file });
  expect(outline.symbols?.map(({ name }) => name)).toEqual([...language.outline]);
  expect(
    outline.symbols
      ?.filter(({ name }) => name.startsWith(names.target))
      .map((symbol) => shown({ ...symbol, file })),
  ).toEqual([shown(target)]);
  if (!without.includes('implementation')) {
    const [implementation = ''] = await tools.places(
      'lsp_goto_implementation',
      spot(language, shapeFile(language), names.shape),
    );
    // Where it is declared, or where it is said to implement the shape.
    expect(occurrences(files, names.square).slice(0, 2)).toContain(implementation);
  }
  if (!without.includes('typeDefinition')) {
    expect(await tools.places('lsp_goto_type_definition', spot(language, unitFile, names.unit))).toEqual([
      shown(spot(language, shapeFile(language), names.shape)),
    ]);
  }
  if (!without.includes('incoming')) {
    const { calls = [] } = await tools.ask('lsp_incoming_calls', target);
    expect(calls.map(({ name }) => name.replace(/\(.*/, '').split(/[.:]+/).at(-1)).sort()).toEqual(
      [...language.callers].sort(),
    );
    const sites = calls.flatMap((call) => call.sites.map((site) => shown({ ...site, file: call.file })));
    expect(new Set(occurrences(files, names.target)).isSupersetOf(new Set(sites))).toBe(true);
  }
  if (!without.includes('outgoing')) {
    const { calls = [] } = await tools.ask('lsp_outgoing_calls', target);
    expect(calls.map(({ name }) => name.replace(/\(.*/, ''))).toEqual([names.helper]);
  }
}

/** The first file, by name, that says it. */
function shapeFile({ files, names }: Language): string {
  return (
    Object.keys(files)
      .sort()
      .find((name) =>
        new RegExp(`(interface|class|trait|struct|type) ${names.shape}\\b`).test(files[name] ?? ''),
      ) ?? ''
  );
}

/** `count` files that use the target, each under its number. */
export function users(
  count: number,
  make: (index: number) => readonly [name: string, text: string],
): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
}
