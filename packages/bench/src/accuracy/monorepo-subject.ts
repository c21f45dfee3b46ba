import { join } from 'node:path';
import { generateMonorepo, writeMonorepo } from '../../../../scripts/lib/monorepo/monorepo.js';
import { BEFORE_5_5 } from '../../../../scripts/lib/monorepo/oddities.js';
import { fetchPackage } from '../fetch.js';
import { SIDECAR } from '../places.js';
import type { Package } from '../registries/package.js';
import { MonorepoJudge } from './judges/monorepo.js';
import { tscRules } from './judges/tsc.js';
import { typescriptWays } from './mutators/typescript.js';
import type { Subject } from './subject.js';

export interface MonorepoOptions {
  readonly id: string;
  readonly language: string;
  /** The repository's TypeScript, as the sidecar's package has it installed. */
  readonly typescript: string;
  /** Whether its server can find a tsconfig.test.json that nobody references. */
  readonly findsTests: boolean;
}

const SEED = 5;

/** What one package of the repository has as its own. */
const OLDER: Package = {
  registry: 'npm',
  name: 'typescript',
  version: '5.4.5',
  integrity:
    'sha512-vcI4UpRgg81oIRUFwR0WSIHKt11nJ7SAVlYNIu+QpqeyXP+gpQJy/Z4+F0aGxSE4MqwjyXvW/TzgkLAx2AGHwQ==',
};

/** Thirty generated packages with every way to depend on each other. */
export function monorepo({ id, language, typescript, findsTests }: MonorepoOptions): Subject {
  const generated = generateMonorepo({ seed: SEED, odd: BEFORE_5_5 });
  const judges = new Map<string, MonorepoJudge>();
  return {
    id,
    language,
    title: `generated monorepo, ${generated.packages.length} packages`,
    server: 'typescript',
    compiler: 'tsc -p for each package; tsc -b for those that are composite',
    share: 0.6,
    makeWorkspace: async (folder) =>
      writeMonorepo(generated, folder, join(SIDECAR, 'node_modules', typescript), await fetchPackage(OLDER)),
    edits: (file) => /^packages\/\w+\/(src|test)\/.*\.[jt]s$/.test(file),
    settings: (file) => /(^|\/)(tsconfig[^/]*|package)\.json$/.test(file),
    ways: typescriptWays,
    judge(workspace, scratch) {
      const judge =
        judges.get(workspace) ?? new MonorepoJudge(generated, workspace, join(scratch, 'copy'), findsTests);
      judges.set(workspace, judge);
      return judge.judge();
    },
    rules: tscRules,
  };
}
