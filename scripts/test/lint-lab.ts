import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { node } from '../lib/process.mjs';
import { tools } from '../lib/paths.mjs';

/** Files that need not exist, and what is in them: those of one entry lie in the same tree. */
export type Planted = Readonly<Record<string, string>>;

/**
 * What lint says about planted files, without the rules that need types: for each entry, the
 * messages, each with its rule. One run for all of them.
 * @param folder the folder of the configuration; the files are relative to it
 */
export async function lint(folder: string, planted: readonly Planted[]): Promise<string[]> {
  const lab = mkdtempSync(join(tmpdir(), 'lint # '));
  try {
    for (const [index, files] of planted.entries()) {
      for (const [file, text] of Object.entries(files)) {
        const path = join(lab, String(index), file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
    }
    const config = join(lab, 'oxlint.config.mjs');
    writeFileSync(config, below(pathToFileURL(join(folder, 'oxlint.config.js')).href));
    const { output } = await node([tools.oxlint, '-c', config, '-f', 'json', '.'], {
      cwd: lab,
      env: process.env,
    });
    const { diagnostics } = JSON.parse(output) as {
      diagnostics: { filename: string; code?: string; message: string }[];
    };
    return planted.map((_, index) => {
      const here = diagnostics.filter(
        ({ filename }) => relative(lab, join(lab, filename)).split(sep)[0] === String(index),
      );
      return here
        .map(({ code = 'syntax', message }) => `${code}: ${message}`)
        .toSorted()
        .join('\n');
    });
  } finally {
    rmSync(lab, { recursive: true });
  }
}

/** The configuration of a folder, as if each folder here were that one. */
const below = (config: string): string => `
import config from '${config}';
const down = (patterns = []) => patterns.map((pattern) => '*/' + pattern);
const overrides = config.overrides.map((each) => ({ ...each, files: down(each.files), excludeFiles: down(each.excludeFiles) }));
export default { ...config, options: {}, ignorePatterns: down(config.ignorePatterns), overrides };
`;
