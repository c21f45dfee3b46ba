import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ShadowCopies } from '../../../backend/shadow/shadow-copies.ts';
import { type ShadowContent, ShadowScan, type ShadowSubject } from '../../../backend/shadow/shadow-scan.ts';
import { parseJson } from '../../../support/json.ts';
import { readBytesSoon, SOURCE_BYTES } from '../../../support/read-file.ts';
import type { ShadowFolder } from './shadow-folder.ts';
import { isSource, MOST_FILES, TSC_RULES } from './shadow-rules.ts';

/**
 * The state that the last refresh has recorded, in one JSON file beside the copies. Without it, the
 * copies are unusable.
 */
const NOTES = v.object({
  toolchain: v.string(),
  leftOut: v.array(v.string()),
  files: v.record(v.string(), v.string()),
  links: v.record(v.string(), v.string()),
});

type Notes = v.InferOutput<typeof NOTES>;

/**
 * Copies of what a compiler reads, for a compiler that always writes output: it writes beside the
 * copies. Its output stays for the next run, unless a source is gone: nothing records which output
 * came from it.
 */
export class ShadowWorkspace {
  /** @param toolchain opaque: output of another toolchain is unusable */
  constructor(
    private readonly place: ShadowFolder,
    private readonly toolchain: string,
  ) {}

  /**
   * Brings the copies up to date. Never rejects.
   *
   * @param signal the caller has cancelled
   * @returns why the copies are not up to date
   */
  async refresh(subject: ShadowSubject, signal: AbortSignal): Promise<string | undefined> {
    try {
      const content = await new ShadowScan(subject, TSC_RULES, signal).content();
      if (content === undefined)
        return `the workspace, and what it links to, has more than ${MOST_FILES} files`;
      await this.place.claim();
      await this.#apply(content, subject, signal);
      return signal.aborted ? 'nobody waits for it any more' : undefined;
    } catch (error) {
      return `the workspace cannot be copied: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async #apply(
    content: ShadowContent,
    { named, leftOut }: ShadowSubject,
    signal: AbortSignal,
  ): Promise<void> {
    const before = await this.#notes();
    const { toolchain, place } = this;
    const goesOn = before !== undefined && isContinued(before, { toolchain, leftOut, content, named });
    // Deleted until the end: an interrupted refresh must not look like a finished one.
    await rm(this.#notesPath, { force: true });
    if (!goesOn) await rm(place.folder, { recursive: true, force: true });
    const copies = new ShadowCopies({
      copyOf: (path) => place.copyOf(path),
      leadsToCopy: isSource,
      ...(goesOn && { before }),
    });
    await copies.update(content, signal);
    for (const path of named) await this.#touch(path);
    if (signal.aborted) return;
    const notes: Notes = {
      toolchain,
      leftOut: [...leftOut],
      files: Object.fromEntries(copies.files),
      links: Object.fromEntries(copies.links),
    };
    await mkdir(place.folder, { recursive: true });
    await writeFile(this.#notesPath, JSON.stringify(notes));
  }

  get #notesPath(): string {
    return join(this.place.folder, 'notes.json');
  }

  async #notes(): Promise<Notes | undefined> {
    const file = await readBytesSoon(this.#notesPath, SOURCE_BYTES);
    const parsed = v.safeParse(
      NOTES,
      file.kind === 'bytes' ? parseJson(file.bytes.toString('utf8')) : undefined,
    );
    return parsed.success ? parsed.output : undefined;
  }

  /**
   * A build trusts its old output when the project's own files are older than it, and ignores other
   * files. A new time makes it check all files that the project imports.
   */
  async #touch(path: string): Promise<void> {
    const now = new Date();
    await utimes(this.place.copyOf(path), now, now).catch(() => undefined);
  }
}

/** @param named a change of one of these may change which files are written */
function isContinued(
  before: Notes,
  {
    toolchain,
    leftOut,
    content: { files },
    named,
  }: { toolchain: string; leftOut: readonly string[]; content: ShadowContent; named: readonly string[] },
): boolean {
  if (before.toolchain !== toolchain || before.leftOut.join('\0') !== leftOut.join('\0')) return false;
  return (
    Object.keys(before.files).every((path) => files.has(path)) &&
    named.every((path) => before.files[path] === files.get(path))
  );
}
