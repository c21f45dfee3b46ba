import { isAbsolute } from 'node:path';

/** Where settings of other programs are looked for. */
export interface ImportPlace {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Absolute. */
  readonly workspaceRoot: string;
  /** The value of a JSON file; undefined where there is none that can be read. */
  readonly json: (file: string) => unknown;
}

/** A relative path would be one of the workspace, or of wherever the host was started. */
export const named = (folder: string | undefined, otherwise: string): string =>
  folder !== undefined && isAbsolute(folder) ? folder : otherwise;
