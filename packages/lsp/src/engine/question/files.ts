import type { Text } from '../../client/documents/documents.ts';
import type { FileChangeType } from '../../client/protocol/registrations.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckFileParams } from '../../types.ts';
import type { AnnouncedChange } from '../disk/announced-change.ts';
import type { DiskIndex } from '../disk/disk-index.ts';
import { diskText, givenText, withoutBom } from '../disk/text-source.ts';
import type { Servers } from '../session/pool/servers.ts';

/** One file of a check, once it was admitted and read from disk. */
export interface CheckedFile {
  /** The key of the answer: relative to the workspace root. */
  readonly key: string;
  /** Undefined if no server is to be asked. */
  readonly text: Omit<Text, 'languageId'> | undefined;
  /** Why no server is to be asked: the file is outside the workspace, binary, or gone. */
  readonly refusal?: string;
  /** What servers that watch files are notified of: the file was written. */
  readonly change: AnnouncedChange | undefined;
  /** It was changed since the service looked at it first, as far as that can be seen. */
  readonly isChanged?: boolean;
  /** The text before the change, as the caller gave it. */
  readonly before?: string;
  /** The log has the change already: a sweep has found it. */
  readonly isLogged?: true;
}

/**
 * Admits and reads the files of a request.
 *
 * @param written the caller states that it has written all of them
 */
export async function prepareFiles(
  { workspace, disk, log }: Pick<Servers, 'workspace' | 'disk' | 'log'>,
  files: readonly CheckFileParams[],
  written: boolean,
): Promise<CheckedFile[]> {
  return Promise.all(
    files.map(async ({ filePath, text, created, before }): Promise<CheckedFile> => {
      const admission = workspace.admit(filePath);
      const key = admission.relative;
      if (admission.kind === 'refused') {
        log(`${key}: not checked: ${admission.reason}`);
        return { key, text: undefined, refusal: admission.reason, change: undefined };
      }
      const { path } = admission;
      const source = text === undefined ? await diskText(path) : givenText(path, text);
      const isWritten = text !== undefined || before !== undefined || written;
      const seen = disk.changeOf(path);
      const kind = created === true ? 'created' : isWritten ? 'changed' : changeOnDisk(seen);
      const change = kind && { path, change: kind };
      const isChanged = isWritten || (seen !== 'none' && seen !== 'unknown');
      const known = { key, change, isChanged, ...(before !== undefined && { before: withoutBom(before) }) };
      if (source.kind === 'refused') {
        log(`${key}: not checked: ${source.reason}`);
        return { ...known, text: undefined, refusal: source.reason };
      }
      return {
        ...known,
        text: {
          path,
          ...source.content,
          ...(before !== undefined && wasSeenAs(disk, path, before) && { previously: before }),
        },
      };
    }),
  );
}

/**
 * The change of a file whose text the caller did not give. Call this after the text was read: a
 * change between the two is then announced, not lost. A file that no sweep has seen counts as
 * changed: the caller asks because it wrote the file.
 */
function changeOnDisk(seen: FileChangeType | 'none' | 'unknown'): FileChangeType | undefined {
  if (seen === 'none') return undefined;
  return seen === 'unknown' ? 'changed' : seen;
}

/**
 * False if the last sweep saw the file with another size than this text has. A shell has then
 * changed the file in between, and the difference to this text is not the whole change.
 */
function wasSeenAs(disk: DiskIndex, path: AdmittedPath, text: string): boolean {
  const size = disk.lastSeen(path)?.size;
  return size === undefined || size === BigInt(Buffer.byteLength(text));
}

export function pathsOf(files: readonly CheckedFile[]): Set<AdmittedPath> {
  return new Set(files.flatMap(({ text }) => text?.path ?? []));
}

/** Why no server was asked, by the keys of the files. */
export function refusedIn(files: readonly CheckedFile[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap(({ key, refusal }) => (refusal === undefined ? [] : [[key, refusal]])),
  );
}
