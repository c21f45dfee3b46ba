/** A folder that is relative to the workspace root, with `/`; `.` is the workspace itself, and `..` above it (the workspace may be one crate of a Cargo workspace). */
interface Rooted {
  readonly root: string;
}

/** Those that have the file, the nearest to it first. */
export function around<P extends Rooted>(projects: readonly P[], file: string): P[] {
  return projects.filter(({ root }) => ROOTS.test(root) || file.startsWith(`${root}/`)).toSorted((a, b) => depth(b) - depth(a));
}

/** Of those that have the file, the one that is nearest to it. */
export function innermost<P extends Rooted>(projects: readonly P[], file: string): P | undefined {
  return around(projects, file)[0];
}

/** The workspace, or a folder that it lies in. */
const ROOTS = /^(\.|\.\.(\/\.\.)*)$/;

function depth({ root }: Rooted): number {
  return ROOTS.test(root) ? -root.length : root.length;
}
