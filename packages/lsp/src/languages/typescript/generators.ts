/** A program of a declared package that makes sources, or the declarations of what is imported. */
export interface Generator {
  /** One of them is declared. */
  readonly packages: readonly string[];
  /** What it makes, below the folder of package.json. It has run where one of these is there. */
  readonly makes: readonly string[];
  /** Its command line. */
  readonly run: string;
  /** The page that says so. */
  readonly source: string;
  /** Imports of what it makes. */
  readonly modules?: RegExp;
  /** Global names that it declares. */
  readonly names?: RegExp;
  /** It declares imports of files that are no code: styles, images. */
  readonly declaresAssets?: true;
}

const VUE =
  'ref|shallowRef|computed|reactive|readonly|watch|watchEffect|onMounted|onUnmounted|onBeforeMount|' +
  'onBeforeUnmount|nextTick|toRef|toRefs|unref|isRef|provide|inject|h|useSlots|useAttrs';
const NUXT =
  'defineNuxtConfig|defineNuxtPlugin|defineNuxtRouteMiddleware|definePageMeta|' +
  'defineAppConfig|useNuxtApp|useFetch|useLazyFetch|useAsyncData|useLazyAsyncData|useState|' +
  'useRoute|useRouter|useHead|useSeoMeta|useRuntimeConfig|useAppConfig|useCookie|useError|' +
  'useRequestHeaders|useRequestEvent|navigateTo|abortNavigation|createError|showError|' +
  'clearError|refreshNuxtData|clearNuxtData|\\$fetch|defineEventHandler|eventHandler|' +
  'readBody|getQuery|getRouterParam|setResponseStatus|sendRedirect|useStorage|' +
  'defineNitroPlugin';

export const GENERATORS: readonly Generator[] = [
  {
    packages: ['@sveltejs/kit'],
    makes: ['.svelte-kit/tsconfig.json'],
    run: 'svelte-kit sync',
    source: 'https://svelte.dev/docs/kit/cli',
    modules: /^\$(?:lib|app|env|service-worker)(?:\/|$)|(?:^|\/)\$types(?:\.js)?$/,
    declaresAssets: true,
  },
  {
    packages: ['next'],
    makes: ['next-env.d.ts'],
    run: 'next build',
    source: 'https://nextjs.org/docs/app/api-reference/config/typescript',
    declaresAssets: true,
  },
  {
    packages: ['nuxt', 'nuxt-nightly'],
    makes: ['.nuxt/tsconfig.json', '.nuxt/nuxt.d.ts'],
    run: 'nuxt prepare',
    source: 'https://nuxt.com/docs/api/commands/prepare',
    modules: /^#|^(?:~~?|@@?)\//,
    names: new RegExp(`^(?:${VUE}|${NUXT})$`),
    declaresAssets: true,
  },
  {
    packages: ['astro'],
    makes: ['.astro/types.d.ts'],
    run: 'astro sync',
    source: 'https://docs.astro.build/en/reference/cli-reference/#astro-sync',
    modules: /^astro:/,
    declaresAssets: true,
  },
  {
    packages: ['@react-router/dev'],
    makes: ['.react-router/types'],
    run: 'react-router typegen',
    source: 'https://reactrouter.com/how-to/route-module-type-safety',
    modules: /(?:^|\/)\+types\//,
  },
  {
    packages: ['wxt'],
    makes: ['.wxt/tsconfig.json'],
    run: 'wxt prepare',
    source: 'https://wxt.dev/guide/essentials/config/typescript',
    modules: /^#imports$|^[~@]\//,
    names: /^(?:browser|defineBackground|defineContentScript|defineUnlistedScript|storage)$/,
    declaresAssets: true,
  },
  {
    packages: ['convex'],
    makes: ['convex/_generated'],
    run: 'convex codegen',
    source: 'https://docs.convex.dev/cli/reference/codegen',
    modules: /(?:^|\/)_generated\//,
  },
  {
    packages: ['@pandacss/dev'],
    makes: ['styled-system'],
    run: 'panda codegen',
    source: 'https://panda-css.com/docs/references/cli#codegen',
    modules: /(?:^|\/)styled-system(?:\/|$)/,
  },
  {
    packages: ['@tanstack/router-cli'],
    makes: ['src/routeTree.gen.ts'],
    run: 'tsr generate',
    source: 'https://tanstack.com/router/latest/docs/framework/react/installation/with-router-cli',
    modules: /(?:^|\/)routeTree\.gen(?:\.[jt]s)?$/,
  },
  {
    packages: ['@tanstack/router-plugin', '@tanstack/react-start', '@tanstack/router-vite-plugin'],
    makes: ['src/routeTree.gen.ts'],
    run: 'vite build',
    source: 'https://tanstack.com/router/latest/docs/framework/react/installation/with-vite',
    modules: /(?:^|\/)routeTree\.gen(?:\.[jt]s)?$/,
  },
  {
    packages: ['contentlayer', 'contentlayer2'],
    makes: ['.contentlayer/generated'],
    run: 'contentlayer build',
    source: 'https://contentlayer.dev/docs/reference/cli',
    modules: /^contentlayer\/generated/,
  },
  {
    packages: ['velite'],
    makes: ['.velite'],
    run: 'velite build',
    source: 'https://velite.js.org/guide/quick-start',
    modules: /(?:^|\/)\.velite(?:\/|$)|^#(?:site\/content|velite)/,
  },
  {
    packages: ['fumadocs-mdx'],
    makes: ['.source'],
    run: 'fumadocs-mdx',
    source: 'https://fumadocs.dev/docs/mdx',
    modules: /(?:^|\/)\.source(?:\/|$)|^fumadocs-mdx:collections/,
  },
  {
    packages: ['@inlang/paraglide-js'],
    makes: ['src/paraglide', 'src/lib/paraglide', 'paraglide'],
    run: 'paraglide-js compile',
    source: 'https://inlang.com/m/gerre34r/library-inlang-paraglideJs',
    modules: /(?:^|\/)paraglide(?:\/|$)/,
  },
  {
    packages: ['unplugin-auto-import'],
    makes: [
      'auto-imports.d.ts',
      'src/auto-imports.d.ts',
      'types/auto-imports.d.ts',
      'src/types/auto-imports.d.ts',
    ],
    run: 'vite build',
    source: 'https://github.com/unplugin/unplugin-auto-import#typescript',
    names: new RegExp(
      `^(?:${VUE}|useRoute|useRouter|useI18n|defineStore|storeToRefs|use(?:State|Effect|Memo|Ref|Callback))$`,
    ),
  },
  {
    packages: ['unplugin-vue-router'],
    makes: ['typed-router.d.ts', 'src/typed-router.d.ts', 'types/typed-router.d.ts'],
    run: 'vite build',
    source: 'https://uvr.esm.is/introduction.html',
    modules: /^vue-router\/auto(?:-routes|-resolver)?$/,
  },
  {
    packages: ['relay-compiler'],
    makes: ['__generated__', 'src/__generated__'],
    run: 'relay-compiler',
    source: 'https://relay.dev/docs/guides/compiler/',
    modules: /(?:^|\/)__generated__\/.*\.graphql(?:\.ts)?$/,
  },
  {
    packages: ['hardhat', 'typechain'],
    makes: ['typechain-types', 'typechain', 'types/typechain'],
    run: 'hardhat compile',
    source: 'https://github.com/dethcrypto/TypeChain/tree/master/packages/hardhat',
    modules: /(?:^|\/)typechain(?:-types)?(?:\/|$)/,
  },
  {
    packages: ['wrangler'],
    makes: ['worker-configuration.d.ts'],
    run: 'wrangler types',
    source: 'https://developers.cloudflare.com/workers/wrangler/commands/#types',
    modules: /^cloudflare:/,
    names:
      /^(?:Env|Cloudflare|ExportedHandler|ExecutionContext|KVNamespace|D1Database|R2Bucket|Fetcher|DurableObject\w*)$/,
  },
  {
    packages: ['@keystone-6/core'],
    makes: ['node_modules/.keystone'],
    run: 'keystone postinstall --fix',
    source: 'https://keystonejs.com/docs/guides/cli',
    modules: /^\.keystone\//,
  },
];

/**
 * Stubs of a protocol buffer: `./gen/user_pb` of user.proto. The names are those of protoc's own
 * generators for JavaScript and TypeScript.
 * https://github.com/bufbuild/protobuf-es, https://github.com/stephenh/ts-proto
 */
export const PROTOBUF = {
  modules: /(?:^|\/)([\w.-]+?)(?:_grpc_web_pb|_grpc_pb|_pb|_connect|_connectweb|pb)?(?:\.[jt]s)?$/,
  named: /(?:_pb|_connect|_connectweb)(?:\.[jt]s)?$/,
  packages: [
    '@bufbuild/protoc-gen-es',
    '@bufbuild/buf',
    'ts-proto',
    'protoc-gen-ts',
    'grpc-tools',
    'grpc_tools_node_protoc_ts',
    '@protobuf-ts/plugin',
    'google-protobuf',
  ],
} as const;
