import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from './support/cli.js';
import { OWN_STATE } from './support/own-folders.js';

const KILL_AT = new URL('support/killed/kill-at.mjs', import.meta.url).href;
const WRITER = fileURLToPath(new URL('support/killed/writer.mjs', import.meta.url));

const OLD = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'deep/c.txt': 'c\n', 'd.txt': 'd\n', 'other.txt': 'other\n' };
const PATCH = [
  '*** Begin Patch',
  '*** Update File: a.txt\n@@\n-a\n+changed',
  '*** Add File: new/deep/e.txt\n+new',
  '*** Delete File: deep/c.txt',
  '*** Update File: d.txt\n*** Move to: moved/d.txt',
  '*** Update File: b.txt\n@@\n-b\n+changed',
  '*** End Patch\n',
].join('\n');
const NEW = {
  'a.txt': 'changed\n',
  'b.txt': 'changed\n',
  'deep/': '',
  'moved/d.txt': 'd\n',
  'new/deep/e.txt': 'new\n',
  'other.txt': 'other\n',
};
/** Touches a file that the other patch does not. */
const NEXT = '*** Begin Patch\n*** Update File: other.txt\n@@\n-other\n+next\n*** End Patch\n';

interface Ended {
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function session(home: string, workspace: string, patch: string, killAt = 0): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', KILL_AT, WRITER, workspace, patch],
      { env: { ...process.env, HOME: home, USERPROFILE: home, KILL_AT: String(killAt) } },
      (_, stdout, stderr) => {
        resolve({ signal: child.signalCode, stdout, stderr });
      },
    );
  });
}

/** Every file, hidden ones included, and every empty folder. */
function treeOf(folder: string, at = ''): Record<string, string> {
  const entries = readdirSync(join(folder, at), { withFileTypes: true });
  if (entries.length === 0 && at !== '') return { [`${at}/`]: '' };
  return Object.assign(
    {},
    ...entries.map((entry) =>
      entry.isDirectory()
        ? treeOf(folder, join(at, entry.name))
        : { [join(at, entry.name)]: readFileSync(join(folder, at, entry.name), 'utf8') },
    ),
  ) as Record<string, string>;
}

const notes = (home: string): string[] =>
  existsSync(join(home, OWN_STATE, 'unfinished')) ? readdirSync(join(home, OWN_STATE, 'unfinished')) : [];
const CUT_SHORT =
  /An earlier change of 5 files was cut short at [^ ]+Z, because its process was killed\. (.*)$/;

/** Before the note was written, or once it was removed. */
const NO_REPORT = 'nothing is reported';
/** What stands after each report. */
const WHOLE: Readonly<Record<string, readonly (typeof OLD | typeof NEW)[]>> = {
  [NO_REPORT]: [OLD, NEW],
  'Nothing of it had been written.': [OLD],
  'It was taken back now: the files are as they were before it.': [OLD],
  'It had been written completely, and stands.': [NEW],
};

describe('a process that is killed while it writes several files', () => {
  it(
    'at every step: the next change finds all of it or nothing, and says so',
    { timeout: 240_000 },
    async () => {
      const home = folderOf({});
      const whole = folderOf(OLD);
      const { stderr } = await session(home, whole, PATCH);
      expect([treeOf(whole), notes(home)]).toEqual([NEW, []]);
      const steps = Number(stderr);
      expect(steps).toBeGreaterThan(20);
      const reported = new Set<string>();
      const killedAt = async (step: number): Promise<void> => {
        const [own, workspace] = [folderOf({}), folderOf(OLD)];
        expect((await session(own, workspace, PATCH, step)).signal).toBe('SIGKILL');
        const next = await session(own, workspace, NEXT);
        const report = CUT_SHORT.exec(next.stdout)?.[1] ?? NO_REPORT;
        reported.add(report);
        const after = (tree: typeof OLD | typeof NEW): object => ({
          step,
          report,
          tree: { ...tree, 'other.txt': 'next\n' },
        });
        expect(WHOLE[report]?.map(after)).toContainEqual({ step, report, tree: treeOf(workspace) });
        expect(notes(own)).toEqual([]);
      };
      // Two at once: most of the time is Node's start.
      for (let step = 1; step <= steps; step += 2)
        await Promise.all([killedAt(step), ...(step < steps ? [killedAt(step + 1)] : [])]);
      expect([...reported].sort()).toEqual(Object.keys(WHOLE).sort());
    },
  );

  it('doctor says what stands where', async () => {
    const { stderr } = await session(folderOf({}), folderOf(OLD), PATCH);
    // The last steps clear up, so the first half-written tree is met soon from there.
    let [home, workspace] = ['', ''];
    for (let step = Number(stderr); step > 0; step -= 1) {
      [home, workspace] = [folderOf({}), folderOf(OLD)];
      await session(home, workspace, PATCH, step);
      const tree = treeOf(workspace);
      if (tree['a.txt'] === 'changed\n' && tree['b.txt'] === 'b\n') break;
    }
    const doctor = await run(['doctor'], { cwd: workspace, env: { HOME: home, USERPROFILE: home } });
    expect([doctor.code, doctor.stdout]).toEqual([
      2,
      expect.stringMatching(
        /\nCut short at [^ ]+Z, a change of 5 files, [1-4] of them written: its process was killed\. The next change by a tool takes it back\.\n/,
      ),
    ]);
    const json = await run(['doctor', '--json'], { cwd: workspace, env: { HOME: home, USERPROFILE: home } });
    expect(JSON.parse(json.stdout)).toMatchObject({ healthy: false, cutShort: [{ files: 5 }] });
  });
});
