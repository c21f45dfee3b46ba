import type { Position, WorkspaceSymbol } from '../../../navigation/model.ts';
import { failed, type Found, found } from '../../../service/found.ts';
import type { Navigation } from '../../../service/navigator.ts';
import { type Candidate, MAX_CANDIDATES, type Meaning, rowIn } from './candidate.ts';
import { meaningOf } from './distinct.ts';
import { mentionIn } from './mentions.ts';
import { fits, type WantedName, wordsOfPath } from './name.ts';
import { nearNames } from './near.ts';
import { holds } from './owners.ts';

/** What a name means in the workspace: whatever the servers list under exactly this name. */
export async function meaningInWorkspace(navigation: Navigation, wanted: WantedName, cancel: AbortSignal): Promise<Found<Meaning>> {
  const listed = await navigation.workspaceSymbols(wanted.last, cancel);
  if (listed.kind === 'failed') return listed;
  const { items } = listed.value;
  const named = items.filter(({ name, path, containerName = '' }) => fits(wanted, name, () => [containerName, ...wordsOfPath(navigation.relative(path))]));
  if (named.length === 0) return failed('not-found', noSuchName(items, wanted));
  const candidates: Candidate[] = [];
  for (const symbol of named.slice(0, MAX_CANDIDATES)) {
    const standing = await nameOf(navigation, symbol, wanted, cancel);
    if (standing.kind === 'failed') return standing;
    const { name, kind, path, containerName } = symbol;
    candidates.push({ name, kind, path, ...standing.value, ...(containerName !== undefined && { container: containerName }) });
  }
  return await meaningOf(navigation, candidates, named.length - candidates.length, cancel);
}

/** Where its name stands: what a server lists here may be all of the declaration. */
async function nameOf(navigation: Navigation, { path, range }: WorkspaceSymbol, wanted: WantedName, cancel: AbortSignal): Promise<Found<Pick<Candidate, 'position' | 'row'>>> {
  const lines = navigation.lines(path);
  const at = (position: Position): Found<Pick<Candidate, 'position' | 'row'>> => found({ position, ...rowIn(lines, position) });
  const first = mentionIn(lines, range, wanted.last);
  if (first?.line === range.start.line && first.character === range.start.character) return at(first);
  const listed = await navigation.documentSymbols(path, cancel);
  if (listed.kind === 'failed' && (listed.why === 'timed-out' || listed.why === 'cancelled')) return listed;
  const symbols = listed.kind === 'found' ? listed.value : [];
  const declared = symbols.find(({ name, selectionRange }) => holds(range, selectionRange.start) && fits({ ...wanted, qualifiers: [] }, name, () => []));
  return at((declared && mentionIn(lines, declared.selectionRange, wanted.last)) ?? first ?? range.start);
}

function noSuchName(symbols: readonly WorkspaceSymbol[], { whole, last }: WantedName): string {
  const near = nearNames(
    symbols.map(({ name }) => name),
    last,
  );
  const advice = near.length > 0 ? `near matches: ${near.join(', ')}` : 'if it is declared inside of something else, give the `file` too';
  return `there is no symbol \`${whole}\` in the workspace; ${advice}`;
}
