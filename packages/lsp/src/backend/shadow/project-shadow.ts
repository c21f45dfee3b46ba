import { existsSync } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { NODE_MODULES } from '../../support/folders.ts';
import { isBelow } from '../../support/paths.ts';
import type { CompilerRun, RunIn } from '../checker/definition.ts';
import type { CompilerReport } from '../output/output.ts';
import { firstLine, shown } from '../program/files.ts';
import { copyBuilt, isLarger } from './built.ts';
import { ShadowCopies } from './shadow-copies.ts';
import { realPart, ShadowPaths } from './shadow-paths.ts';
import { type ShadowContent, type ShadowRules, ShadowScan } from './shadow-scan.ts';

/** How a tree differs from the one on disk. Paths are absolute and real. */
export interface ShadowChanges {
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly deleted: readonly string[];
}

export interface ProjectShadowOptions {
  /** Absolute; it does not exist yet, and only the owner may read what it is in. */
  readonly folder: string;
  /** The original's. */
  readonly launch: RunIn;
  readonly workspaceRoot: string;
  /** Folders not to copy; absolute. */
  readonly leftOut: readonly string[];
  readonly run: CompilerRun;
}

const MIB = 2 ** 20;
/** Of what is copied. */
const MOST = { files: 20_000, bytes: 512 * MIB };
/** Of what earlier runs have built, and of what runs in the copy build. */
const MOST_BUILT = { files: 100_000, bytes: 2048 * MIB };
/** After so many runs the size of what they have built is looked at. */
const RUNS = 20;
const BOM = '\uFEFF';

/**
 * The copy of a compiler's project in which a tree is compiled that is not on disk. It is reused, so
 * only what differs from the last tree is copied.
 */
export class ProjectShadow {
  readonly #paths: ShadowPaths;
  /** For what runs build. */
  readonly #output: string;
  #copies: ShadowCopies;
  /** Folders outside of the root that are copied, too. */
  readonly #folders: string[] = [];
  /** The output is worth keeping. */
  #hasBuilt = false;
  #runs = 0;

  constructor(private readonly options: ProjectShadowOptions) {
    this.#paths = new ShadowPaths(realPart(options.folder));
    this.#output = join(this.#paths.folder, 'output');
    this.#copies = this.#noCopies();
  }

  copyOf(path: string): string {
    return this.#paths.copyOf(path);
  }

  /** Variables of a run in the copy. */
  get env(): Readonly<Record<string, string>> {
    const { launch, run } = this.options;
    return run.shadow?.env?.(launch, this.#output, this.#paths.folder) ?? {};
  }

  /**
   * Makes the copy one of this tree. Rejects where it cannot be written.
   *
   * @param isCacheInvalid what earlier runs have built must not be used
   * @param signal aborts when no caller waits any more; then the copy is incomplete
   * @returns why a copy would be judged differently
   */
  async update(
    changes: ShadowChanges,
    isCacheInvalid: boolean,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const scanned = await this.#scan(changes, signal);
    if (typeof scanned === 'string' || scanned === undefined) return scanned;
    const reason = await this.#prepareOutput(isCacheInvalid, signal);
    if (reason !== undefined || signal.aborted) return reason;
    const files = new Map(scanned.files);
    for (const path of changes.deleted) files.delete(path);
    for (const { path, text } of changes.texts) files.set(path, `text ${Bun.hash(text).toString(36)}`);
    const texts = new Map(
      changes.texts.map(({ path, text }) => [
        path,
        hasBom(path) && !text.startsWith(BOM) ? BOM + text : text,
      ]),
    );
    await this.#copies.update({ files, links: scanned.links }, signal, texts);
    return undefined;
  }

  /** A run in the copy begins. What is copied from now on is newer than what the run builds. */
  begin(): void {
    this.#copies.times = 'new';
    this.#runs++;
  }

  /** The run was not killed. */
  end(): void {
    this.#hasBuilt = true;
  }

  async remove(): Promise<void> {
    await rm(this.#paths.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** The same report with the paths of the originals. */
  original({ findings, failure, excludes }: CompilerReport): CompilerReport {
    const named = (text: string): string => this.#paths.original(text, this.options.launch.root);
    return {
      findings: findings.map((finding) => ({
        ...finding,
        path: named(finding.path),
        message: named(finding.message),
      })),
      failure: failure === undefined ? undefined : named(failure),
      excludes: excludes && ((path) => excludes(this.copyOf(path))),
    };
  }

  /** What the run has looked for in vain, though it is there in the workspace. */
  missing({ findings, failure = '' }: CompilerReport, { deleted }: ShadowChanges): string | undefined {
    const { launch, workspaceRoot } = this.options;
    const root = this.copyOf(launch.root);
    for (const message of [
      failure,
      ...findings.flatMap(({ severity, message: text }) => (severity === 'error' ? [text] : [])),
    ]) {
      if (message.includes('not a git repository'))
        return 'its build reads the repository, of which there is no copy';
      for (const name of pathsNamedIn(message)) {
        const path = resolve(root, name);
        const original = this.#paths.original(path, launch.root);
        if (original !== path && !existsSync(path) && existsSync(original) && !deleted.includes(original))
          return `${shown(original, workspaceRoot)} is read, of which there is no copy`;
      }
    }
    return undefined;
  }

  /** Undefined if `signal` has aborted; a text: why a copy would be judged differently. */
  async #scan(
    { texts, deleted }: ShadowChanges,
    signal: AbortSignal,
  ): Promise<ShadowContent | string | undefined> {
    const { workspaceRoot, run, leftOut, launch } = this.options;
    const { root } = launch;
    if (!this.#isInside(root)) return 'its project lies partly outside of the workspace';
    const changed = [...texts.map(({ path }) => path), ...deleted];
    const built = run.shadow?.built?.(launch).folder;
    const scan = (roots: readonly string[], named: readonly string[]): Promise<ShadowContent | undefined> =>
      new ShadowScan(
        { roots, named, leftOut: [...leftOut, ...(built === undefined ? [] : [built])] },
        this.#rules,
        signal,
      ).content();
    for (;;) {
      const roots = [root, ...this.#folders];
      const content = await scan(roots, []);
      if (content === undefined)
        return signal.aborted
          ? undefined
          : `its project has more than ${MOST.files} files or ${MOST.bytes / MIB} MiB`;
      const {
        files: named,
        folders = [],
        obstacle,
      } = run.shadow?.reads?.({ root, workspaceRoot, files: content.files.keys(), changed }) ?? { files: [] };
      if (obstacle !== undefined) return obstacle;
      const more = folders.filter(
        (folder) => !roots.some((known) => folder === known || isBelow(folder, known)),
      );
      if (more.length === 0)
        return { ...content, files: new Map([...content.files, ...((await scan([], named))?.files ?? [])]) };
      for (const each of new Set(more)) this.#folders.push(each);
    }
  }

  #noCopies(): ShadowCopies {
    return new ShadowCopies({
      copyOf: (path) => this.copyOf(path),
      leadsToCopy: (target) => this.#isInside(target),
      times: 'touched',
    });
  }

  get #rules(): ShadowRules {
    const { workspaceRoot, run } = this.options;
    return {
      copies: (name) => run.shadow?.ignores?.test(name) !== true,
      linked: (target) => {
        if (this.#isInside(target)) return target.split(sep).includes(NODE_MODULES) ? 'nowhere' : 'copy';
        // Nothing may write to the workspace by way of the copy.
        return isBelow(workspaceRoot, target) ? 'nowhere' : 'original';
      },
      folders: 'sources',
      most: MOST,
    };
  }

  #isInside(path: string): boolean {
    const { workspaceRoot } = this.options;
    return path === workspaceRoot || isBelow(path, workspaceRoot);
  }

  /** What earlier runs have built is compiled no second time. Returns why there is no place for it. */
  async #prepareOutput(isCacheInvalid: boolean, signal: AbortSignal): Promise<string | undefined> {
    if (
      this.#runs % RUNS === RUNS - 1 &&
      (await isLarger({ folder: this.#output, leftOut: [] }, MOST_BUILT, signal))
    )
      this.#hasBuilt = false;
    if (this.#hasBuilt) return undefined;
    const { launch, run } = this.options;
    const built = run.shadow?.built?.(launch);
    if (built === undefined || !existsSync(built.folder)) return undefined;
    // A copy that was changed before this was built would look as if this were built from it.
    await this.remove();
    this.#copies = this.#noCopies();
    await mkdir(this.#output, { recursive: true });
    const { bavail, bsize } = await statfs(this.#output);
    const most = { ...MOST_BUILT, bytes: Math.min(MOST_BUILT.bytes, (bavail * bsize) / 2) };
    this.#hasBuilt = await copyBuilt(built, this.#output, most, signal);
    if (this.#hasBuilt && isCacheInvalid) run.invalidateBuildCache?.({ ...launch, env: this.env });
    if (this.#hasBuilt) return undefined;
    await rm(this.#output, { recursive: true, force: true });
    return (await isLarger(built, most, signal))
      ? `what it has built takes more than ${Math.round(most.bytes / MIB)} MiB`
      : undefined;
  }
}

/** A text without its mark is no other text. */
function hasBom(path: string): boolean {
  return firstLine(path).startsWith('\u00EF\u00BB\u00BF');
}

/** What a message quotes and may be a path. */
export function pathsNamedIn(message: string): string[] {
  return [...message.matchAll(/[`'"]([^`'"\n/]*\/[^`'"\n]*)[`'"]/g)].flatMap(([, name]) => name ?? []);
}
