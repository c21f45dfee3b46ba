import { found, type Found } from '../../../engine/navigate/found.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';

/**
 * The state that a list depends on, as a string that changes whenever the list could
 * (gateway-contract 3.6.1: `epochTupleString`).
 */
export interface State {
  /** The state as of the last look: cheap where one is recorded. */
  known(): string | Promise<string>;
  /** Looks at the current state. Never returns to an earlier string. */
  look(): Promise<Found<string>>;
  /** The state of a list that was just computed. */
  computed(): Promise<Found<string>>;
}

type Looked = Pick<Navigation, 'root' | 'workspaceVersion' | 'knownVersion'>;

/** For lists that depend on the texts and names of files: references, symbols. */
export function navigationState(navigation: Looked): State {
  const tuple = ({ roots, text, fs }: Navigation['knownVersion']): string =>
    epochTuple(navigation.root, [roots, text, fs]);
  return {
    known: () => tuple(navigation.knownVersion),
    look: async () => found(tuple(await navigation.workspaceVersion())),
    // The disk was examined during the server requests. Later changes are noticed before the next
    // page.
    computed: () => Promise.resolve(found(tuple(navigation.knownVersion))),
  };
}

/**
 * For the list of all diagnostics, for one request.
 *
 * @param current the epoch of the list that answers this request; computes it at most once
 */
export function diagnosticsState(
  navigation: Looked,
  epoch: DiagnosticsEpoch,
  current: () => Promise<Found<number>>,
): State {
  const tuple = ({ roots, fs }: Navigation['knownVersion'], diagnostics: number): string =>
    epochTuple(navigation.root, [roots, fs, diagnostics]);
  const look = async (): Promise<Found<string>> => {
    const diagnostics = await current();
    return diagnostics.kind === 'failed'
      ? diagnostics
      : found(tuple(await navigation.workspaceVersion(), diagnostics.value));
  };
  return {
    known: () => tuple(navigation.knownVersion, epoch.last),
    look,
    computed: look,
  };
}

/** For lists that depend on several states. */
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

/**
 * Counts how often the list of all diagnostics has changed between requests. After each start, the
 * same requests give the same counts.
 */
export class DiagnosticsEpoch {
  #last = 0;
  #hash: string | undefined;

  /** The epoch of the latest list. */
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

/** Hashes the UTF-8 bytes. */
export function sha256Hex(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}

/**
 * In the order of gateway-contract 3.6.2: roots, text, files, diagnostics, as far as they apply.
 */
function epochTuple(root: string, workspaceVersion: readonly number[]): string {
  return `roots:${sha256Hex(JSON.stringify([root]))}|epochs:${workspaceVersion.join(',')}`;
}
