import { basename } from 'node:path';
import { holds } from '../../backend/program/files.ts';
import { isOfPackage, makesPackage, mayBeProject } from '../../backend/program/project-marks.ts';

/** A package may be installed from its own folder. */
const MANIFESTS = ['pyproject.toml', 'setup.cfg'];

/** Modules may be imported by their path below this folder. */
export function mayBeRoot(folder: string, workspaceRoot: string): boolean {
  return isProjectRoot(folder, workspaceRoot) || !isOfPackage(folder) || holds(folder, MANIFESTS);
}

/** Modules of a project are imported so. */
export function isProjectRoot(folder: string, workspaceRoot: string): boolean {
  return (
    folder === workspaceRoot ||
    basename(folder) === 'src' ||
    holds(folder, ['pyrightconfig.json']) ||
    makesPackage(folder) ||
    mayBeProject(folder)
  );
}
