/**
 * Private words that the field's terms have replaced; ARCHITECTURE.md has the glossary. Lint refuses
 * them as a whole name. A word in small letters is refused with a capital first letter, too.
 */
const retired = {
  patience: 'deadline',
  ripple: 'pendingChanges',
  doubt: 'staleMark',
  doubts: 'staleProjects',
  suspects: 'affectedFiles',
  newcomers: 'newFiles',
  secondLook: 'recheck',
  judgeAgain: 'recheck',
  hasSpoken: 'hasFreshResult',
  epochs: 'workspaceVersion',
  inquiry: 'pendingRequest',
  inquiries: 'pendingRequests',
  overtaken: 'superseded',
  anew: 'retryOnContentModified',
  rehearse: 'prewarm',
  distrust: 'invalidateBuildCache',
  voices: 'serverFindings',
  echoes: 'crossServerDuplicates',
  standIn: 'fallback',
  principal: 'primary',
  whereabouts: 'serverRoutingCache',
  kin: 'dependentServers',
  respondents: 'participants',
  dialogue: 'query',
  spot: 'position',
  surroundings: 'workspaceView',
  manners: 'traits',
  greets: 'publishesEmptyFirst',
  asksFirst: 'needsConfigurationFirst',
  leavesOut: 'excludes',
  recipe: 'serverPreset',
  strays: 'orphans',
  isInvented: 'isInferredProject',
  holdings: 'projectMembership',
  isDisbelieved: 'ignoresCreate',
  unannounced: 'unwatchedDependencies',
  landmark: 'sentinelPath',
  complaints: 'errors',
  guest: 'foreignDocument',
  guests: 'foreignDocuments',
  complaint: 'error',
  complain: 'printError',
  stray: 'orphan',
  said: 'result',
  told: 'notified',
  heard: 'received',
  whereby: 'options',
  whyNobody: 'whyUnserved',
  spotOf: 'textDocumentPositionOf',
  nothingHere: 'notFoundErrors',
  mirror: 'shadow',
  mirrors: 'shadows',
  naming: 'resolver',
  portion: 'batch',
  portions: 'batches',
  court: 'context',
  judging: 'projectsCheck',
  judgement: 'fileResult',
  judgements: 'results',
  verdict: 'result',
  verdicts: 'results',
  pointer: 'query',
  led: 'resolved',
  news: 'changes',
  isOfInterest: 'watchFilter',
  doubtful: 'mayBeStale',
  consultation: 'hookRequest',
  formerText: 'previousText',
  formerOf: 'previousTextOf',
  Answered: 'NavigationResult',
  Navigated: 'NavigationResult',
  Reply: 'Response',
  Judged: 'CheckedProjects',
  Asked: 'options',
};

/** In the titles of tests: words that are no names, and what stands for a name in a sentence. */
const retiredInTitles = {
  anew: 'again, or that it reloads',
  told: 'notified, or reported',
  said: 'reported',
  doubt: 'stale',
  judging: 'checking',
  asker: 'waiter',
  askers: 'waiters',
  hear: 'be notified of',
  hears: 'is notified of',
  unheard: 'unread',
  tell: 'report, or notify',
  tells: 'reports, or notifies',
  truth: 'correct findings',
  'stand-in': 'fallback',
  'stand-ins': 'fallbacks',
  complains: 'reports an error',
  doubts: 'makes stale',
  overtakes: 'supersedes',
};

/** @param {string} word */
const spellings = (word) => [word, `${(word[0] ?? '').toUpperCase()}${word.slice(1)}`];

/** @param {Readonly<Record<string, string>>} words */
const bySpelling = (words) =>
  Object.entries(words).flatMap(([word, term]) =>
    spellings(word).map((name) => /** @type {const} */ ([name, { word, term }])),
  );

/**
 * Each name that is refused, with the word and its term.
 * @type {ReadonlyMap<string, { word: string, term: string }>}
 */
export const retiredWords = new Map(bySpelling(retired));

/**
 * The same of the titles of tests.
 * @type {ReadonlyMap<string, { word: string, term: string }>}
 */
export const retiredTitleWords = new Map([...retiredWords, ...bySpelling(retiredInTitles)]);

/**
 * What a title has to quote, each with the reason.
 * @type {Readonly<Record<string, string>>}
 */
export const quotedInTitles = {
  'the epochs of': "the key 'epochs:' of the gateway contract",
  'the Debian mirror': "the term of Debian's own installer",
};
