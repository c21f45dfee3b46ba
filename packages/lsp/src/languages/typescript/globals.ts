/**
 * Global names that a package declares and no import brings, from the `.d.ts` files of these
 * packages (DefinitelyTyped, and the packages themselves).
 */
const GLOBALS: Readonly<Record<string, string>> = {
  '@types/node':
    'process Buffer require module exports __dirname __filename global console gc NodeJS ' +
    'NodeRequire NodeModule BufferEncoding BufferConstructor setTimeout clearTimeout ' +
    'setInterval clearInterval setImmediate clearImmediate queueMicrotask structuredClone ' +
    'fetch Request Response Headers FormData Blob File URL URLSearchParams AbortController ' +
    'AbortSignal TextEncoder TextDecoder TextEncoderStream TextDecoderStream performance ' +
    'Performance PerformanceObserver PerformanceEntry BroadcastChannel MessageChannel ' +
    'MessagePort MessageEvent Event EventTarget EventSource WebSocket CloseEvent CustomEvent ' +
    'DOMException WebAssembly atob btoa crypto Crypto CryptoKey SubtleCrypto navigator ' +
    'Navigator ReadableStream WritableStream TransformStream CompressionStream ' +
    'DecompressionStream ByteLengthQueuingStrategy CountQueuingStrategy URLPattern Storage ' +
    'localStorage sessionStorage RequestInit ResponseInit BodyInit HeadersInit RequestInfo',
  '@types/bun':
    'Bun Buffer process console fetch Request Response Headers URL HTMLRewriter alert ' +
    'confirm prompt setTimeout clearTimeout setInterval clearInterval setImmediate ' +
    'clearImmediate queueMicrotask structuredClone require __dirname __filename global ' +
    'NodeJS TextEncoder TextDecoder AbortController AbortSignal WebSocket Worker Blob File ' +
    'FormData crypto performance Loader reportError ShadowRealm',
  'bun-types': 'Bun Buffer process console fetch Request Response Headers URL HTMLRewriter setTimeout',
  '@types/jest':
    'jest expect describe fdescribe xdescribe it fit xit test xtest beforeAll beforeEach ' +
    'afterAll afterEach spyOn fail pending jasmine',
  '@types/mocha':
    'Mocha describe xdescribe context xcontext it xit specify xspecify suite test setup ' +
    'teardown suiteSetup suiteTeardown before after beforeEach afterEach run',
  '@types/jasmine':
    'jasmine describe fdescribe xdescribe it fit xit expect expectAsync beforeAll beforeEach afterAll ' +
    'afterEach spyOn spyOnProperty spyOnAllFunctions fail pending',
  '@types/chai': 'Chai chai expect assert should',
  '@types/qunit': 'QUnit',
  '@types/jquery': '$ jQuery JQuery JQueryStatic',
  '@types/lodash': '_',
  '@types/underscore': '_',
  '@types/d3': 'd3',
  '@types/leaflet': 'L',
  '@types/three': 'THREE',
  '@types/google.maps': 'google',
  '@types/geojson': 'GeoJSON',
  '@types/gapi': 'gapi',
  '@types/google.accounts': 'google',
  '@types/google-apps-script':
    'GoogleAppsScript SpreadsheetApp DriveApp DocumentApp GmailApp CalendarApp UrlFetchApp ' +
    'Utilities Logger PropertiesService ScriptApp HtmlService ContentService CacheService ' +
    'LockService Session',
  '@types/chrome': 'chrome',
  '@types/firefox-webext-browser': 'browser',
  '@types/webextension-polyfill': 'browser',
  '@types/office-js': 'Office Excel Word OfficeExtension PowerPoint Outlook OneNote',
  '@types/vscode-webview': 'acquireVsCodeApi WebviewApi',
  '@types/youtube': 'YT',
  '@types/grecaptcha': 'grecaptcha ReCaptchaV2',
  '@types/facebook-js-sdk': 'FB facebook',
  '@types/gtag.js': 'gtag dataLayer Gtag',
  '@types/google.analytics': 'ga',
  '@types/react': 'React JSX',
  '@types/k6': '__VU __ITER __ENV',
  '@types/p5': 'p5',
  '@types/greasemonkey': 'GM unsafeWindow GM_getValue GM_setValue GM_xmlhttpRequest',
  '@types/webpack-env':
    '__webpack_public_path__ __webpack_require__ __webpack_hash__ __resourceQuery module require process',
  '@types/aws-lambda': 'AWSLambda awslambda',
  '@types/multer': 'Express',
  '@types/express': 'Express',
  '@types/express-serve-static-core': 'Express',
  '@types/passport': 'Express',
  '@types/serviceworker': 'ServiceWorkerGlobalScope FetchEvent ExtendableEvent',
  '@types/web': 'document window',
  '@types/wicg-file-system-access': 'showOpenFilePicker showSaveFilePicker showDirectoryPicker',
  '@webgpu/types':
    'GPU GPUDevice GPUAdapter GPUBufferUsage GPUTextureUsage GPUShaderStage GPUMapMode ' +
    'GPUCanvasContext GPUTexture GPUBuffer',
  '@cloudflare/workers-types':
    'KVNamespace DurableObject DurableObjectNamespace DurableObjectState ' +
    'DurableObjectStorage DurableObjectId DurableObjectStub R2Bucket R2Object D1Database ' +
    'D1Result Fetcher ExecutionContext ExportedHandler ScheduledEvent ScheduledController ' +
    'Queue MessageBatch HTMLRewriter WebSocketPair caches CfProperties ' +
    'IncomingRequestCfProperties Ai Vectorize VectorizeIndex Hyperdrive ' +
    'AnalyticsEngineDataset SendEmail Request Response Headers URL fetch console crypto',
  cypress:
    'cy Cypress describe context it specify expect assert before after beforeEach afterEach chai Mocha',
  '@wdio/globals': '$ $$ browser driver expect multiremotebrowser',
};

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** What such a package declares where a configuration, or a file, names this part of it. */
const NAMED_PARTS: Readonly<Record<string, string>> = {
  'vitest/globals':
    'suite test describe it expectTypeOf assertType expect assert chai vitest vi beforeAll ' +
    'afterAll beforeEach afterEach onTestFailed onTestFinished',
  'bun-types/test-globals':
    'test it describe expect beforeAll beforeEach afterAll afterEach jest vi mock spyOn setSystemTime',
  'bun/test-globals':
    'test it describe expect beforeAll beforeEach afterAll afterEach jest vi mock spyOn setSystemTime',
  'vite/client': 'ImportMetaEnv ImportMeta ImportMetaHot',
};

/** Matchers that a package adds to those of a test runner. */
const MATCHERS = inverted({
  '@testing-library/jest-dom':
    'toBeInTheDocument toBeVisible toBeDisabled toBeEnabled toBeEmptyDOMElement toBeInvalid toBeValid ' +
    'toBeRequired toBeChecked toBePartiallyChecked toContainElement toContainHTML toHaveAttribute ' +
    'toHaveClass toHaveFocus toHaveFormValues toHaveStyle toHaveTextContent toHaveValue ' +
    'toHaveDisplayValue toHaveAccessibleName toHaveAccessibleDescription toHaveRole',
  'jest-axe': 'toHaveNoViolations',
  'vitest-axe': 'toHaveNoViolations',
  '@types/chai-as-promised': 'eventually rejected rejectedWith fulfilled become',
  '@types/sinon-chai': 'called calledOnce calledTwice calledWith calledOnceWith callCount',
});

/** Members that a package adds to types of others, and to global ones, by the type that an error names. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  JestMatchers: Object.fromEntries(MATCHERS),
  Matchers: Object.fromEntries(MATCHERS),
  Assertion: Object.fromEntries(MATCHERS),
  Navigator: {
    gpu: ['@webgpu/types'],
    usb: ['@types/w3c-web-usb'],
    hid: ['@types/w3c-web-hid'],
    serial: ['@types/w3c-web-serial'],
    bluetooth: ['@types/web-bluetooth'],
    xr: ['@types/webxr'],
  },
  Window: {
    showOpenFilePicker: ['@types/wicg-file-system-access'],
    showSaveFilePicker: ['@types/wicg-file-system-access'],
    showDirectoryPicker: ['@types/wicg-file-system-access'],
    webkitSpeechRecognition: ['@types/dom-speech-recognition'],
    Alpine: ['@types/alpinejs'],
    Stripe: ['@stripe/stripe-js'],
  },
  Request: {
    session: ['@types/express-session', '@types/cookie-session'],
    user: ['@types/passport'],
    isAuthenticated: ['@types/passport'],
    file: ['@types/multer'],
    files: ['@types/multer', '@types/express-fileupload'],
    flash: ['@types/connect-flash'],
    csrfToken: ['@types/csurf'],
  },
  FastifyRequest: {
    jwtVerify: ['@fastify/jwt'],
    user: ['@fastify/jwt'],
    cookies: ['@fastify/cookie'],
    session: ['@fastify/session', '@fastify/secure-session'],
    file: ['@fastify/multipart'],
    files: ['@fastify/multipart'],
  },
  FastifyReply: {
    jwtSign: ['@fastify/jwt'],
    setCookie: ['@fastify/cookie'],
    clearCookie: ['@fastify/cookie'],
    view: ['@fastify/view'],
    sendFile: ['@fastify/static'],
  },
  ImportMeta: {
    env: ['vite', '@types/bun', 'bun-types', '@rsbuild/core', 'wxt', 'astro', 'nuxt'],
    hot: ['vite', '@rsbuild/core', '@types/bun'],
    glob: ['vite'],
    globEager: ['vite'],
    webpackHot: ['@types/webpack-env', 'webpack', '@rspack/core', '@rsbuild/core'],
    webpackContext: ['webpack', '@rspack/core', '@rsbuild/core'],
    client: ['nuxt'],
    server: ['nuxt'],
    dev: ['nuxt'],
    browser: ['nuxt'],
    prerender: ['nuxt', 'nitropack'],
    dirname: ['@types/node', '@types/bun', 'bun-types'],
    filename: ['@types/node', '@types/bun', 'bun-types'],
    resolve: ['@types/node', '@types/bun', 'bun-types'],
    main: ['@types/node', '@types/bun', 'bun-types'],
    dir: ['@types/bun', 'bun-types'],
    file: ['@types/bun', 'bun-types'],
    path: ['@types/bun', 'bun-types'],
    require: ['@types/bun', 'bun-types'],
  },
};

function inverted(table: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, globals] of Object.entries(table))
    for (const word of words(globals)) found.getOrInsertComputed(word, () => []).push(name);
  return found;
}

const PACKAGES = inverted(GLOBALS);
const PARTS = inverted(NAMED_PARTS);

/**
 * The packages, any of which declares this global name. A part of one, `vitest/globals`, does so
 * only where it is named.
 */
export const declaring = (name: string): readonly string[] => [
  ...(PACKAGES.get(name) ?? []),
  ...(PARTS.get(name) ?? []),
];

/** Whether the package declares globals only where this part of it is named. */
export const isNamedPart = (module: string): boolean => Object.hasOwn(NAMED_PARTS, module);

/** The packages that declare a member of a global type. */
export const declaringMember = (type: string, name: string): readonly string[] => {
  const members = Object.hasOwn(MEMBERS, type) ? MEMBERS[type] : undefined;
  return members !== undefined && Object.hasOwn(members, name) ? (members[name] ?? []) : [];
};
