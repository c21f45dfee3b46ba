import { basename } from 'node:path';
import type { ServerDefinition } from './definition.ts';
import { isJsonWithComments } from './jsonc-files.ts';

/** LSP language ids and the endings and file names that they usually have (REQ-LANG-010). */
const LANGUAGES: Readonly<Record<string, string>> = {
  abap: '.abap',
  ada: '.adb .ads .ada',
  astro: '.astro',
  bat: '.bat .cmd',
  bibtex: '.bib',
  c: '.c .h',
  clojure: '.clj .cljs .cljc .edn .bb .cljd',
  cmake: '.cmake cmakelists.txt',
  coffeescript: '.coffee',
  cpp:
    '.cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .inl .ipp .tpp .tcc .txx .ixx .mpp .cppm .ccm .cxxm .c++m ' +
    '.hip .clcpp',
  opencl: '.cl',
  csharp: '.cs .csx',
  crystal: '.cr',
  css: '.css',
  'cuda-cpp': '.cu .cuh',
  d: '.d .di',
  dart: '.dart',
  diff: '.diff .patch',
  dockerfile: '.dockerfile dockerfile containerfile',
  eex: '.eex .leex',
  elixir: '.ex .exs',
  elm: '.elm',
  erlang: '.erl .hrl .escript .xrl .yrl',
  fortran: '.f .f77 .f90 .f95 .f03 .f08 .for .f05 .f18 .fpp .ftn',
  fsharp: '.fs .fsi .fsx',
  gdscript: '.gd',
  gleam: '.gleam',
  glsl: '.glsl .vert .frag .comp .geom',
  go: '.go',
  'go.mod': 'go.mod',
  'go.sum': 'go.sum',
  'go.work': 'go.work',
  graphql: '.graphql .gql .graphqls',
  groovy: '.groovy .gradle',
  handlebars: '.hbs .handlebars',
  haskell: '.hs .lhs .hs-boot',
  hcl: '.hcl',
  html: '.html .htm .xhtml',
  ini: '.ini',
  jade: '.jade .pug',
  java: '.java',
  javascript: '.js .mjs .cjs .es6',
  javascriptreact: '.jsx',
  json: '.json .webmanifest .map .ipynb .geojson .jsonld .har',
  jsonc: '.jsonc',
  json5: '.json5',
  julia: '.jl',
  kotlin: '.kt .kts',
  latex: '.latex .sty .cls .dtx .ltx .ins',
  less: '.less',
  lua: '.lua .rockspec',
  makefile: '.mk makefile gnumakefile',
  markdown: '.md .markdown .mkd',
  mdx: '.mdx',
  nim: '.nim .nims .nimble',
  nix: '.nix',
  nushell: '.nu',
  'objective-c': '.m',
  'objective-cpp': '.mm',
  ocaml: '.ml .mli .mly .mll',
  odin: '.odin',
  pascal: '.pas .pp .dpr',
  perl: '.pl .pm .t .psgi',
  perl6: '.raku .rakumod .p6 .pm6',
  'phoenix-heex': '.heex',
  php: '.php .phtml .php4 .php5 .ctp',
  plsql: '.pks .pkb',
  powershell: '.ps1 .psm1 .psd1',
  prisma: '.prisma',
  proto: '.proto',
  python: '.py .pyi .pyw',
  r: '.r',
  razor: '.cshtml .razor',
  rego: '.rego',
  reason: '.re .rei',
  restructuredtext: '.rst',
  ruby: '.rb .rake .gemspec rakefile gemfile .ru .podspec .jbuilder podfile vagrantfile capfile guardfile',
  rust: '.rs',
  sass: '.sass',
  scala: '.scala .sc .sbt .mill',
  scss: '.scss',
  shaderlab: '.shader',
  shellscript: '.sh .bash .zsh .ksh .bashrc .zshrc .profile .bats .command',
  solidity: '.sol',
  sql: '.sql',
  starlark: '.bzl .bazel .star',
  svelte: '.svelte',
  swift: '.swift',
  systemverilog: '.sv .svh',
  terraform: '.tf',
  'terraform-vars': '.tfvars',
  tex: '.tex',
  toml: '.toml cargo.lock',
  typescript: '.ts .mts .cts',
  typescriptreact: '.tsx',
  typst: '.typ',
  vb: '.vb',
  verilog: '.v .vh',
  vhdl: '.vhd .vhdl',
  vue: '.vue',
  wgsl: '.wgsl',
  xml: '.xml .xsd .svg .csproj .fsproj .vbproj .props .targets',
  xsl: '.xsl .xslt',
  yaml: '.yaml .yml',
  zig: '.zig .zon',
};

const BY_ENDING = new Map(
  Object.entries(LANGUAGES).flatMap(([id, endings]) =>
    endings.split(' ').map((ending) => [ending, id] as const),
  ),
);

/** Names that decide more precisely than their endings. */
const BY_PATTERN: readonly (readonly [pattern: RegExp, id: string])[] = [[/^dockerfile\./, 'dockerfile']];

/**
 * The language id to open a file with: the one of the server's entry, else the usual one for the
 * name, else `plaintext`.
 */
export function languageIdFor(definition: Pick<ServerDefinition, 'languageId'>, path: string): string {
  if (definition.languageId !== undefined) return definition.languageId;
  const names = namesOf(path);
  const id = BY_PATTERN.find(([pattern]) => pattern.test(names[0] ?? ''))?.[1];
  if (id !== undefined) return id;
  if (isJsonWithComments(path)) return 'jsonc';
  const known = names.find((name) => BY_ENDING.has(name));
  return (known === undefined ? undefined : BY_ENDING.get(known)) ?? 'plaintext';
}

/**
 * For `view.blade.php` the name itself, `.blade.php` and `.php`, lower case: compared with an
 * entry's `extensions`.
 */
export function namesOf(path: string): string[] {
  const name = basename(path).toLowerCase();
  return [name, ...[...name.matchAll(/\./g)].map((dot) => name.slice(dot.index))];
}
