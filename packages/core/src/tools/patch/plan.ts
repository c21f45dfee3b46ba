import { escaped } from '../../support/escaped.js';
import { lookUp, readForUpdate, type DiskFile } from '../disk-file.js';
import { countLines, describeLines } from '../line-endings.js';
import { ok, refuse, type Outcome } from '../outcome.js';
import { encodeText, parseText, readText, type EditableText } from '../text.js';
import { admitPath, type WorkspacePath } from '../workspace-path.js';
import { applyHunks } from './apply-hunks.js';
import type { AddFile, DeleteFile, FilePatch, Hunk, UpdateFile } from './file-patch.js';

/** The content of one name before and after the patch. */
export interface PlannedFile {
  readonly path: WorkspacePath;
  readonly before: DiskFile | undefined;
  now: Draft | undefined;
  /** The text of `before`, if applying the patch had to read it. */
  held: string | undefined;
  added: number;
  removed: number;
}

/** A file's content after the patch. */
export interface Draft {
  /** The file on disk that it came from, whatever its name; undefined for an added file. */
  readonly origin: DiskFile | undefined;
  /** Undefined while it has the bytes of its origin, which then need not be text. */
  readonly text: EditableText | undefined;
  readonly executable: boolean | undefined;
}

/**
 * Applies a whole patch in memory, so that all mismatches are found before the first byte is
 * written.
 *
 * Each part sees the results of the parts before it: a file may be added, updated twice and moved
 * in one patch.
 */
export class Plan {
  readonly #workspaceRoot: string;
  readonly #entries = new Map<string, PlannedFile>();

  constructor(workspaceRoot: string) {
    this.#workspaceRoot = workspaceRoot;
  }

  /** In the order in which the patch first names them. */
  get entries(): readonly PlannedFile[] {
    return [...this.#entries.values()];
  }

  async apply(patch: FilePatch): Promise<Outcome<undefined>> {
    if (patch.kind === 'add') return this.#add(patch);
    return patch.kind === 'delete' ? this.#delete(patch) : this.#update(patch);
  }

  async #add(patch: AddFile): Promise<Outcome<undefined>> {
    const found = await this.#entry(patch.path);
    if (!found.ok) return found;
    const entry = found.value;
    if (entry.now !== undefined) {
      const why = escaped`${entry.path.shown} exists already, so the patch cannot add it; update it instead.`;
      return refuse('file_exists', escaped`${why} Nothing was changed.`);
    }
    const text = parseText(patch.text);
    entry.now = { origin: undefined, text, executable: patch.executable };
    entry.added += countLines(text.text);
    return ok(undefined);
  }

  async #delete(patch: DeleteFile): Promise<Outcome<undefined>> {
    const found = await this.#entry(patch.path, 'entry');
    if (!found.ok) return found;
    const entry = found.value;
    if (entry.now === undefined) return missing(entry, 'delete');
    const text = entry.now.origin?.stat.isSymbolicLink() === true ? undefined : await read(entry, entry.now);
    if (patch.hunks.length > 0 && text !== undefined) {
      if (!text.ok) return text;
      const rest = applyHunks(text.value.text, patch.hunks, entry.path.shown);
      if (!rest.ok) return rest;
      if (rest.value !== '') {
        const part = escaped`The patch deletes ${entry.path.shown} but quotes only a part of it`;
        const left = escaped`${describeLines(rest.value)} would be left`;
        return refuse('patch_no_match', escaped`${part}: ${left}. Nothing was changed.`);
      }
    }
    entry.removed += text?.ok === true ? countLines(text.value.text) : 0;
    entry.now = undefined;
    return ok(undefined);
  }

  async #update(patch: UpdateFile): Promise<Outcome<undefined>> {
    const found = await this.#entry(patch.path);
    if (!found.ok) return found;
    const entry = found.value;
    if (entry.now === undefined) return missing(entry, 'update');
    if (patch.hunks.length > 0) {
      const text = await read(entry, entry.now);
      if (!text.ok) return text;
      const patched = applyHunks(text.value.text, patch.hunks, entry.path.shown);
      if (!patched.ok) return patched;
      entry.now = { ...entry.now, text: { bom: text.value.bom, text: patched.value } };
      entry.added += count(patch.hunks, '+');
      entry.removed += count(patch.hunks, '-');
    }
    if (patch.executable !== undefined) entry.now = { ...entry.now, executable: patch.executable };
    return patch.moveTo === undefined ? ok(undefined) : this.#move(entry, patch.moveTo);
  }

  async #move(from: PlannedFile, newPath: string): Promise<Outcome<undefined>> {
    const found = await this.#entry(newPath);
    if (!found.ok) return found;
    const to = found.value;
    if (from.path.entry !== from.path.real) {
      return refuse(
        'not_a_regular_file',
        escaped`${from.path.shown} is a symbolic link; move the file that it leads to. Nothing was changed.`,
      );
    }
    if (to.now !== undefined) {
      const what = to === from ? 'that is its own name' : 'that file exists already';
      return refuse(
        'file_exists',
        escaped`${from.path.shown} cannot be moved to ${to.path.shown}: ${what}. Nothing was changed.`,
      );
    }
    to.now = from.now;
    to.added += from.added;
    to.removed += from.removed;
    from.now = undefined;
    from.added = 0;
    from.removed = 0;
    return ok(undefined);
  }

  /** @param meant `file`: a symbolic link is followed; `entry`: its own name is meant */
  async #entry(path: string, meant: 'file' | 'entry' = 'file'): Promise<Outcome<PlannedFile>> {
    const admitted = await admitPath(this.#workspaceRoot, path);
    if (!admitted.ok) return admitted;
    const named = meant === 'file' ? admitted.value : { ...admitted.value, real: admitted.value.entry };
    const known = this.#entries.get(named.real);
    if (known !== undefined) return ok(known);
    const before = await lookUp(named);
    if (!before.ok) return before;
    const now = before.value && { origin: before.value, text: undefined, executable: undefined };
    const entry: PlannedFile = {
      path: named,
      before: before.value,
      now,
      held: undefined,
      added: 0,
      removed: 0,
    };
    this.#entries.set(named.real, entry);
    return ok(entry);
  }
}

/** The bytes that are written for a draft. */
export async function bytesOf({ origin, text }: Draft): Promise<Outcome<Buffer>> {
  if (text !== undefined) return ok(encodeText(text));
  return origin === undefined ? ok(Buffer.alloc(0)) : readForUpdate(origin);
}

/** The text of the draft under the entry's name. */
async function read(entry: PlannedFile, { origin, text }: Draft): Promise<Outcome<EditableText>> {
  if (text !== undefined) return ok(text);
  if (origin === undefined) return ok(parseText(''));
  const found = await readText(origin);
  if (found.ok && origin === entry.before) entry.held = found.value.text;
  return found;
}

function count(hunks: readonly Hunk[], op: '+' | '-'): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.op === op).length, 0);
}

function missing({ path }: PlannedFile, verb: 'delete' | 'update'): Outcome<never> {
  return refuse(
    'file_not_found',
    escaped`${path.shown} does not exist, so the patch cannot ${verb} it. Nothing was changed.`,
  );
}
