import type { Home } from './home.js';
import { serveOpenai } from './openai-wire.js';
import { hostProgram } from './program.js';

/** Qwen Code as a user has it who let it ask nobody. */
export function configureQwen(home: Home): void {
  home.writeJson('.qwen/settings.json', {
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false },
    security: { auth: { selectedType: 'openai' } },
  });
}

/** `qwen -p Go.` */
export const qwen = hostProgram('qwen', {
  serve: serveOpenai,
  args: () => ['--approval-mode', 'yolo', '-p', 'Go.'],
  env: (url) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'fake', TERM: 'xterm-256color' }),
});
