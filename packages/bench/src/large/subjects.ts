import type { ServerKind } from '../subjects/subject.js';

/** A large repository, whose clone the person who measures has. */
export interface LargeSubject {
  readonly id: string;
  /** On GitHub. Its clone has the name behind the slash. */
  readonly repository: string;
  readonly server: ServerKind;
  readonly extension: string;
  /** What has to be in the clone before, and the command that makes it. */
  readonly setUp?: { readonly needs: string; readonly command: string };
  /** A name of many uses, and the line that declares it. */
  readonly hot: { readonly file: string; readonly declares: string };
}

export const LARGE: readonly LargeSubject[] = [
  {
    id: 'playwright',
    repository: 'microsoft/playwright',
    server: 'tsserver',
    extension: '.ts',
    setUp: { needs: 'node_modules', command: 'npm ci --ignore-scripts' },
    hot: { file: 'packages/playwright-core/src/server/page.ts', declares: 'export class Page' },
  },
  {
    id: 'home-assistant',
    repository: 'home-assistant/core',
    server: 'pyright',
    extension: '.py',
    hot: { file: 'homeassistant/core.py', declares: 'class HomeAssistant' },
  },
  {
    id: 'terraform',
    repository: 'hashicorp/terraform',
    server: 'gopls',
    extension: '.go',
    hot: { file: 'internal/addrs/module.go', declares: 'type Module' },
  },
];
