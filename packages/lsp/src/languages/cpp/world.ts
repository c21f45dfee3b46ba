import { basename, dirname, join, sep } from 'node:path';
import { holds, isFile, nearest, readText } from '../../backend/program/files.ts';
import type { WorldHole, HoleWithFindings, Look, WorldTraits } from '../../backend/world.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { forFew, MOST_LOOKED_UP } from '../../support/for-few.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { MARKERS } from './markers.ts';
import { cmakeProject, type CmakeProject } from './cmake.ts';
import { notMade, ofSubmodule } from './generated.ts';
import { outOfPlace } from './parts.ts';

const NOT_FOUND = /^'([^']+)' file not found/;
/** Names that a header which is not found may declare. */
const NAMES = new Set([
  ...['undeclared_var_use', 'undeclared_var_use_suggest', 'undeclared_use', 'unknown_typename'],
  ...['unknown_typename_suggest', 'unknown_type_or_class_name_suggest', 'no_template', 'no_template_suggest'],
  ...['no_member', 'no_member_suggest', 'typename_nested_not_found', 'unknown_nested_typename_suggest'],
  ...['incomplete_nested_name_spec', 'expected_class_name', 'undeclared_nested_name_spec', 'undef_interface'],
  ...['unexpected_typedef_ident', 'missing_type_specifier', 'expected_namespace_name'],
]);
const isUnknownName = ({ code }: Diagnostic): boolean => NAMES.has(String(code));
/** Words of later standards. */
const LATER = /\b(?:requires|concept|co_await|co_yield|co_return|consteval|constinit|char8_t)\b|<=>/;

/** How the build system makes compile_commands.json where clangd looks for it. */
const COMMANDS: readonly (readonly [file: string, command: string])[] = [
  ['CMakeLists.txt', 'cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON'],
  ['meson.build', 'meson setup build'],
  ['xmake.lua', 'xmake project -k compile_commands'],
  ['Makefile', 'bear -- make'],
  ['makefile', 'bear -- make'],
  ['GNUmakefile', 'bear -- make'],
  ['configure.ac', './configure && bear -- make'],
  ['configure', './configure && bear -- make'],
  ['MODULE.bazel', 'bazel run @hedron_compile_commands//:refresh_all'],
  ['WORKSPACE', 'bazel run @hedron_compile_commands//:refresh_all'],
  ['WORKSPACE.bazel', 'bazel run @hedron_compile_commands//:refresh_all'],
  ['SConstruct', 'bear -- scons'],
  ['premake5.lua', 'premake5 gmake && bear -- make'],
  ['build.ninja', 'ninja -t compdb > compile_commands.json'],
];
const HEADERS = ['.h', '.hpp', '.hh', '.hxx', '.h++', '.inc', '.inl', '.ipp', '.tpp', '.cuh'];

/** How the sources are compiled, and the headers that something else than the repository makes. */
export const cppWorld: WorldTraits = {
  holes(file, findings, look) {
    if (findings.length === 0) return [];
    const parts = outOfPlace(file, findings, look, isUnknownName);
    if (parts.length > 0) return parts;
    const missing = missingHeaders(file, findings, look);
    const taken = new Set(missing.flatMap((hole) => hole.findings));
    const cuda = withoutCuda(file, look.text(), findings);
    for (const hole of cuda) for (const finding of hole.findings) taken.add(finding);
    const left = findings.filter((finding) => !taken.has(finding));
    return [...cuda, ...withoutDatabase(file, left, look), ...missing];
  },
};

/** clang finds no CUDA: what declares its words, and how a kernel is called, is not there. */
function withoutCuda(file: AdmittedPath, text: string, findings: readonly Diagnostic[]): HoleWithFindings[] {
  if (!findings.some(({ code }) => code === 'drv_no_cuda_installation')) return [];
  const lines = text.split('\n');
  const follows = (finding: Diagnostic): boolean =>
    isUnknownName(finding) ||
    String(finding.code).startsWith('drv_no_cuda') ||
    /\b__\w+__\b|<<<|>>>/.test(lines[finding.line - 1] ?? '');
  return [{ file, what: 'needs CUDA, which is not there', findings: findings.filter(follows) }];
}

/** Whatever is known of how a file is compiled, such headers are not there. */
function missingHeaders(
  file: AdmittedPath,
  findings: readonly Diagnostic[],
  { search, filesOf }: Look,
): HoleWithFindings[] {
  const lookUp = forFew(MOST_LOOKED_UP, (header) =>
    isThere(header, filesOf)
      ? undefined
      : (notMade(header, search) ?? ofSubmodule(header, dirname(file), search)),
  );
  const found = findings.flatMap((finding) => {
    const header = NOT_FOUND.exec(finding.message)?.[1];
    const missing = header === undefined ? undefined : lookUp(header);
    return missing === undefined ? [] : [{ finding, missing }];
  });
  const taken = new Set(found.map(({ finding }) => finding));
  return found.map(({ finding, missing: { hole, names } }) => {
    const follows = findings.filter((other) => {
      if (taken.has(other) || !isUnknownName(other)) return false;
      const name = /'([^']+)'/.exec(other.message)?.[1];
      const does = names === undefined || (name !== undefined && names(name));
      if (does) taken.add(other);
      return does;
    });
    return { ...hole, findings: [finding, ...follows] };
  });
}

const isThere = (header: string, filesOf: Look['filesOf']): boolean =>
  filesOf(HEADERS).some((path) => path.endsWith(sep + header.replaceAll('/', sep)));

/** No compilation database says how the file is compiled. */
function withoutDatabase(
  file: AdmittedPath,
  findings: readonly Diagnostic[],
  look: Look,
): HoleWithFindings[] {
  const { workspaceRoot } = look.search;
  if (nearest(dirname(file), workspaceRoot, MARKERS) !== undefined) return [];
  const hole = holeAround(dirname(file), workspaceRoot);
  if (hole === undefined) return [];
  const project = cmakeProject(dirname(file), workspaceRoot);
  const isKnown = (header: string): boolean =>
    isThere(header, look.filesOf) || isOfPackage(header, dirname(hole.file), project);
  const headers = findings.filter(({ message }) => {
    const header = NOT_FOUND.exec(message)?.[1];
    return header !== undefined && isKnown(header);
  });
  const lines = look.text().split('\n');
  const isLater = ({ line }: Diagnostic): boolean =>
    project?.cxx === undefined && LATER.test(lines[line - 1] ?? '');
  const follows = (finding: Diagnostic): boolean =>
    headers.includes(finding) || (headers.length > 0 && isUnknownName(finding)) || isLater(finding);
  const following = findings.filter(follows);
  return following.length === 0 ? [] : [{ ...hole, findings: following }];
}

function holeAround(folder: string, workspaceRoot: string): WorldHole | undefined {
  const names = COMMANDS.map(([name]) => name);
  const home = cmakeProject(folder, workspaceRoot)?.file;
  const found = home === undefined ? nearest(folder, workspaceRoot, names) : dirname(home);
  if (found === undefined) return undefined;
  const [name, command] = COMMANDS.find(([each]) => holds(found, [each])) ?? [];
  return name === undefined || command === undefined
    ? undefined
    : {
        file: join(found, name),
        what: 'has no compile_commands.json: how its files are compiled is not known',
        command,
      };
}

/** A header of a package that the build looks for: `boost/asio.hpp`, where it says Boost. */
function isOfPackage(header: string, root: string, project: CmakeProject | undefined): boolean {
  const [first = ''] = header.split('/');
  const name = basename(first.toLowerCase()).replace(/\.\w+$/, '');
  const declared = ['vcpkg.json', 'conanfile.txt', 'conanfile.py', 'meson.build']
    .map((each) => join(root, each))
    .filter(isFile)
    .map((path) => (readText(path, SETTINGS_BYTES) ?? '').toLowerCase());
  return (
    name !== '' &&
    ((project?.packages ?? []).some((one) => isAlike(one, name)) ||
      declared.some((text) => new RegExp(`["'\\s/]${RegExp.escape(name)}(?:lib|-\\w+)?["'/\\s]`).test(text)))
  );
}

/** `GTest` has gtest/gtest.h, `nlohmann_json` has nlohmann/json.hpp. */
const isAlike = (one: string, name: string): boolean =>
  one === name || one.startsWith(`${name}_`) || one.replace(/(?<!\d)\d+$|^lib|-cpp$/g, '') === name;
