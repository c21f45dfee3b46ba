import { found, type Found } from '../../service/found.ts';
import type { Navigation } from '../../service/navigator.ts';

/** What a list depends on, as a string that changes whenever the list could (gateway-contract 3.6.1: `epochTupleString`). */
export interface State {
  /** As far as anybody has noticed: costs nothing where anybody notices. */
  known(): string | Promise<string>;
  /** Looks. Never goes back to a string that was left. */
  look(): Promise<Found<string>>;
  /** That of a list that was just computed. */
  computed(): Promise<Found<string>>;
}

type Looked = Pick<Navigation, 'root' | 'workspaceVersion' | 'knownVersion'>;

/** Of lists that the texts and names of files decide: references, symbols. */
export function navigationState(navigation: Looked): State {
  const tuple = ({ roots, text, fs }: Navigation['knownVersion']): string => epochTuple(navigation.root, [roots, text, fs]);
  return {
    known: () => tuple(navigation.knownVersion),
    look: async () => found(tuple(await navigation.workspaceVersion())),
    // The disk was looked at while servers were asked. What has moved since then shows before another page is cut.
    computed: () => Promise.resolve(found(tuple(navigation.knownVersion))),
  };
}

/**
 * Of the list of all diagnostics, for one question.
 *
 * @param current the epoch of the list that this question is answered from; computes it at most once
 */
export function diagnosticsState(navigation: Looked, epoch: DiagnosticsEpoch, current: () => Promise<Found<number>>): State {
  const tuple = ({ roots, fs }: Navigation['knownVersion'], diagnostics: number): string => epochTuple(navigation.root, [roots, fs, diagnostics]);
  const look = async (): Promise<Found<string>> => {
    const diagnostics = await current();
    return diagnostics.kind === 'failed' ? diagnostics : found(tuple(await navigation.workspaceVersion(), diagnostics.value));
  };
  return {
    known: () => tuple(navigation.knownVersion, epoch.last),
    look,
    computed: look,
  };
}

/** Of lists that rest on several things. */
export function jointState(states: readonly State[]): State {
  const all = async (look: (state: State) => Promise<Found<string>>): Promise<Found<string>> => {
    const parts: string[] = [];
    for (const looked of await Promise.all(states.map(look))) {
      if (looked.kind === 'failed') return looked;
      parts.push(looked.value);
    }
    return found(parts.join('|'));
  };
  return {
    known: async () => (await Promise.all(states.map(async (state) => state.known()))).join('|'),
    look: () => all((state) => state.look()),
    computed: () => all((state) => state.computed()),
  };
}

/** Counts how often the list of all diagnostics has changed, as far as anybody asked for it: the same after every start with the same questions. */
export class DiagnosticsEpoch {
  #last = 0;
  #hash: string | undefined;

  /** Of the list that was looked at last. */
  get last(): number {
    return this.#last;
  }

  /** @param list canonical: the same list is the same JSON */
  of(list: unknown): number {
    const hash = sha256Hex(JSON.stringify(list));
    if (this.#hash !== undefined && this.#hash !== hash) this.#last++;
    this.#hash = hash;
    return this.#last;
  }
}

/** Of the UTF-8 bytes. */
export function sha256Hex(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}

/** In the order of gateway-contract 3.6.2: roots, text, files, diagnostics, as far as they apply. */
function epochTuple(root: string, workspaceVersion: readonly number[]): string {
  return `roots:${sha256Hex(JSON.stringify([root]))}|epochs:${workspaceVersion.join(',')}`;
}
