import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder with a workspace, under a name that quoting mistakes trip over. No tool may touch what is beside the workspace. */
export class Folder implements Disposable {
  readonly around = realpathSync(mkdtempSync(join(tmpdir(), 'lsp fuzz # é ')));
  readonly root = join(this.around, 'work');
  readonly outside = join(this.around, 'outside');

  constructor() {
    mkdirSync(this.root);
    mkdirSync(this.outside);
  }

  /** The workspace holds these files and nothing else. */
  fill(files: Readonly<Record<string, string>>): void {
    rmSync(this.root, { recursive: true, force: true });
    mkdirSync(this.root);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, name)), { recursive: true });
      writeFileSync(join(this.root, name), text);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.around, { recursive: true, force: true });
  }
}

/** Every file below by its name, as text; links by where they lead. Folders are not told: an empty one may stay. */
export function contentsOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string, name: string): void => {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (stat.isDirectory())
      for (const each of readdirSync(path).sort())
        walk(join(path, each), name === '' ? each : `${name}/${each}`);
    else found[name] = readFileSync(path, 'utf8');
  };
  walk(folder, '');
  return found;
}
