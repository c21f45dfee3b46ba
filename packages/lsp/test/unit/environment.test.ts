import { expect, test } from 'bun:test';
import { withholdSecrets } from '../../src/support/environment.ts';

/** As long and mixed as tokens are; put together here, so that nobody takes it for one that has leaked. */
const RANDOM = 'aB3dE5fG7hJ9'.repeat(4);
const UPPER = 'ABCDEFGH12345678';
const JWT = `eyJ${RANDOM}.eyJ${RANDOM}.${RANDOM}`;
const PEM = ['-----BEGIN RSA', 'PRIVATE KEY-----', RANDOM].join(' ');

function left(env: Record<string, string>, passEnv: string[] = []): { env: Record<string, string | undefined>; withheld: string[] } {
  const copy: Record<string, string | undefined> = { ...env };
  const withheld = withholdSecrets(copy, { passEnv, trusted: true });
  return { env: copy, withheld };
}

test.each([
  // Clouds.
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_SHARED_CREDENTIALS_FILE', 'AZURE_CLIENT_SECRET', 'AZURE_STORAGE_KEY', 'AZURE_STORAGE_CONNECTION_STRING'],
  ...['ARM_ACCESS_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_API_KEY', 'GCP_SA_KEY_BASE64', 'CLOUDFLARE_API_TOKEN', 'DIGITALOCEAN_ACCESS_TOKEN', 'HCLOUD_TOKEN', 'OCI_CLI_PASSPHRASE'],
  // Model providers.
  ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'GEMINI_API_KEY', 'MISTRAL_API_KEY', 'HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN', 'OPENROUTER_KEY', 'AZURE_OPENAI_APIKEY'],
  // CI and code hosts.
  ...['GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_PAT', 'GITLAB_TOKEN', 'CI_JOB_TOKEN', 'CI_JOB_JWT_V2', 'CI_REGISTRY_PASSWORD', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'CODECOV_TOKEN'],
  ...['BITBUCKET_APP_PASSWORD', 'SYSTEM_ACCESSTOKEN', 'CIRCLE_OIDC_TOKEN', 'BUILDKITE_AGENT_ACCESS_TOKEN'],
  // Registries.
  ...['NPM_TOKEN', 'NODE_AUTH_TOKEN', 'npm_config__auth', 'npm_config_//registry.example/:_authToken', 'YARN_NPM_AUTH_TOKEN', 'TWINE_PASSWORD', 'UV_PUBLISH_TOKEN', 'POETRY_HTTP_BASIC_X_PASSWORD'],
  ...['CARGO_REGISTRY_TOKEN', 'CARGO_REGISTRIES_MINE_TOKEN', 'DOCKER_PASSWORD', 'DOCKER_AUTH_CONFIG', 'COMPOSER_AUTH', 'GEM_HOST_API_KEY', 'NUGET_API_KEY', 'MAVEN_GPG_PASSPHRASE'],
  // Services and applications.
  ...['PGPASSWORD', 'MYSQL_PWD', 'REDISCLI_AUTH', 'DB_PASS', 'DB_PASSWORD', 'SSHPASS', 'SECRET_KEY_BASE', 'RAILS_MASTER_KEY', 'JWT_SECRET', 'SESSION_SECRET', 'ENCRYPTION_KEY', 'SLACK_BOT_TOKEN', 'SLACK_WEBHOOK_URL'],
  ...['STRIPE_SECRET_KEY', 'TWILIO_AUTH_TOKEN', 'SENDGRID_API_KEY', 'SENTRY_AUTH_TOKEN', 'DD_API_KEY', 'VAULT_TOKEN', 'ANSIBLE_VAULT_PASSWORD', 'GPG_PASSPHRASE', 'WALLET_MNEMONIC', 'githubToken', 'API-KEY', 'API_KEY_STAGING', 'X_API_KEY_2_OLD', 'apiKey', 'LLXPRT_LSP_TOKEN', 'OP_SESSION_TOKEN'],
])('is a secret by its name: %s', (name) => {
  expect(left({ [name]: 'x1y2z3' })).toEqual({ env: {}, withheld: [name] });
});

test.each([
  ['a private key', PEM],
  ['a private key with escaped line ends', JSON.stringify({ type: 'service_account', private_key: `${PEM}\n` })],
  ['an OpenSSH key', PEM.replace('RSA', 'OPENSSH')],
  ['a PGP key', PEM.replace('RSA', 'PGP').replace('KEY-', 'KEY BLOCK-')],
  ['a private key in Base64', Buffer.from(PEM).toString('base64')],
  ['a private key of another kind in Base64', Buffer.from(PEM.replace('RSA ', '')).toString('base64')],
  ['a JSON Web Token', JWT],
  ['one in an option', `--header=${JWT}`],
  ['a header', `Authorization=Bearer ${RANDOM}`],
  ['a header with a key', `x-api-key=${RANDOM},x=y`],
  ['an .npmrc line', `//registry.example/:_authToken=${RANDOM}`],
  ['a connection string of a store', `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${RANDOM}==;EndpointSuffix=b`],
  ['a connection string of a database', 'Server=db;Database=d;User Id=u;Password=hunter2'],
  ['a signed address', `https://store.example/file?sv=2024&sig=${RANDOM}`],
  ['an address with a token', `https://example.com/hook?access_token=${RANDOM}`],
  ['a webhook', `https://hooks.slack.com/services/T0/B0/${RANDOM}`],
  ['GitHub', `ghp_${RANDOM.slice(0, 36)}`],
  ['GitHub, fine-grained', `github_pat_${RANDOM}`],
  ['GitLab', `glpat-${RANDOM.slice(0, 20)}`],
  ['AWS', `AKIA${UPPER}`],
  ['Google', `AIza${RANDOM.slice(0, 35)}`],
  ['OpenAI', `sk-proj-${RANDOM}`],
  ['Anthropic', `sk-ant-api03-${RANDOM}`],
  ['Stripe', `sk_live_${RANDOM}`],
  ['Slack', `xoxb-123456789012-${RANDOM}`],
  ['Hugging Face', `hf_${RANDOM}`],
  ['npm', `npm_${RANDOM.slice(0, 36)}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${RANDOM}`],
  ['crates.io', `cio${RANDOM.slice(0, 32)}`],
  ['Vault', `hvs.${RANDOM}`],
  ['SendGrid', `SG.${RANDOM}.${RANDOM}`],
])('is a secret by its value, whatever its name is: %s', (_, value) => {
  expect(left({ MINE: value })).toEqual({ env: {}, withheld: ['MINE'] });
});

test.each([
  ['DATABASE_URL', 'postgres://ann:p%40ss@db:5432/shop?sslmode=require', 'postgres://db:5432/shop?sslmode=require'],
  ['PLAIN_URI', 'postgres://ann:p/a?s#s@db:5432/shop', 'postgres://db:5432/shop'],
  ['PLAIN_AT_URI', 'postgres://ann:p/a@ss@db:5432/shop', 'postgres://db:5432/shop'],
  ['BRACKET_URI', 'postgres://an[n:hunter2@db:5432/shop', 'postgres://db:5432/shop'],
  ['DOMAIN_URI', 'mssql://sales\\ann:p/w@db/shop', 'mssql://db/shop'],
  ['PROXIES', 'https://proxy.example,https://ann:hunter2@go.example,direct', 'https://proxy.example,https://go.example,direct'],
  ['PLAIN_PROXIES', 'https://proxy.example|https://ann:p/w@go.example/@v|direct', 'https://proxy.example|https://go.example/@v|direct'],
  ['HOSTS', 'redis://one:6379,redis://:hunter2@two:6379', 'redis://one:6379,redis://two:6379'],
  ['MONGODB_URI', 'mongodb+srv://ann:p@ss@cluster.example/db', 'mongodb+srv://cluster.example/db'],
  ['REDIS_URL', 'redis://:hunter2@cache:6379/0', 'redis://cache:6379/0'],
  ['HTTPS_PROXY', 'http://ann:hunter2@proxy:3128', 'http://proxy:3128'],
  ['GOPROXY', `https://ann:${RANDOM}@go.example,https://proxy.example|direct`, 'https://go.example,https://proxy.example|direct'],
  ['PIP_INDEX_URL', `https://${RANDOM}@pypi.example/simple`, 'https://pypi.example/simple'],
  ['SENTRY_DSN', 'https://0123456789abcdef@o1.ingest.example/2', 'https://o1.ingest.example/2'],
  ['CARGO_REGISTRIES_MINE_INDEX', `sparse+https://x:${RANDOM}@crates.example/`, 'sparse+https://crates.example/'],
])('of an address only the credentials go: %s', (name, value, address) => {
  expect(left({ [name]: value })).toEqual({ env: { [name]: address }, withheld: [name] });
});

const HARMLESS: Record<string, string> = {
  ...{ PATH: '/usr/local/bin:/usr/bin', HOME: '/home/ann', PWD: '/work', OLDPWD: '/', LANG: 'C.UTF-8', TMPDIR: '/tmp', SHELL: '/bin/sh', TERM: 'xterm-256color', EMPTY: '' },
  ...{ GOPRIVATE: 'git.example/*', GOFLAGS: '-mod=mod', GOPATH: '/home/ann/go', GONOSUMDB: '*', GOAUTHOR: 'ann', CARGO_HOME: '/home/ann/.cargo', RUSTFLAGS: '-C target-cpu=native', RUSTUP_TOOLCHAIN: 'stable' },
  ...{ PYTHONPATH: 'src:lib', VIRTUAL_ENV: '/work/.venv', PYTHON_KEYRING_BACKEND: 'keyring.backends.null.Keyring', NODE_OPTIONS: '--max-old-space-size=4096', NODE_PATH: '/usr/lib/node', JAVA_HOME: '/opt/java' },
  ...{ TOKENIZERS_PARALLELISM: 'false', MAX_TOKENS: '4096', CLAUDE_CODE_MAX_OUTPUT_TOKENS: '32000', DISABLE_AUTH: '1', USE_TOKEN: 'true', GIT_ASKPASS: '/usr/bin/askpass', SSH_ASKPASS: '/usr/bin/askpass' },
  ...{ SSH_AUTH_SOCK: '/run/user/1000/agent', XAUTHORITY: '/home/ann/.Xauthority', GIT_AUTHOR_NAME: 'Ann', CI_COMMIT_AUTHOR: 'Ann <ann@example.com>', SSL_CERT_FILE: '/etc/ssl/cert.pem', NODE_EXTRA_CA_CERTS: '/etc/ssl/ours.pem' },
  ...{ KEYBOARD: 'de', MONKEY: 'ape', HOTKEYS: 'vi', COMPASS_HOME: '/opt/compass', BYPASS_CACHE: 'sometimes', PASSTHROUGH: 'all', PGPASSFILE: '/home/ann/.pgpass', KUBECONFIG: '/home/ann/.kube/config' },
  // What tokens begin with, folders may be called, too.
  ...{ FOLDERS: '/work/vercel-storefront-of-the-season/node_modules/.bin:/home/ann/npm-packages-of-our-own/bin', HOLDS_SK: '/work/sk-learn-pipelines-of-ours', MIRROR: '/srv/pypi-mirror-of-everything-that-we-use' },
  ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '/work' },
  ...{ AWS_REGION: 'eu-central-1', AWS_PROFILE: 'work', AZURE_TENANT_ID: '00000000-0000-4000-8000-000000000000', GOOGLE_CLOUD_PROJECT: 'shop', NIX_PATH: 'nixpkgs=/nix/store/0c0y3yx5k0jyhsv4rpwfq8cz3x0ydl2k-source' },
  ...{ HTTP_PROXY: 'http://proxy:3128', PIP_INDEX_URL: 'https://pypi.example/simple', REMOTE: 'ssh://git@git.example/ann/shop.git', SCP: 'git@git.example:ann/shop.git', SHA: '3f786850e387550fdab836ed7e6dc881de23001b' },
  ...{ npm_package_name: '@scope/pkg@1.2.3', npm_config_registry: 'https://registry.example/', SCOPED: 'http://registry.example:4873/@scope/name', SCOPED_6: 'http://[::1]:4873/@scope/name' },
  ...{ DRIVE: 'file://C:/work/node_modules/@scope/name', REPLICAS: 'mongodb://one:27017,two:27017/shop?appName=a@b', JSON: '{"url":"https://a.example","by":"ann@b.example"}', JSON_PATH: '{"url":"https://a.example","in":"/x/@scope"}' },
  ...{ LS_COLORS: 'rs=0:di=01;34', DIGEST: 'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg==', MESSAGE: 'basic authentication: password prompt' },
};

test.each(Object.entries(HARMLESS))('stays as it is: %s=%s', (name, value) => {
  expect(left({ [name]: value })).toEqual({ env: { [name]: value }, withheld: [] });
});

test('of git the settings are still as many as it counts, or it would do nothing at all', () => {
  const env = { GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: `Authorization: Basic ${RANDOM}`, GIT_CONFIG_KEY_1: `url.https://${RANDOM}@git.example/.insteadOf`, GIT_CONFIG_VALUE_1: 'git@git.example:' };
  expect(left(env)).toEqual({
    env: { ...env, GIT_CONFIG_VALUE_0: '', GIT_CONFIG_KEY_1: 'url.https://git.example/.insteadOf' },
    withheld: ['GIT_CONFIG_KEY_1', 'GIT_CONFIG_VALUE_0'],
  });
});

test('passEnv names what stays, one by one', () => {
  const env = { GITHUB_TOKEN: 'x1', GH_TOKEN: 'x2', DATABASE_URL: 'postgres://u:p@db/shop', OTHER_URL: 'postgres://u:p@db/shop' };
  const { env: kept, withheld } = left(env, ['GITHUB_TOKEN', 'DATABASE_URL', 'NOT_THERE']);
  expect(kept).toEqual({ GITHUB_TOKEN: 'x1', DATABASE_URL: 'postgres://u:p@db/shop', OTHER_URL: 'postgres://db/shop' });
  expect(withheld).toEqual(['GH_TOKEN', 'OTHER_URL']);
});

test('a variable as long as a system allows is judged at once', () => {
  const long = ['a.', 'a-', 'eyJ', '://a:', 'a://b:c', '?x', 'Basic ', 'LS0tLS1CRUdJTi', 'https://'].map((part) => part.repeat(Math.floor(131_000 / part.length)));
  // The work counts, not how long a busy machine lets it wait. us.
  const began = process.cpuUsage();
  for (const value of long) left({ LONG: value });
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
