import { EFFECT, QUERY, ZOD, type Corpus } from '../corpora.js';
import type { Break } from '../edits.js';
import type { Hub, BenchSubject } from './subject.js';

interface CodeBase {
  readonly corpus: Corpus;
  readonly kind: string;
  readonly edited: string;
  readonly breaks: readonly [Break, ...Break[]];
  readonly outside?: RegExp;
  readonly hub: Hub;
}

const small: CodeBase = {
  corpus: QUERY,
  kind: 'small',
  edited: 'src/queryClient.ts',
  breaks: [
    { find: 'this.#mountCount = 0\n', put: "this.#mountCount = 'none'\n", code: 2322 },
    { find: 'this.#queryCache.onFocus()', put: 'this.#queryCache.refreshEverything()', code: 2339 },
    { find: 'if (this.#mountCount !== 0) return', put: 'if (this.#mountCount !== 0 return', code: 1005 },
    {
      find: 'this.#unsubscribeFocus = undefined',
      put: 'this.#unsubscribeFocus = nowhereDeclared',
      code: 2304,
    },
    {
      find: 'focusManager.subscribe(async (focused)',
      put: 'focusManager.subscribe(async (focused, how: Date)',
      code: 2345,
    },
  ],
  hub: { file: 'src/utils.ts', find: 'export function hashKey(', put: 'export function hashOfKey(' },
};

const heavy: CodeBase = {
  corpus: ZOD,
  kind: 'heavily typed',
  edited: 'src/v4/classic/schemas.ts',
  breaks: [
    {
      find: 'core.globalConfig.localeError) core.config(en());',
      put: 'core.globalConfig.localeError) core.config(7);',
      code: 2559,
    },
    {
      find: 'this.check(core._uuidv6(ZodUUID, params))',
      put: 'this.check(core.nowhereDeclared(ZodUUID, params))',
      code: 2339,
    },
    {
      find: 'if (!core.globalConfig.memoizer) core',
      put: 'if (!core.globalConfig.memoizer core',
      code: 1005,
    },
    { find: 'import en from "../locales/en.js"', put: 'import en from "../locales/nowhere.js"', code: 2307 },
    {
      find: 'return core._string(ZodString, params);',
      put: 'return core._string(nowhereDeclared, params);',
      code: 2304,
    },
  ],
  outside: /tests|benchmarks|locales/,
  hub: {
    file: 'src/v4/core/util.ts',
    find: 'export function cached<T>(',
    put: 'export function remembered<T>(',
  },
};

const large: CodeBase = {
  corpus: EFFECT,
  kind: 'large',
  edited: 'src/Option.ts',
  breaks: [
    { find: 'isNone(self) ? [] : [self.value]', put: 'isNone(self) ? [] : self.value', code: 2322 },
    { find: '(): Option<A> => option.none', put: '(): Option<A> => option.nowhereDeclared', code: 2339 },
    { find: 'Option<R> = either.getRight', put: 'Option<R> = = either.getRight', code: 1109 },
    { find: 'import * as Gen from "./Utils.js"', put: 'import * as Gen from "./Nowhere.js"', code: 2307 },
    { find: 'getOrElse(constUndefined)', put: 'getOrElse(nowhereDeclared)', code: 2304 },
  ],
  hub: { file: 'src/internal/option.ts', find: 'export const isNone =', put: 'export const isNothing =' },
  // TypeScript 7.0.2 finds one error in Schema.ts that 5.9.3 does not.
  outside: /Schema\.ts$/,
};

const subjectsOf = ({ corpus, kind, edited, breaks, outside, hub }: CodeBase): BenchSubject[] =>
  (['tsserver', 'typescript7'] as const).map((server) => ({
    id: `${corpus.id}-${server === 'tsserver' ? 'ts5' : 'ts7'}`,
    title:
      `${corpus.source.name} ${corpus.source.version} (${kind}), TypeScript ` +
      (server === 'tsserver' ? '5.9' : '7'),
    server,
    corpus,
    edited,
    breaks,
    hub,
    batch: {
      accepts: (file) => file.startsWith('src/') && file.endsWith('.ts') && !outside?.test(file),
      line: { put: "export const addedByTheBench: number = 'text'", code: 2322 },
    },
  }));

export const typescriptSubjects: readonly BenchSubject[] = [small, heavy, large].flatMap(subjectsOf);
