import { IN, type Inotify, type InotifyEvent, openInotify } from './inotify.ts';
import { deviceOf, isOnLocalDisk, watchesAllowed } from './local-disk.ts';

/** What was touched in an owner's folders. */
export interface Touch {
  /**
   * Names of entries that came, went or changed, and of the owner's parts that were touched
   * themselves.
   */
  readonly names: Set<string>;
  /** Some entry came or went. */
  isOther: boolean;
  /** The folder itself was moved or replaced, or its permissions for this process changed. */
  isItself: boolean;
}

interface Speaker<Owner> {
  readonly owner: Owner;
  /** '' where the folder is the owner's own. */
  readonly part: string;
}

interface Held {
  readonly part: string;
  readonly watch: number;
}

const SELF = IN.deleteSelf | IN.moveSelf | IN.ignored;
const LISTING = IN.create | IN.delete | IN.movedFrom | IN.movedTo;

/**
 * Makes a watch for folders at `root` and below, or gives the reason why there is none. No folder
 * is watched yet. Loads the C library.
 */
export function watchFolders<Owner extends object>(root: string): FolderWatch<Owner> | string {
  if (!isOnLocalDisk(root)) return 'not on a local disk';
  const inotify = openInotify();
  return typeof inotify === 'string' ? inotify : new FolderWatch<Owner>(inotify, watchesAllowed());
}

/**
 * Watches folders for their owners, and collects which of them were touched. Events are read only
 * when a method asks for them.
 */
export class FolderWatch<Owner extends object> {
  readonly #speakers = new Map<number, Speaker<Owner>[]>();
  readonly #held = new Map<Owner, readonly Held[]>();
  readonly #localDevices = new Set<number>();
  #touched = new Map<Owner, Touch>();
  #isLost = false;
  #problem: string | undefined;

  constructor(
    private readonly inotify: Inotify,
    private readonly most: number,
  ) {}

  /** Why some folder is not watched, so that changes can be missed; never cleared. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** At least one folder is watched for the owner. */
  holds(owner: Owner): boolean {
    return (this.#held.get(owner) ?? []).length > 0;
  }

  /**
   * From now on exactly these folders are watched for this part of the owner ('' for the owner
   * itself). True where one of them was not watched for it before: earlier changes there may have
   * been missed.
   */
  hold(owner: Owner, part: string, folders: readonly string[]): boolean {
    const before = this.#held.get(owner) ?? [];
    const watches = new Set(folders.flatMap((folder) => this.#watch(folder) ?? []));
    const fresh = [...watches].filter(
      (watch) => !before.some((held) => held.watch === watch && held.part === part),
    );
    for (const watch of fresh) this.#speakers.getOrInsert(watch, []).push({ owner, part });
    const kept = before.filter((held) => held.part !== part || watches.has(held.watch));
    if (fresh.length > 0 || kept.length < before.length)
      this.#held.set(owner, [...kept, ...fresh.map((watch) => ({ part, watch }))]);
    for (const held of before) if (!kept.includes(held)) this.#silence(owner, held);
    return fresh.length > 0;
  }

  /** No folder is watched for the owner any more, or for this part of it. */
  release(owner: Owner, part?: string): void {
    if (part !== undefined) {
      this.hold(owner, part, []);
      return;
    }
    for (const held of this.#held.get(owner) ?? []) this.#silence(owner, held);
    this.#held.delete(owner);
  }

  /** Nothing was touched since `take`. */
  get isStill(): boolean {
    for (const event of this.inotify.read()) this.#note(event);
    return this.#touched.size === 0 && !this.#isLost;
  }

  /** Everything touched since the last call; undefined where events were lost. */
  take(): ReadonlyMap<Owner, Touch> | undefined {
    for (const event of this.inotify.read()) this.#note(event);
    const taken = this.#isLost ? undefined : this.#touched;
    this.#touched = new Map();
    this.#isLost = false;
    return taken;
  }

  close(): void {
    this.inotify.close();
  }

  #watch(folder: string): number | undefined {
    if (this.#problem !== undefined) return undefined;
    const added = this.inotify.add(folder);
    if (added.kind === 'absent') return undefined;
    const isNew = added.kind === 'watched' && !this.#speakers.has(added.watch);
    if (added.kind === 'refused' || (isNew && this.#speakers.size >= this.most)) {
      this.#problem =
        'there are more folders than may be watched (fs.inotify.max_user_watches), ' +
        `${this.#speakers.size} are`;
      return undefined;
    }
    if (isNew && !this.#isLocal(folder)) this.#problem = `${folder} is not on a local disk`;
    return added.watch;
  }

  /** Other file systems may be mounted below the root. */
  #isLocal(folder: string): boolean {
    const device = deviceOf(folder);
    if (device === undefined || this.#localDevices.has(device)) return true;
    if (!isOnLocalDisk(folder)) return false;
    this.#localDevices.add(device);
    return true;
  }

  /**
   * Another owner may have taken the watch over meanwhile: a folder that was moved keeps its watch.
   */
  #silence(owner: Owner, { part, watch }: Held): void {
    const speakers = this.#speakers.get(watch);
    if (speakers === undefined) return;
    const others = speakers.filter((speaker) => speaker.owner !== owner || speaker.part !== part);
    if (others.length > 0) {
      this.#speakers.set(watch, others);
      return;
    }
    this.#speakers.delete(watch);
    this.inotify.remove(watch);
  }

  #note({ watch, mask, name }: InotifyEvent): void {
    if ((mask & IN.overflow) !== 0) this.#isLost = true;
    const speakers = this.#speakers.get(watch) ?? [];
    for (const { owner, part } of speakers) {
      const touch = this.#touched.getOrInsertComputed(owner, () => ({
        names: new Set(),
        isOther: false,
        isItself: false,
      }));
      if (part !== '') touch.names.add(part);
      else if (name === '' || (mask & SELF) !== 0) touch.isItself = true;
      else {
        touch.names.add(name);
        if ((mask & LISTING) !== 0) touch.isOther = true;
      }
    }
    // The kernel has removed the watch.
    if ((mask & IN.ignored) === 0) return;
    this.#speakers.delete(watch);
    for (const { owner } of speakers)
      this.#held.set(
        owner,
        (this.#held.get(owner) ?? []).filter((held) => held.watch !== watch),
      );
  }
}
