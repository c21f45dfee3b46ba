const DIFFERENCES = '## Known differences';

/** One code base, as its rows and lines begin. */
export interface Judged {
  readonly language: string;
  readonly title: string;
}

/**
 * The page with the rows of these code bases from another one: in each table of the same header, and
 * in the list of known differences. A code base that has no row there yet gets one at the end.
 */
export function upsert(page: string, fresh: string, judged: readonly Judged[]): string {
  const isJudged = (line: string): boolean =>
    judged.some(
      ({ language, title }) =>
        line.startsWith(`| ${language} | ${title} |`) || line.startsWith(`- ${language}, ${title}, `),
    );
  const groups = groupsOf(fresh.split('\n'));
  const done = groupsOf(page.split('\n')).map((group) => {
    const other = groups.find(({ name }) => name === group.name);
    if (group.name === undefined || other === undefined) return group.lines;
    const added = other.lines.filter(isJudged);
    const [first = '', ...rest] = group.lines;
    const kept = [first, ...rest.filter((line) => !isJudged(line))];
    if (added.length === 0) return group.name === DIFFERENCES ? kept : group.lines;
    const end = kept.findLastIndex((line) => /^[|-] ?/.test(line)) + 1;
    const before = rest.findIndex(isJudged);
    const at = before < 0 ? Math.max(end, 1) : before + 1;
    return [...kept.slice(0, at), ...added, ...kept.slice(at)];
  });
  return done.flat().join('\n');
}

interface Group {
  /** A table's header, or the heading of the list of differences. */
  readonly name: string | undefined;
  readonly lines: string[];
}

/** Tables, each to its last row; the list of differences, to the next heading; and what is between. */
function groupsOf(lines: readonly string[]): Group[] {
  const groups: Group[] = [{ name: undefined, lines: [] }];
  for (const [index, line] of lines.entries()) {
    const current = groups.at(-1);
    const isTable = current?.name?.startsWith('|') === true;
    if (/^\|(?: -|-)/.test(lines[index + 1] ?? '') && line.startsWith('|'))
      groups.push({ name: line, lines: [line] });
    else if (line === DIFFERENCES) groups.push({ name: line, lines: [line] });
    else if (
      (isTable && !line.startsWith('|')) ||
      (!isTable && current?.name !== undefined && line.startsWith('## '))
    )
      groups.push({ name: undefined, lines: [line] });
    else current?.lines.push(line);
  }
  return groups;
}
