/** Which names of variables say that a secret is in them. Core has a copy of this file. */

/** Whole words of a name: `GITHUB_TOKEN`, `npm_config__authToken`, `SSH_PASS`. */
const SECRET_WORDS = new Set([
  ...[
    'TOKEN',
    'PASS',
    'PWD',
    'PW',
    'OTP',
    'TOTP',
    'MNEMONIC',
    'CRED',
    'CREDS',
    'AUTHORIZATION',
    'BEARER',
    'JWT',
    'PAT',
    'WEBHOOK',
    'COOKIE',
    'COOKIES',
  ],
  ...['PSWD', 'PSSWD', 'SENHA', 'AUTHKEY', 'AUTHTOKEN', 'KEYPASS', 'STOREPASS', 'BINDPW', 'PSK'],
]);

/** Parts of words, too: `MYSECRETS`, `SECRETKEYBASE`, `ARTIFACTS_CREDENTIALPROVIDER`. */
const SECRET_PARTS =
  /SECRET|PASSWORD|PASSWD|PASSPHRASE|PASSCODE|PASSWORT|KENNWORT|CONTRASENA|CREDENTIAL|APIKEY|PRIVATEKEY|ACCESSKEY/;

/** Endings of words: `GITHUBTOKEN`, `APPLEIDPASS`, `TS_AUTHKEY`; not `SSH_ASKPASS`, `MONKEY`. */
const SECRET_ENDS =
  /TOKEN$|(?<!^|^OLD)PWD$|(?<!ASK|BY|COM|OVER|SUR|TRES|UNDER)PASS$|(ACCOUNT|APP|AUTH|CLIENT|DB|DEPLOY|ENCRYPTION|GPG|HMAC|LICENSE|MASTER|PRIV|SERVICE|SIGN|SIGNING|SSH|USER|WRITE)KEYS?$/;

/** `..._KEY`, also before words that name a part or a form of a key. */
const KEY =
  /(^|_)KEYS?(_(ID|BASE|B64|BASE64|HEX|PEM|P8|P12|JSON|DATA|CONTENTS?|STRING|TEXT|RAW|VALUE|FILE|PATH|\d+))*$/;

/** `API_KEY_STAGING`: a name that such a word makes a secret stays one, whatever follows. */
const KEY_WITHIN = /(^|_)(API|ACCESS|PRIVATE|ENCRYPTION|SIGNING|MASTER)_KEYS?_/;

/** The name of a git setting: `http.extraheader`. */
const GIT_SETTING = /^GIT_CONFIG_KEY_\d+$/;

/**
 * `REDISCLI_AUTH`, `DOCKER_AUTH_CONFIG`; not `SSH_AUTH_SOCK`, which is the address of a program
 * that is asked each time.
 */
const AUTH = /(^|_)O?AUTH(_(CONFIG|CODE|HEADERS?|IDENT|JSON|DATA|BASIC))?$/;

const ENDS = /(^|_)(CONNECTION_?STRING|(MFA|ACCESS)_CODE|(SEED|RECOVERY|PASS)_?PHRASE|SALT|PEPPER|PIN|SAS)$/;

/**
 * Bundler's account for a host, whose dots are `__`: `BUNDLE_GEMS__EXAMPLE__COM`. These of its
 * settings have a `__`, too.
 */
const OF_BUNDLER = /^BUNDLE_(?!(LOCAL|MIRROR|BUILD|PATH)__).*[A-Z\d]__/;

/** `MAX_TOKENS` is a number of tokens. */
const TOKENS = /(^|_)TOKENS$/;
const NUMBERS_OF_TOKENS = /(^|_)(MAX|MIN|NUM|OUTPUT|INPUT|THINKING|CONTEXT|BUDGET|LIMIT)(_.*)?_TOKENS$/;

/** The current and the previous folder of a shell. */
const FOLDERS = new Set(['PWD', 'OLDPWD']);

/**
 * What such a variable holds is a secret, or the place of one: `BW_SESSION`, `SONAR_LOGIN`,
 * `MYSQL_DSN`, `NETRC_CONTENT`, `CSC_LINK`, `VSS_NUGET_EXTERNAL_FEED_ENDPOINTS`.
 */
const MAYBE =
  /(^|_)(SESSION(_.*)?|LOGIN|DSN|NETRC(_.*)?|CSC_LINK|JAAS_CONFIG|FEED_ENDPOINTS|(API|CUSTOM|HTTP|OTLP|REQUEST)(_[A-Z]+)?_HEADERS|HMAC)$/;

/** Sessions of terminals and desktops. */
const OF_DESKTOPS =
  /^((XDG|DESKTOP|DBUS|GNOME|KDE|TERM|ITERM|WT|STARSHIP|ZELLIJ|TMUX|BYOBU)_.*|SESSION_MANAGER)$/;

/** A number, a path or an address: what is no secret by itself. */
const PLACE = /^(\d{1,9}|(~|\.{0,2})\/[^\n]*|[A-Za-z]:\\[^\n]*|[a-z][a-z\d+.-]*:\/\/\S*)$/i;

/** `ETCDCTL_USER=root:hunter2`; not the numbers of a user and a group. */
const USER = /(^|_)(USER|USERNAME|USERPASS)$/;
const PAIR = /^(?!\d+:\d+$)[^\s:/\\]+:[^\s/\\]+$/;

/** `USE_TOKEN=1` is a switch, not a secret. */
const SWITCH = /^(|0|1|true|false|yes|no|on|off)$/i;

/** Whether a variable holds a secret, by its name; its value says only what is evidently none. */
export function isSecretVariable(name: string, value: string): boolean {
  if (SWITCH.test(value.trim())) return false;
  const joined = wordsOf(name).join('_');
  if (isSecretName(name)) return true;
  if (USER.test(joined) && PAIR.test(value)) return true;
  return MAYBE.test(joined) && !OF_DESKTOPS.test(joined) && !PLACE.test(value.trim());
}

/** Whether what a variable of that name holds is a secret, whatever it is. */
function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const joined = words.join('_');
  if (FOLDERS.has(joined) || GIT_SETTING.test(name)) return false;
  if (OF_BUNDLER.test(name.toUpperCase())) return true;
  if (words.some((word) => SECRET_WORDS.has(word) || SECRET_PARTS.test(word) || SECRET_ENDS.test(word)))
    return true;
  if (TOKENS.test(joined)) return !NUMBERS_OF_TOKENS.test(joined);
  return [KEY, KEY_WITHIN, AUTH, ENDS].some((form) => form.test(joined));
}

/** In capitals: `npm_config__authToken` has NPM, CONFIG, AUTH and TOKEN. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z\d]+/)
    .filter((word) => word !== '');
}
