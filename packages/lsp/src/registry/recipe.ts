import type { ServerConfig } from '../types.ts';
import type { Barrier, Launch, Search, ServerDefinition, SourceKind } from './definition.ts';
import { nearest } from './files.ts';
import { commandProgram, type Absent, type Program } from './program.ts';
import { merge, sectionOf, treeOf, type Values } from './values.ts';

/** A registry entry before the user's settings are laid over it: what a folder needs, and which program serves it. */
export interface Recipe {
  readonly id: string;
  readonly language: string;
  readonly extensions: readonly string[];
  readonly role: 'compiler' | 'linter';
  readonly source: SourceKind;
  readonly barrier?: Barrier;
  /** What makes the program a server on stdin and stdout. */
  readonly args: readonly string[];
  /** Like {@link ServerDefinition.locate}: cheap, and without exceptions. */
  project(folder: string, search: Search): Project | Absent;
}

/** What a server is told about the project that a folder belongs to. */
export interface Project {
  readonly kind: 'found';
  readonly root: string;
  readonly toolchain?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly initializationOptions?: Values;
  /** The section under which the server asks for its initializationOptions once more. */
  readonly optionsSection?: string;
  /** What `workspace/configuration` is answered with; asked afresh each time. */
  settings?(): Values;
  /** The program that the registry would run; not asked where the user's settings name another. */
  program(): Program | Absent;
}

/** A recipe and the user's settings for it make a server (REQ-CFG-040). */
export function define(recipe: Recipe, config: ServerConfig = {}): ServerDefinition {
  const { command, languageId } = config;
  return {
    id: recipe.id,
    language: recipe.language,
    extensions: config.extensions?.map(withDot) ?? recipe.extensions,
    role: config.role ?? recipe.role,
    // The user's own program may say "that was all" in another way.
    source: command === undefined ? recipe.source : 'auto',
    ...(recipe.barrier !== undefined && { barrier: recipe.barrier }),
    ...(languageId !== undefined && { languageId }),
    locate(folder, search) {
      const project = recipe.project(folder, search);
      if (project.kind !== 'found') return project;
      const program = command === undefined ? project.program() : commandProgram(command, folder, search);
      if (program.kind !== 'found') return program;
      const markers = config.rootMarkers ?? [];
      const root = markers.length === 0 ? project.root : (nearest(folder, search.workspaceRoot, markers) ?? search.workspaceRoot);
      return { kind: 'found', launch: compose(recipe, config, { ...project, root }, program) };
    },
  };
}

function compose(recipe: Recipe, config: ServerConfig, project: Project, program: Program): Launch {
  const options = merge(project.initializationOptions ?? {}, config.initializationOptions ?? {});
  return {
    root: project.root,
    ...(project.toolchain !== undefined && { toolchain: project.toolchain }),
    command: program.command,
    args: [...program.prefix, ...(config.args ?? recipe.args)],
    env: { ...project.env, ...config.env },
    program: program.about,
    ...(program.source !== undefined && { source: program.source }),
    ...(Object.keys(options).length > 0 && { initializationOptions: options }),
    configuration(section) {
      const asked = project.optionsSection === undefined ? {} : treeOf({ [project.optionsSection]: options });
      const settings = merge(merge(asked, project.settings?.() ?? {}), treeOf(config.settings ?? {}));
      return sectionOf(settings, section);
    },
  };
}

function withDot(extension: string): string {
  return (extension.startsWith('.') ? extension : `.${extension}`).toLowerCase();
}
