import { run } from '../process.mjs';
import { answers, reportedVersion, tail } from './server.mjs';

/**
 * The second version is for machines where the go command cannot fetch the newer Go that the first
 * one is built with.
 */
const VERSIONS = ['v0.24.0', 'v0.23.0'];

/** @type {import('./server.mjs').Server} */
export const gopls = {
  name: 'gopls',
  pinned: VERSIONS.join(' or '),
  needs: 'go',
  version: (bin) => reportedVersion(bin, 'gopls', ['version'], /gopls (v\S+)/),
  obstacle: async () => ((await answers('go', 'version')) ? undefined : 'no go on PATH'),
  async install({ bin, scratch }) {
    const problems = [];
    for (const version of VERSIONS) {
      // -mod=mod: the user's GOFLAGS may ask for vendoring, which is meant for their own modules.
      const env = { ...process.env, GOBIN: bin, GOTOOLCHAIN: 'auto', GOFLAGS: '-mod=mod' };
      const { code, output } = await run('go', ['install', `golang.org/x/tools/gopls@${version}`], {
        cwd: scratch,
        env,
      });
      if (code === 0) return undefined;
      problems.push(`go install of ${version} (exit code ${String(code)}):\n${tail(output)}`);
    }
    return problems.join('\n');
  },
};
