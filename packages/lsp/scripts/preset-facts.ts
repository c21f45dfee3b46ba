import type { WellKnown } from '../src/backend/from-table.ts';
import type { SourceKind } from '../src/backend/traits.ts';

export type Fact = WellKnown;

type Mutable = { -readonly [Key in keyof WellKnown]: WellKnown[Key] };

/** The rows of facts.txt. Throws where a line is not as its head says. */
export function parseFacts(text: string): Fact[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(parseLine);
}

function parseLine(line: string): Fact {
  const cells = line.split('|').map((cell) => cell.trim());
  const [id = '', language = '', files = '', programs = '', roots = '', install = '', more = ''] = cells;
  if (cells.length !== 7 || id === '' || language === '' || files === '' || programs === '' || install === '')
    throw new Error(`7 cells are needed: ${line}`);
  const commands = parts(programs).map(programOf);
  if (new Set(commands.map(([name]) => name)).size < commands.length)
    throw new Error(`a program has one list of arguments: ${line}`);
  const fact: Mutable = { id, language, files: words(files), programs: Object.fromEntries(commands) };
  if (roots.startsWith('only:')) fact.only = words(roots.slice('only:'.length));
  else if (roots !== '') fact.roots = words(roots);
  for (const trait of parts(more)) Object.assign(fact, traitOf(trait));
  return Object.assign(fact, installOf(install));
}

function words(cell: string): string[] {
  return cell.split(/\s+/).filter((word) => word !== '');
}

function parts(cell: string): string[] {
  return cell
    .split(/;\s+|;$/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function programOf(command: string): [string, string[]] {
  const [name = '', ...args] = words(command);
  return [name, args];
}

function installOf(cell: string): Pick<WellKnown, 'npm' | 'pip' | 'install'> {
  const named = /^(npm|pip) (\S+)$/.exec(cell);
  if (named?.[1] === 'npm') return { npm: named[2] ?? '' };
  if (named?.[1] === 'pip') return { pip: named[2] ?? '' };
  return { install: cell.startsWith('https://') ? `see ${cell}` : cell };
}

function traitOf(trait: string): Partial<WellKnown> {
  const [key = '', value = ''] = trait.split(/=(.*)/s);
  switch (key) {
    case 'linter':
      return { role: 'linter' };
    case 'alone':
      return { judgesAlone: true };
    case 'beside':
      return { beside: true };
    case 'outermost':
      return { outermost: true };
    case 'below':
      return { below: value.split(',') };
    case 'embeds':
      return { embeds: value };
    case 'id':
      return { languageId: value };
    case 'source':
      return { source: value as SourceKind };
    case 'silence':
      return { silence: Number(value) };
    case 'versions':
      return { versions: value };
    case 'settings':
      return { settings: JSON.parse(value) as NonNullable<WellKnown['settings']> };
    case 'options':
      return {
        options: JSON.parse(value) as Exclude<
          WellKnown['options'],
          undefined | ((...args: never) => unknown)
        >,
      };
    default:
      throw new Error(`there is no such trait: ${trait}`);
  }
}
