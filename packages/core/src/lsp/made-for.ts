import { readStart, statOf } from '../support/read-file.js';

/** Of a program: what says for which machine it was made stands there. */
const HEAD_BYTES = 16 * 1024;
const ELF = 0x7f454c46;
const MACH_O = new Set([0xcffaedfe, 0xcefaedfe]);
const MACH_O_OF_SEVERAL = new Set([0xcafebabe, 0xcafebabf]);
/** Parts of an ELF file: what is loaded, and the name of the loader. */
const PARTS = { load: 1, loader: 3 } as const;

/**
 * Whether this machine may run a program, by its head: one for another processor, one that was not written to
 * its end, and one whose loader or interpreter is not there (musl and glibc) it does not. A home folder may
 * have any of these, since several machines and containers can share it. Runs nothing; in doubt, it may.
 *
 * @param own a program that this machine runs
 */
export function isMadeForThisMachine(path: string, own = process.execPath): boolean {
  const head = readStart(path, HEAD_BYTES);
  if (head === undefined || head.length < 4) return false;
  const [, interpreter] = /^#! *(\S+)/.exec(head.toString('latin1', 0, 256)) ?? [];
  if (interpreter !== undefined) return statOf(interpreter)?.isFile() === true;
  if (process.platform === 'win32') return head.toString('latin1', 0, 2) === 'MZ';
  const ours = readStart(own, HEAD_BYTES);
  if (ours === undefined || ours.length < 64) return true;
  const [kind, ourKind] = [head.readUInt32BE(), ours.readUInt32BE()];
  if (kind === ELF && ourKind === ELF) return isElfLike(head, ours) && isElfWhole(head, statOf(path)?.size);
  if (MACH_O.has(kind) && MACH_O.has(ourKind)) return head.subarray(0, 8).equals(ours.subarray(0, 8));
  return kind === ourKind || MACH_O_OF_SEVERAL.has(kind) || MACH_O_OF_SEVERAL.has(ourKind);
}

/** For words of that length, in that order, and for that processor. */
function isElfLike(head: Buffer, ours: Buffer): boolean {
  const kindOf = (file: Buffer): string => `${file[4]} ${file[5]} ${file[18]} ${file[19]}`;
  return head.length >= 64 && kindOf(head) === kindOf(ours);
}

/** All that is loaded is in the file, and its loader is there. */
function isElfWhole(head: Buffer, size = 0): boolean {
  // Of others, the numbers stand elsewhere.
  if (head[4] !== 2 || head[5] !== 1) return true;
  const [first, length, count] = [
    Number(head.readBigUInt64LE(32)),
    head.readUInt16LE(54),
    head.readUInt16LE(56),
  ];
  for (let at = first, left = count; left > 0 && at + 40 <= head.length; at += length, left -= 1) {
    const [part, offset, bytes] = [
      head.readUInt32LE(at),
      Number(head.readBigUInt64LE(at + 8)),
      Number(head.readBigUInt64LE(at + 32)),
    ];
    if (part === PARTS.load && offset + bytes > size) return false;
    if (part !== PARTS.loader || offset + bytes > head.length) continue;
    const loader = head.toString('latin1', offset, offset + bytes).replace(/\0.*$/s, '');
    if (statOf(loader)?.isFile() !== true) return false;
  }
  return true;
}
