import { GO_ENVIRONMENT } from './registries/go.js';
import type { ServerKind } from './subjects/subject.js';

/** A program that comes with no package of ours. */
export type Program = 'go' | 'gopls' | 'cargo' | 'rustc';

export interface ServerTraits {
  /** What the sidecar calls it; of these, no other one runs in its workspaces. */
  readonly id: string;
  /** What has to be on PATH. */
  readonly needs: readonly Program[];
  /** What it is given besides the environment of this process. @param workspace absolute, real */
  env(workspace: string): Readonly<Record<string, string>>;
  /**
   * Whether it leaves on disk what it has found out, for a later process to find: a cache, a target
   * folder.
   */
  readonly remembers: boolean;
}

const BUNDLED = { needs: [], env: () => ({}), remembers: false } as const;

export const SERVERS: Readonly<Record<ServerKind, ServerTraits>> = {
  tsserver: { ...BUNDLED, id: 'typescript' },
  typescript7: { ...BUNDLED, id: 'typescript' },
  pyright: { ...BUNDLED, id: 'pyright' },
  eslint: { ...BUNDLED, id: 'eslint' },
  gopls: { id: 'gopls', needs: ['go', 'gopls'], env: () => GO_ENVIRONMENT, remembers: true },
  // Beside the workspace, and gone with it.
  cargo: {
    id: 'cargo',
    needs: ['cargo', 'rustc'],
    env: (workspace) => ({ CARGO_TARGET_DIR: `${workspace}-target` }),
    remembers: true,
  },
};
