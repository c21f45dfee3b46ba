import { nameAt } from '../../backend/navigation/name-at.ts';
import type { Position } from '../../backend/model.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import { componentImport, type Lookup } from './component-import.ts';
import { ENDS, found, type Found, type TextDocumentPosition } from './found.ts';

/** See `Navigator.home`. */
export async function homeOf(
  services: SessionServers,
  navigation: Lookup,
  at: TextDocumentPosition,
  cancel: AbortSignal,
): Promise<Found<TextDocumentPosition>> {
  const { registry } = services;
  const owns = registry.forFile(at.filePath);
  const around = new Set(owns.flatMap((own) => [registry.embeddedIn(own) ?? [], own].flat()));
  if (!owns.some((own) => registry.embeddedIn(own) !== undefined)) {
    const imported = await componentImport(services, navigation, at, cancel);
    if (imported.kind === 'failed') return imported;
    return found(imported.value?.kind === 'declared' ? imported.value.at : at);
  }
  const declared = await navigation.definition(at, cancel);
  if (declared.kind === 'failed') return ENDS.includes(declared.why) ? declared : found(at);
  const [place, ...others] = declared.value.items;
  if (
    place === undefined ||
    others.length > 0 ||
    !registry.forFile(place.path).some((definition) => around.has(definition))
  )
    return found(at);
  const {
    path,
    range: { start },
  } = place;
  // `keys.sum` is declared by a use of the variable `sum` in `{ sum }`, and that is another symbol.
  const behind = await navigation.definition({ filePath: path, position: start }, cancel);
  if (behind.kind === 'failed' && ENDS.includes(behind.why)) return behind;
  const further = behind.kind === 'found' ? behind.value.items : [];
  const isDeclaration =
    further.length === 0 || further.some((one) => one.path === path && one.range.start.line === start.line);
  if (!isDeclaration) return found(at);
  const [own, name] = [nameIn(navigation, at.filePath, at.position), nameIn(navigation, path, start)];
  return found(own === undefined || own !== name ? at : { filePath: path, position: start });
}

function nameIn(navigation: Lookup, filePath: string, position: Position): string | undefined {
  const admission = navigation.admit(filePath);
  return admission.kind === 'failed'
    ? undefined
    : nameAt(navigation.lines(admission.value).join('\n'), position);
}
