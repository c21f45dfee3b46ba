import { basename, dirname, join, sep } from 'node:path';
import { holds, isFile, nearest, readText } from '../../backend/program/files.ts';
import type { Hole, WorldTraits } from '../../backend/world.ts';
import type { Diagnostic } from '../../types.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { MARKERS } from './markers.ts';
import { cmakeProject, type CmakeProject } from './cmake.ts';

const NOT_FOUND = /^'([^']+)' file not found/;
/** Names that a header which is not found may declare. */
const NAMES = new Set([
  ...['undeclared_var_use', 'undeclared_var_use_suggest', 'undeclared_use', 'unknown_typename'],
  ...['unknown_typename_suggest', 'unknown_type_or_class_name_suggest', 'no_template', 'no_template_suggest'],
  ...['no_member', 'no_member_suggest', 'typename_nested_not_found', 'unknown_nested_typename_suggest'],
  ...['incomplete_nested_name_spec', 'expected_class_name', 'undeclared_nested_name_spec', 'undef_interface'],
  ...['unexpected_typedef_ident', 'missing_type_specifier', 'expected_namespace_name'],
]);
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
];
const HEADERS = ['.h', '.hpp', '.hh', '.hxx', '.h++', '.inc', '.inl', '.ipp', '.tpp', '.cuh'];

/** How the sources are compiled: known from a compilation database, in part from CMake's own files. */
export const cppWorld: WorldTraits = {
  holes(file, findings, look) {
    const { workspaceRoot } = look.search;
    if (findings.length === 0 || nearest(dirname(file), workspaceRoot, MARKERS) !== undefined) return [];
    const hole = holeAround(dirname(file), workspaceRoot);
    if (hole === undefined) return [];
    const project = cmakeProject(dirname(file), workspaceRoot);
    const isKnown = (header: string): boolean =>
      look.filesOf(HEADERS).some((path) => path.endsWith(sep + header.replaceAll('/', sep))) ||
      isOfPackage(header, dirname(hole.file), project);
    const headers = findings.filter(({ message }) => {
      const header = NOT_FOUND.exec(message)?.[1];
      return header !== undefined && isKnown(header);
    });
    const lines = look.text.split('\n');
    const isLater = ({ line }: Diagnostic): boolean =>
      project?.cxx === undefined && LATER.test(lines[line - 1] ?? '');
    const follows = (finding: Diagnostic): boolean =>
      headers.includes(finding) ||
      (headers.length > 0 && NAMES.has(String(finding.code))) ||
      isLater(finding);
    const following = findings.filter(follows);
    return following.length === 0 ? [] : [{ ...hole, findings: following }];
  },
};

function holeAround(folder: string, workspaceRoot: string): Hole | undefined {
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
  one === name || one.startsWith(`${name}_`) || one.replace(/\d+$|^lib|-cpp$/g, '') === name;
