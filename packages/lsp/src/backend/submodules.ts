import { join } from 'node:path';
import { isBelow } from '../support/paths.ts';
import { namesIn } from '../support/folders.ts';
import { SETTINGS_BYTES } from '../support/read-file.ts';
import type { WorldHole } from './world.ts';
import { ancestors, readText } from './program/files.ts';

/** More of one file are not looked at. */
const MOST = 1000;

/** A repository that .gitmodules names, and whose files are not there. */
export interface EmptySubmodule {
  /** Its folder, absolute. */
  readonly folder: string;
  /** As .gitmodules has it. */
  readonly url: string;
  readonly hole: WorldHole;
}

/** Those at or above a folder. https://git-scm.com/docs/gitmodules */
export function emptySubmodules(folder: string, workspaceRoot: string): EmptySubmodule[] {
  return ancestors(folder, workspaceRoot).flatMap((home) => {
    const file = join(home, '.gitmodules');
    const text = readText(file, SETTINGS_BYTES);
    if (text === undefined) return [];
    return text.split(/^[ \t]*\[submodule /m, MOST).flatMap((section) => {
      const path = /^[ \t]*path[ \t]*=[ \t]*(\S.*)$/m.exec(section)?.[1]?.trim();
      const url = /^[ \t]*url[ \t]*=[ \t]*(\S.*)$/m.exec(section)?.[1]?.trim() ?? '';
      if (path === undefined) return [];
      const at = join(home, path);
      if (!isBelow(at, home)) return [];
      const hole: WorldHole = {
        file,
        what: `names ${path}, which is not checked out`,
        command: 'git submodule update --init',
      };
      return namesIn(at).length > 0 ? [] : [{ folder: at, url, hole }];
    });
  });
}

/** The submodule that a path leads into, where its files are not there. */
export function submoduleAround(path: string, from: string, workspaceRoot: string): WorldHole | undefined {
  return emptySubmodules(from, workspaceRoot).find(({ folder }) => path === folder || isBelow(path, folder))
    ?.hole;
}
