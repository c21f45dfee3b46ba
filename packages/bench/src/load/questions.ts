import { z } from 'zod';
import type { Language } from './code/language.js';
import { usesOf, type TextPlace, type World } from './world.js';

/** A call of navigation, and what is wrong with its answer, if anything is. */
interface Question {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  problem(data: Readonly<Record<string, unknown>>): string | undefined;
}

export type Ask = (world: World, language: Language, part: number) => Question;

const place = z.object({ file: z.string(), line: z.number(), character: z.number() });
const hovered = z.object({ content: z.string().nullable() });
const located = z.object({ locations: z.array(place) });
const counted = z.object({ locations: z.array(place), total: z.number() });
const listed = z.object({
  symbols: z.array(z.object({ name: z.string(), line: z.number(), file: z.string().optional() })),
});

/** By the tool that they call. Each asks about one part of the code. */
export const LOAD_QUESTIONS: Readonly<Record<string, Ask>> = {
  lsp_hover: (world, language, part) => {
    const name = language.functionOf(part);
    return {
      tool: 'lsp_hover',
      params: { ...world.declaration(language, part) },
      problem: (data) =>
        hovered.parse(data).content?.includes(name) === true ? undefined : `hover does not name ${name}`,
    };
  },
  lsp_goto_definition: (world, language, part) => {
    const used = usesOf(part)[0] ?? part;
    const declared = world.declaration(language, used);
    return {
      tool: 'lsp_goto_definition',
      params: { ...(used === part ? declared : world.use(language, part, used)) },
      problem: (data) => {
        const { locations } = located.parse(data);
        return locations.length === 1 && locations.every((found) => isSame(found, declared))
          ? undefined
          : `defined in ${show(locations)}, not in ${show([declared])}`;
      },
    };
  },
  lsp_find_references: (world, language, part) => {
    const expected = world.mentions(language, part);
    return {
      tool: 'lsp_find_references',
      params: { ...world.declaration(language, part) },
      problem: (data) => {
        const { total } = counted.parse(data);
        return total === expected
          ? undefined
          : `${total} references of ${language.functionOf(part)}, not ${expected}`;
      },
    };
  },
  lsp_document_symbols: (_world, language, part) => {
    const names = [language.functionOf(part), language.typeOf(part)];
    return {
      tool: 'lsp_document_symbols',
      params: { file: language.fileOf(part) },
      problem: (data) => {
        const found = new Set(listed.parse(data).symbols.map(({ name }) => name));
        const absent = names.filter((name) => !found.has(name));
        return absent.length === 0
          ? undefined
          : `${language.fileOf(part)} does not list ${absent.join(', ')}`;
      },
    };
  },
  lsp_workspace_symbols: (world, language, part) => {
    const name = language.functionOf(part);
    const declared = world.declaration(language, part);
    return {
      tool: 'lsp_workspace_symbols',
      params: { query: name },
      problem: (data) => {
        const found = listed
          .parse(data)
          .symbols.some(
            (symbol) =>
              symbol.name.endsWith(name) && symbol.file === declared.file && symbol.line === declared.line,
          );
        return found ? undefined : `${name} is not found in ${show([declared])}`;
      },
    };
  },
};

function isSame(found: TextPlace, declared: TextPlace): boolean {
  return found.file === declared.file && found.line === declared.line;
}

function show(places: readonly TextPlace[]): string {
  return places.map(({ file, line, character }) => `${file}:${line}:${character}`).join(', ') || 'nothing';
}
