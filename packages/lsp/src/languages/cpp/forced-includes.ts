import { join, relative, sep } from 'node:path';
import { type DiskStamp, diskStamp, sameStamp } from '../../support/paths.ts';
import { readBytesSoon, SOURCE_BYTES } from '../../support/read-file.ts';
import type { TimeSlices } from '../../support/time-slices.ts';
import { MARKERS } from './markers.ts';

/** Folders so far below the workspace's are looked into, and so many of them. */
const DEEPEST = 3;
const MOST_FOLDERS = 300;

/** A database is read in parts; a flag is shorter than what two of them share. UTF-16 code units. */
const PART = 256 * 1024;
const SHARED = 2048;

/** `-include a.h`, `-imacros a.h`, `/FIa.h`, and a precompiled header; each may be passed on by `-Xclang`. */
const FLAG = String.raw`(?:--?include(?:-pch)?|-imacros|[-/]FI)[\s"',=\\]*(?:-Xclang[\s"',\\]*)?`;
/** A macro that is the path of a header. */
const NAMED = String.raw`-D\w+=[\\"'<]*([\w./+-]+\.(?:h|hh|hpp|hxx|inc|inl|def|ipp|tpp)\b)`;
/** In a command, in a list of arguments, or one a line. */
const FLAGS = new RegExp(String.raw`(?<![^"'\s[,])(?:${FLAG}([^\s"',\\\]]+)|${NAMED})`, 'g');

interface Read {
  readonly stamp: DiskStamp;
  readonly paths: readonly string[];
}

/** What the flags of compilers include in every file, by the files that hold these flags. */
export class ForcedIncludes {
  #paths: readonly string[] = [];
  #read = new Map<string, Read>();

  constructor(private readonly root: string) {}

  /** As they are spelled; those of one project count for all. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  /** @returns whether they differ from before */
  async refresh(folders: ReadonlySet<string>, timeSlices: TimeSlices): Promise<boolean> {
    const read = new Map<string, Read>();
    for (const folder of this.#above(folders)) {
      for (const marker of MARKERS) {
        const path = join(folder, marker);
        const stamp = diskStamp(path);
        if (stamp === undefined) continue;
        const known = this.#read.get(path);
        const isKnown = known !== undefined && sameStamp(known.stamp, stamp);
        read.set(path, isKnown ? known : { stamp, paths: await pathsIn(path, timeSlices) });
      }
      if (timeSlices.due) await timeSlices.pause();
    }
    this.#read = read;
    const paths = [...new Set([...read.values()].flatMap((each) => each.paths))].sort();
    if (paths.join('\0') === this.#paths.join('\0')) return false;
    this.#paths = paths;
    return true;
  }

  /** These folders and those above them, the topmost first. */
  #above(folders: Iterable<string>): string[] {
    const above = new Set([this.root]);
    for (const folder of folders) {
      const parts = relative(this.root, folder).split(sep).slice(0, DEEPEST);
      for (let count = 1; count <= parts.length && parts[0] !== '..'; count += 1)
        above.add(join(this.root, ...parts.slice(0, count)));
      if (above.size >= MOST_FOLDERS) break;
    }
    return [...above];
  }
}

async function pathsIn(path: string, timeSlices: TimeSlices): Promise<string[]> {
  const file = await readBytesSoon(path, SOURCE_BYTES);
  if (file.kind !== 'bytes') return [];
  const text = file.bytes.toString('utf8');
  const paths = new Set<string>();
  for (let at = 0; at < text.length; at += PART) {
    for (const [, forced, named] of text.slice(Math.max(0, at - SHARED), at + PART).matchAll(FLAGS))
      paths.add((forced ?? named ?? '').replace(/\.[pg]ch$/, ''));
    if (timeSlices.due) await timeSlices.pause();
  }
  return [...paths];
}
