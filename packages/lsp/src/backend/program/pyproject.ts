import { join } from 'node:path';
import { readText } from './files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';

/** Whether the pyproject.toml of this folder has a table of this tool's settings. */
export function configuresTool(folder: string, tool: string): boolean {
  const project = readText(join(folder, 'pyproject.toml'), SETTINGS_BYTES);
  return (
    project !== undefined &&
    new RegExp(`^[ \\t]*\\[{1,2}[ \\t]*tool[ \\t]*\\.[ \\t]*${tool}[ \\t]*[.\\]]`, 'm').test(project)
  );
}
