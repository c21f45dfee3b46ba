/** A folder that is relative to the workspace root, with `/`; `.` is the workspace itself. */
interface Rooted {
  readonly root: string;
}

/** Of those that have the file, the one that is nearest to it. */
export function innermost<P extends Rooted>(projects: readonly P[], file: string): P | undefined {
  return projects.filter(({ root }) => root === '.' || file.startsWith(`${root}/`)).toSorted((a, b) => depth(b) - depth(a))[0];
}

function depth({ root }: Rooted): number {
  return root === '.' ? 0 : root.length;
}
