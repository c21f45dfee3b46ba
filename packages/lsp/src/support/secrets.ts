/** Whole words of a name: `GITHUB_TOKEN`, `npm_config__authToken`, `SSH_PASS`. */
const SECRET_WORDS = new Set([
  ...['TOKEN', 'SECRET', 'SECRETS', 'PASSWORD', 'PASSWORDS', 'PASSWD', 'PASSPHRASE', 'PASS', 'PWD', 'PW', 'OTP', 'MNEMONIC'],
  ...['CREDENTIAL', 'CREDENTIALS', 'CRED', 'CREDS', 'APIKEY', 'APIKEYS', 'AUTHORIZATION', 'BEARER', 'JWT', 'PAT', 'WEBHOOK', 'COOKIE'],
]);

/** Endings of names without a separator: `PGPASSWORD`, `GITHUBTOKEN`. */
const SECRET_ENDS = /(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS|APIKEY|ACCESSKEY|SECRETKEY|PRIVATEKEY)$|^SSHPASS$/;

/** `..._KEY`, also before words that name a part or a form of a key. */
const KEY = /(^|_)KEYS?(_(ID|BASE|B64|BASE64|PEM|JSON|DATA|VALUE|FILE|PATH|\d+))*$/;

/** `API_KEY_STAGING`: a name that such a word makes a secret stays one, whatever follows. */
const KEY_WITHIN = /(^|_)(API|ACCESS|PRIVATE|ENCRYPTION|SIGNING|MASTER)_KEYS?_/;

/** The name of a git setting: `http.extraheader`. */
const GIT_SETTING = /^GIT_CONFIG_KEY_\d+$/;

/**
 * `REDISCLI_AUTH`, `DOCKER_AUTH_CONFIG`; not `SSH_AUTH_SOCK`, which is the address of a program
 * that is asked each time.
 */
const AUTH = /(^|_)O?AUTH(_(CONFIG|HEADERS?|JSON|DATA|BASIC))?$/;

const CONNECTION = /(^|_)CONNECTION_?STRING$/;

/** `MAX_TOKENS` is a number of tokens. */
const TOKENS = /(^|_)TOKENS$/;
const NUMBERS_OF_TOKENS = /(^|_)(MAX|MIN|NUM|OUTPUT|INPUT|THINKING|CONTEXT|BUDGET|LIMIT)(_.*)?_TOKENS$/;

/** The current and the previous folder of a shell. */
const FOLDERS = new Set(['PWD', 'OLDPWD']);

/** Whether a variable of that name holds a secret, whatever its value is. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z\d]+/)
    .filter((word) => word !== '');
  const joined = words.join('_');
  if (FOLDERS.has(joined) || GIT_SETTING.test(name)) return false;
  if (words.some((word) => SECRET_WORDS.has(word) || SECRET_ENDS.test(word))) return true;
  if (TOKENS.test(joined)) return !NUMBERS_OF_TOKENS.test(joined);
  return KEY.test(joined) || KEY_WITHIN.test(joined) || AUTH.test(joined) || CONNECTION.test(joined);
}

/** Formats that only secrets have, wherever they stand in a value. */
const SECRETS: readonly RegExp[] = [
  // Private keys, as PEM and as PEM in Base64.
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\bLS0tLS1CRUdJTi[\w+/]{0,60}(UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW)/,
  /\bAGE-SECRET-KEY-1\w{20}/i,
  /\bPuTTY-User-Key-File-\d/,
  // JSON Web Tokens.
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/,
  // Headers, as OTEL_EXPORTER_OTLP_HEADERS holds them.
  /\b(bearer|basic)\s+(?=\S*\d)[\w.~+/=-]{12,}/i,
  /\b(authorization|x-api-key|api[-_]?key|_?auth_?token|_password)\s*[=:]\s*\S{6,}/i,
  // Connection strings of Azure and of databases.
  /(^|[;\s])(accountkey|sharedaccesskey|sharedaccesssignature|password|passwd|pwd)\s*=\s*[^;\s]+/i,
  // Signed URLs, and URLs that are a secret as a whole.
  /[?&](sig|signature|x-amz-signature|x-goog-signature|[\w-]{0,30}token|api-?_?key|apikey|key|password|passwd|secret|client_secret|auth)=[^&\s]{6,}/i,
  /\bhooks\.slack\.com\/(services|workflows)\/\w/,
  /\bdiscord(app)?\.com\/api\/webhooks\/\d/,
  // Tokens that show by their form which service they belong to.
  /\b(gh[pousr]_[A-Za-z\d]{30,}|github_pat_\w{20,})/,
  /\bgl(pat|ptt|dt|rt|cbt|ft|agent|soat|sa)-[\w-]{16,}/,
  /\b(AKIA|ASIA)[A-Z\d]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bya29\.[\w-]{10,}/,
  // Folders have such names, too: `/work/npm-packages-of-our-own`.
  /(?<![\w/\\])sk-[\w-]{20,}/,
  /\b(sk|rk|pk|whsec)_(live|test)_\w{10,}|\bwhsec_\w{16,}/,
  /\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}/,
  /(?<![\w/\\])(hf|gsk|r8|nvapi|pplx|xai|lin_api|figd|npm|vercel|dckr_pat|dop_v1|doo_v1|shpat|shpss|glsa|phx|rnd|ntn|tvly|pul|sntrys|sntryu|dp\.pt)[_-][\w-]{20,}/,
  /(?<![\w/\\])pypi-[\w-]{30,}/,
  /\bcio[A-Za-z\d]{32}\b/,
  /\bhv[sbr]\.[\w-]{20,}/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
  /\bATATT3[\w=-]{20,}/,
  /\bEAAC[\w-]{30,}|\bEAAG[\w-]{30,}/,
  /\b\d{8,10}:AA[\w-]{32,}/,
];

/**
 * The credentials of URLs. In `ssh://git@host` the name alone is none; over HTTP a name alone is
 * often a token. No name holds a quote: after it comes the next string of some JSON.
 */
const WITH_PASSWORD = /\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#:@"]*:[^\s/?#]*@/gi;
const WITH_USER = /\b(https?:\/\/)[^\s/?#"]+@/gi;

/**
 * The same where characters that a password may not hold were not encoded. What begins like a port,
 * with a path or the next address behind it, is no password. No name goes on from one address of a
 * list to the next.
 */
const WITH_RAW_PASSWORD = /\b(?!file:)([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#:@[\](){}<>"'`,;|]*:(?!\d{1,5}[/?#,;|&"'`)\]}>])[^\s@]{0,100}(?:@[^\s@/?#]*)*@/gi;

/**
 * @returns the value without the credentials of its URLs, so that it may be shown; undefined where
 * all of it is a secret
 */
export function withoutCredentials(value: string): string | undefined {
  const left = value.replace(WITH_PASSWORD, '$1').replace(WITH_RAW_PASSWORD, '$1').replace(WITH_USER, '$1');
  return SECRETS.some((secret) => secret.test(left)) ? undefined : left;
}
