/**
 * Whether a pattern of names matches a path, or a folder above it. `**` is any number of folders,
 * `*` any part of a name, `?` one character of a name; nothing else has a meaning. The time grows
 * with the lengths alone, where a regular expression would try all ways to match.
 */
export function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  // How many names of the path the pattern may have matched so far.
  let reached = [true, ...path.map(() => false)];
  for (const [index, name] of pattern.entries()) {
    if (name === '**') {
      if (pattern[index - 1] === '**') continue;
      const first = reached.indexOf(true);
      reached = reached.map((_, at) => at >= first);
    } else {
      reached = reached.map(
        (_, at) => at > 0 && reached[at - 1] === true && matchesName(name, path[at - 1] ?? ''),
      );
    }
    if (!reached.includes(true)) return false;
  }
  return true;
}

function matchesName(pattern: string, name: string): boolean {
  let [at, from] = [0, 0];
  // The last star, and what it has matched up to.
  let [star, matched] = [-1, 0];
  while (from < name.length) {
    if (pattern[at] === '*') [star, matched, at] = [at, from, at + 1];
    else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[from]))
      [at, from] = [at + 1, from + 1];
    else if (star >= 0) [matched, from, at] = [matched + 1, matched + 1, star + 1];
    else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
