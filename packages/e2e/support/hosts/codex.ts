import type { Home } from './home.js';
import { hostProgram } from './program.js';
import { serveResponses } from './responses-wire.js';

/** Codex as a user has it who let it ask nobody: no updates, no telemetry, no downloads. */
const CONFIG = `# Mine.
model = "gpt-5.5"
model_provider = "fake"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
plugins = false
apps = false
remote_plugin = false
skill_mcp_dependency_install = false

[model_providers.fake]
name = "fake"
env_key = "FAKE_KEY"
wire_api = "responses"
`;

export function configureCodex(home: Home): void {
  home.write('.codex/config.toml', CONFIG);
}

/** Trusting hooks takes a person; whoever starts it without one may vouch for them. */
export const VOUCHED = '--dangerously-bypass-hook-trust';

/** `codex exec`. */
export const codex = hostProgram('codex', {
  serve: serveResponses,
  args: (url) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '-c', `model_providers.fake.base_url="${url}/v1"`, 'Go.'],
  env: () => ({ FAKE_KEY: 'none' }),
});
