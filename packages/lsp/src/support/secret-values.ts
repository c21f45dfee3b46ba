/** What values of variables show to be secrets. Core has a copy of this file. */

const KEYS =
  'api|app|access|account|auth|client|license|private|secret|shared[-_.]?access|signing|encryption|' +
  'master|write';

/** What stands before the value of an option, a field or a header that is secret. */
const FIELD = [
  String.raw`(?:password|passwd|passphrase|passcode|secret|token|bearer|authorization|jwt|cookie)`,
  // `-Rpass=inline` is clang's, and `PWD=/work` a folder.
  String.raw`(?:(?<![\w-])(?:-{0,2}|-D)|admin|db|http|key|proxy|root|ssh|store|user)[-_.]?pass`,
  String.raw`(?<![a-z])pwd(?=["']?\s{0,3}[=:]\s{0,3}["']?[^\s/~$])`,
  String.raw`(?:${KEYS})[-_.]?key(?:[-_.]?(?:id|data))?`,
  String.raw`(?:key[-_.]data|shared[-_.]?access[-_.]?signature|credentials?|_auth|sonar[.]login)`,
].join('|');

/** What shows a value to be none: a switch, or the name of a variable or a property. */
const NONE = String.raw`(?!(?:0|1|true|false|yes|no|on|off|null|none)(?![\w.-])|\$\{|\$\(|%\w+%)`;

/** Between a name and its value, with the quotes of either. */
const EQUALS = String.raw`(?:\\*["'])?\s{0,3}(?:=|:(?![/~.]|\\(?!\\?[\"'])))\s{0,3}(?:\\*["'])?`;
/** `keyStorePassword=x`, `--token=x`, `_authToken=x`, `"password": "x"`, `x-api-key: x`. */
const NAMED = new RegExp(String.raw`(?:${FIELD})${EQUALS}${NONE}[^\s"'\\{}[\],;&]`, 'i');

/** Of a settings.xml: `<password>x</password>`. */
const ELEMENT = new RegExp(String.raw`<(?:[\w.:-]{1,40}[-_.:])?(?:${FIELD})>\s{0,20}${NONE}[^\s<]`, 'i');

/** `--password x`, `-u name:x`. */
const OPTION = new RegExp(String.raw`(?:^|\s)-{1,2}(?:[\w.]{1,40}[-_.])?(?:${FIELD})\s+(?!-)${NONE}\S`, 'i');
const OF_CURL = /(?:^|\s)(?:-u|--user|--proxy-user|--auth)[\s=]+(?!\d+:\d+(?:\s|$))[^\s:]{1,200}:\S/;

/** One word of a list of options that is secret, or begins a secret pair. */
const OPTION_WORD = new RegExp(String.raw`^-{1,2}\S{0,200}?(?:${FIELD})=\S`, 'i');
const OPTION_PAIR = new RegExp(
  String.raw`^-{1,2}(?:[\w.]{1,40}[-_.])?(?:${FIELD})$|^(?:-u|--user|--proxy-user|--auth)$`,
  'i',
);

/** Formats that only secrets have, wherever they stand in a value. */
const FORMATS: readonly RegExp[] = [
  // Private keys, as PEM and as PEM in Base64.
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\bLS0tLS1CRUdJTi[\w+/]{0,60}(UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW)/,
  /\bAGE-SECRET-KEY-1\w{20}/i,
  /\bPuTTY-User-Key-File-\d/,
  // JSON Web Tokens, also in Base64.
  /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\./,
  /\bZXlK[A-Za-z\d]{2,}[\w+/]{60,}/,
  // Headers, as OTEL_EXPORTER_OTLP_HEADERS holds them.
  /\b(bearer|basic)\s+(?=\S*\d)[\w.~+/=-]{12,}/i,
  NAMED,
  ELEMENT,
  OPTION,
  OF_CURL,
  // JSON of Docker and Composer, .netrc, connection strings of databases.
  /\\?"auth\\?"\s*:\s*\\?"[^"\\]{4}/i,
  /\b(login|user|username)\s+\S{1,200}\s+(password|passwd)\s+\S/i,
  // `ann:hunter2@tcp(db:3306)/shop`, `ann:hunter2@db:5432`, `scott/tiger@db:1521/x`.
  /(^|[\s,;="'])[^\s/\\:@,;="'<>()]{1,64}:[^\s/\\@]{1,128}@[\w.-]{1,200}(\(|:\d{2,5}\b)/,
  /(^|[\s,;="'])\w{1,64}\/[^\s/\\@]{1,128}@(\/\/)?[\w.-]{1,200}:\d{2,5}[/:]/,
  // Signed URLs, and URLs that are a secret as a whole.
  /[?&](sig|signature|x-amz-signature|x-goog-signature|[\w-]{0,30}token|api-?_?key|apikey|key|password|passwd|secret|client_secret|auth)=[^&\s]{6,}/i,
  /\bhooks\.slack\.com\/(services|workflows|triggers)\/\w/,
  /\bdiscord(app)?\.com\/api\/webhooks\/\d/,
  /\bwebhook\.office\.com\/webhookb2\/\w|\boutlook\.office\.com\/webhook\/\w|\bhooks\.zapier\.com\/hooks\/\w/,
  /\bapi\.telegram\.org\/bot\d|\bdl\.cloudsmith\.io\/(?!public\/|basic\/)\w{8,}|\bgem\.fury\.io\/\w{16,}/,
  // Tokens that show by their form which service they belong to.
  /\b(gh[pousr]_[A-Za-z\d]{30,}|github_pat_\w{20,})/,
  /\bgl(pat|ptt|dt|rt|rtr|cbt|ft|ffct|imt|agent|oas|soat|sa|wt)-[\w-]{16,}|\bGR1348941[\w-]{16,}|_gitlab_session=\w/,
  /\b(AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z\d]{16}\b|\bABSK[A-Za-z\d+/]{40,}|\bbedrock-api-key-\w{16,}/,
  /\bAIza[\w-]{30,}|\bGOCSPX-[\w-]{20,}|\bya29\.[\w-]{10,}|(?<![\w/\\])1\/\/0[\w-]{30,}/,
  // Folders have such names, too: `/work/npm-packages-of-our-own`.
  /(?<![\w/\\])sk-[\w-]{20,}/,
  /\b(sk|rk|pk|whsec|shippo|duffel)_(live|test|prod)_\w{10,}|\bwhsec_\w{16,}|(?<![\w/\\])sq0(atp|csp|idp)-[\w-]{16,}/,
  /\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}|\bxoxe\.xox[bp]-\d/,
  /(?<![\w/\\])(hf|api_org|gsk|r8|nvapi|pplx|xai|tgp_v1|lin_api|lin_oauth|figd|figo|npm|vercel|vcp|dckr_pat|dckr_oat|do[opr]_v1|glc|glsa|phx|rnd|ntn|tvly|pul|pnu|tfp|sntrys|sntryu)[_-][\w-]{20,}/,
  /(?<![\w/\\])(shpat|shpca|shppa|shpss|rubygems|rdme|sgp|sbp|sb_secret|pscale_(tkn|oauth|pw)|fm1[ar]|fm2|fo1|CLOJARS|nfp|nfc|sm_[aps]at|xkeysib|xsmtpsib|dnkey|tk-us|p8e|CCIPAT|PMAK|PMAT|NRAK|NRII|NRJS|NRRA|HRKU|FLWSECK_TEST|tskey|squ|sqp|sqa|ory_(at|pat|st)|lsv2_(pt|sk)|ctx7sk|CFPAT|pcsk|e2b|ops)[_-][\w.+/=,-]{16,}/,
  /(?<![\w/\\])dapi[\w-]{20,}/,
  /(?<![\w/\\])(dp\.(pt|st|ct|sa|scim|audit)|dt0[a-z]\d\d|hv[sbr])\.[\w.-]{16,}|\.atlasv1\.[\w-]{20,}|(?<![\w/\\.])s\.[A-Za-z\d]{24}\b/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}|(?<![\w/\\-])key-[a-f\d]{32}\b|\b(SK|AC)[a-f\d]{32}\b|\bsha256~[\w-]{20,}|\bpat-[a-z]{2}\d-[a-f\d]{8}-/,
  /(?<![\w/\\])pypi-[\w-]{30,}/,
  /\bcio[A-Za-z\d]{32}\b|\bA3-[A-Z\d]{6}-[A-Z\d]{5,11}-[A-Z\d]{5}-/,
  /\b(AKCp|cmVmd|eyJrIjoi)[A-Za-z\d+/=]{40,}|\bLTAI[A-Za-z\d]{16,}/,
  /\bATATT3[\w=-]{20,}|\bATCTT3[\w=-]{20,}|\bATBB[A-Za-z\d]{20,}/,
  /\bEAA[A-Z][\w-]{30,}/,
  /\b\d{8,10}:AA[\w-]{32,}/,
  /(?<![\w~.])[\w~.]{3}\dQ~[\w~.-]{31,34}/,
  /\bpat\w{14}\.[a-f\d]{32,}/,
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
const WITH_RAW_PASSWORD =
  /\b(?!file:)([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#:@[\](){}<>"'`,;|]*:(?!\d{1,5}[/?#,;|&"'`)\]}>])[^\s@]{0,100}(?:@[^\s@/?#]*)*@/gi;

/**
 * @returns the value without the credentials of its URLs and without secret options, so that it
 * may be shown; undefined where all of it is a secret
 */
export function withoutCredentials(value: string): string | undefined {
  const left = value.replace(WITH_PASSWORD, '$1').replace(WITH_RAW_PASSWORD, '$1').replace(WITH_USER, '$1');
  if (!isSecret(left)) return left;
  const shorter = withoutOptions(left);
  return shorter === undefined || isSecret(shorter) ? undefined : shorter;
}

function isSecret(value: string): boolean {
  return FORMATS.some((format) => format.test(value));
}

/**
 * `JAVA_TOOL_OPTIONS` and the like without the options that are secret: a compiler needs the rest.
 * Where something is quoted, a word is no option.
 */
function withoutOptions(value: string): string | undefined {
  if (!value.startsWith('-') || /["'`\\\n]/.test(value)) return undefined;
  const words = value.split(/\s+/);
  const kept = words.filter(
    (word, at) =>
      !OPTION_WORD.test(word) &&
      !OPTION_PAIR.test(word) &&
      !(at > 0 && OPTION_PAIR.test(words[at - 1] ?? '')),
  );
  return kept.length === 0 ? undefined : kept.join(' ');
}

/** What separates the parts of a value. */
const SEPARATORS = /[\s,;:|&?"'`<>()[\]{}=.@#!$%*^\\/]+/;
const WORDS = /[\s,;:|&?"'`<>()[\]{}=]+/;

/** A part as long as this can be told from a word, UTF-16 code units; in a path longer. */
const SHORTEST = 16;
const SHORTEST_IN_PATH = 24;

/**
 * Whether a part of it looks drawn by lot, as tokens and keys do: letters and digits, or large and
 * small letters, change as they do in no word, number or version. Parts of paths are called by
 * hashes often, which have no capitals.
 */
export function looksRandom(value: string): boolean {
  return value.split(WORDS).some((word) => {
    const isPath = /^(~|\.{0,2}[/\\](?![/\\])|-[IL][/\\])/.test(word);
    return word
      .split(SEPARATORS)
      .some((part) => part.length >= (isPath ? SHORTEST_IN_PATH : SHORTEST) && isRandom(part, isPath));
  });
}

function isRandom(part: string, isPath: boolean): boolean {
  if (isPath && !(/[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part) && !/[-_]/.test(part)))
    return false;
  const needed = Math.max(5, part.length / (isPath ? 4 : 6));
  const ofDigits = part.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (ofDigits >= needed) return true;
  const ofCapitals = part.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
  // `GetServiceAccountV1ServiceAccountsRequest` changes as often, but between words.
  const words = part.match(/[A-Z]?[a-z]{3,}/g)?.join('').length ?? 0;
  return ofDigits + ofCapitals >= needed && words < part.length * 0.6;
}
