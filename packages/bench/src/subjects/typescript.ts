import { EFFECT, QUERY, ZOD, type Corpus } from '../corpora.js';
import { swap, type Break } from '../edits.js';
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
    swap('this.#mountCount = 0\n', "this.#mountCount = 'none'\n", 2322),
    swap('this.#queryCache.onFocus()', 'this.#queryCache.refreshEverything()', 2339),
    swap('if (this.#mountCount !== 0) return', 'if (this.#mountCount !== 0 return', 1005),
    swap('this.#unsubscribeFocus = undefined', 'this.#unsubscribeFocus = nowhereDeclared', 2304),
    swap('focusManager.subscribe(async (focused)', 'focusManager.subscribe(async (focused, how: Date)', 2345),
  ],
  hub: { file: 'src/utils.ts', find: 'export function hashKey(', put: 'export function hashOfKey(' },
};

const heavy: CodeBase = {
  corpus: ZOD,
  kind: 'heavily typed',
  edited: 'src/v4/classic/schemas.ts',
  breaks: [
    swap(
      'core.globalConfig.localeError) core.config(en());',
      'core.globalConfig.localeError) core.config(7);',
      2559,
    ),
    swap(
      'this.check(core._uuidv6(ZodUUID, params))',
      'this.check(core.nowhereDeclared(ZodUUID, params))',
      2339,
    ),
    swap('if (!core.globalConfig.memoizer) core', 'if (!core.globalConfig.memoizer core', 1005),
    swap('import en from "../locales/en.js"', 'import en from "../locales/nowhere.js"', 2307),
    swap('return core._string(ZodString, params);', 'return core._string(nowhereDeclared, params);', 2304),
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
    swap('isNone(self) ? [] : [self.value]', 'isNone(self) ? [] : self.value', 2322),
    swap('(): Option<A> => option.none', '(): Option<A> => option.nowhereDeclared', 2339),
    swap('Option<R> = either.getRight', 'Option<R> = = either.getRight', 1109),
    swap('import * as Gen from "./Utils.js"', 'import * as Gen from "./Nowhere.js"', 2307),
    swap('getOrElse(constUndefined)', 'getOrElse(nowhereDeclared)', 2304),
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
