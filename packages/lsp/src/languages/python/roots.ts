import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

const MARKERS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'pyrightconfig.json'];

/** Modules may be imported by their path below this folder. */
export function mayBeRoot(folder: string, workspaceRoot: string): boolean {
  const has = (name: string): boolean => existsSync(join(folder, name));
  return isProjectRoot(folder, workspaceRoot) || !(has('__init__.py') || has('__init__.pyi'));
}

/** Modules of a project are imported so. */
export function isProjectRoot(folder: string, workspaceRoot: string): boolean {
  return (
    folder === workspaceRoot ||
    basename(folder) === 'src' ||
    MARKERS.some((name) => existsSync(join(folder, name)))
  );
}
