import { linesOf } from '../../navigation/lines.ts';
import type { Position } from '../../navigation/model.ts';
import type { AdmittedPath } from '../../paths.ts';
import type { Navigation } from '../../service/navigator.ts';
import { MAX_TEXT } from './limits.ts';
import { clipAround } from './plain-text.ts';

/** How many files are read at once. */
const AT_ONCE = 16;

export interface SourcePlace {
  readonly path: AdmittedPath;
  readonly position: Position;
}

/** The lines of source that belong to some places. */
export class SourceLines {
  private constructor(private readonly lines: ReadonlyMap<AdmittedPath, ReadonlyMap<number, string>>) {}

  /** Reads each file once, and keeps no more of it than these lines. */
  static async of(navigation: Pick<Navigation, 'text'>, places: readonly SourcePlace[]): Promise<SourceLines> {
    const files = [...Map.groupBy(places, ({ path }) => path)];
    const lines = new Map<AdmittedPath, ReadonlyMap<number, string>>();
    for (let next = 0; next < files.length; next += AT_ONCE) {
      await Promise.all(
        files.slice(next, next + AT_ONCE).map(async ([path, inFile]) => {
          const all = linesOf((await navigation.text(path)) ?? '');
          lines.set(path, new Map(inFile.flatMap(({ position: { line } }) => (all[line] === undefined ? [] : [[line, all[line]]]))));
        }),
      );
    }
    return new SourceLines(lines);
  }

  /** Trimmed, at most MAX_TEXT; a field only where the file has that line. */
  at({ path, position: { line, character } }: SourcePlace): { text?: string } {
    const whole = this.lines.get(path)?.get(line);
    if (whole === undefined) return {};
    const indent = whole.length - whole.trimStart().length;
    return { text: clipAround(whole.trim(), character - indent, MAX_TEXT) };
  }
}
