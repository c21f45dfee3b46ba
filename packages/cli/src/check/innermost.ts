/**
 * `root`: a folder, relative to the workspace root, with `/`. `.` is the workspace itself, `..` the
 * folder above it (the workspace may be one crate of a Cargo workspace).
 */
interface Rooted {
  readonly root: string;
}

/** The projects that hold the file, the nearest one first. */
export function around<P extends Rooted>(projects: readonly P[], file: string): P[] {
  return projects
    .filter(({ root }) => ROOTS.test(root) || file.startsWith(`${root}/`))
    .toSorted((a, b) => depth(b) - depth(a));
}

/** Of the projects that hold the file, the nearest one. */
export function innermost<P extends Rooted>(projects: readonly P[], file: string): P | undefined {
  return around(projects, file)[0];
}

/** The workspace, or a folder that it lies in. */
const ROOTS = /^(\.|\.\.(\/\.\.)*)$/;

function depth({ root }: Rooted): number {
  return ROOTS.test(root) ? -root.length : root.length;
}
