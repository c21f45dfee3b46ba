import { type Dirent, readdirSync } from 'node:fs';

/** Where packages of JavaScript are installed. */
export const NODE_MODULES = 'node_modules';

/** Empty where the folder cannot be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Empty where the folder cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
