import { basename, dirname } from 'node:path';
import type { ServerConfig, ServerProgram } from '../types.ts';
import type { Launch, ServerLocation, ServerDefinition, ServerFacts } from './definition.ts';
import type { Search } from './program/search.ts';
import { nearest, treeRoot } from './program/files.ts';
import { commandProgram, type Absent, type Program } from './program/program.ts';
import type { ReadOnce } from './read-once.ts';
import { unreadableSetting } from './program/unreadable.ts';
import { UNTRUSTED } from './program/untrusted.ts';
import type { ServerStrategies } from './strategies.ts';
import { mergeValues, sectionOf, settingsTree, type Values } from './values.ts';

/**
 * A registry entry before the user's settings are merged in: the project of a folder, and the
 * program that serves it.
 */
export interface ServerPreset extends ServerFacts {
  /**
   * Without this program on PATH the server finds nothing, unless the user's settings give its
   * location.
   */
  readonly needs?: Prerequisite;
  /** See {@link Launch.needsConfigurationFirst}. */
  readonly needsConfigurationFirst?: true;
  /** See {@link Launch.watchesFolders}. */
  readonly watchesFolders?: true;
  /** See {@link Launch.watches}. */
  readonly watches?: readonly string[];
  /** See {@link Launch.reopensAfter}. */
  readonly reopensAfter?: (changed: string, text: string) => boolean;
  /** See {@link Launch.sentAs}. */
  readonly sentAs?: (path: string, text: string) => string;
  /** It is not known to ask for its settings, so they are sent as well. */
  readonly announcesSettings?: true;
  /**
   * The arguments that make the program a server on stdin and stdout; may depend on the program's
   * name.
   */
  readonly args: readonly string[] | ((program: string) => readonly string[]);
  /**
   * For a server that the workspace has to choose: why it has not. Not called if the user's
   * settings name the server. Cheap, and never throws.
   */
  unwanted?(folder: string, search: Search): string | undefined;
  /**
   * Like {@link ServerDefinition.locate}: cheap, and never throws.
   *
   * @param given what the user's settings say of the server
   */
  project(folder: string, search: Search, given?: GivenSettings, build?: string): ServerProject | Absent;
}

export interface GivenSettings {
  /** The program that they name. */
  readonly program?: Program | undefined;
  /** As a tree. */
  readonly settings: Values;
  readonly initializationOptions: Values;
}

export interface Prerequisite {
  readonly program: string;
  /** The command that installs it. */
  readonly install: string;
}

/** What a server gets about the project that a folder belongs to. */
export interface ServerProject {
  readonly kind: 'found';
  readonly root: string;
  readonly toolchain?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly initializationOptions?: Values;
  /** The section under which the server asks for its initializationOptions once more. */
  readonly optionsSection?: string;
  /** The answer to `workspace/configuration`; called again for each request. */
  settings?(): Values;
  /** The lists of these settings that the user's are put in front of, and do not replace. */
  readonly addsTo?: readonly string[];
  /** See {@link Launch.excludes}, {@link Launch.reloads} and {@link Launch.readsOnce}. */
  excludes?(path: string, server: ServerSettings): boolean;
  reloads?(path: string, server: ServerSettings): boolean;
  readsOnce?(): ReadOnce;
  /** See {@link Launch.settingsOf}. */
  readonly settingsOf?: Launch['settingsOf'];
  /**
   * How the program that is run is asked, which may be the user's own; undefined where the preset's
   * data says it.
   */
  strategies?(program: ServerProgram): ServerStrategies | undefined;
  /** The arguments of the program, where they depend on the project. */
  readonly args?: readonly string[];
  /** The user's arguments follow these, and do not replace them. */
  readonly addsArgs?: boolean;
  readonly batch?: Launch['batch'];
  /** The program that the registry would run; not called where the user's settings name another. */
  program(): Program | Absent;
}

/** What a server gets, with the user's settings merged in. */
export interface ServerSettings {
  readonly root: string;
  readonly settings: Values;
}

/** A preset and the user's settings for it make a server definition (REQ-CFG-040). */
export function define(
  preset: ServerPreset,
  given?: ServerConfig,
  yieldsTo: readonly string[] = [],
): ServerDefinition {
  const config = given ?? {};
  const { command, languageId } = config;
  const isOurs = command === undefined || isNamedAfter(command, preset.id);
  const {
    navigation,
    judgesAlone,
    seesOneFile,
    sharedName,
    overlays,
    leavesTo,
    textsSuffice,
    publishesOpened,
    perFile,
    ...ofAnyProgram
  } = preset;
  return {
    ...(isOurs ? preset : { ...ofAnyProgram, source: 'auto' }),
    // A person who has settings for a server wants all that it says.
    leavesTo: isSetUp(given) ? undefined : leavesTo,
    extensions: config.extensions?.flatMap(namesMeant) ?? preset.extensions,
    role: config.role ?? preset.role,
    optional: isOptional(preset, given),
    // A server that the user names is asked, whatever else is there.
    yieldsTo: !isNamed(given) || !preset.optional ? yieldsTo : [],
    ...(languageId !== undefined && { languageId }),
    locate(folder, search, build) {
      const location = locate(preset, given, folder, search, build);
      if (!search.trusted && !preset.needsNoTrust && location.kind !== 'not-applicable') return UNTRUSTED;
      const reason =
        location.kind === 'found' ? unreadableSetting(folder, search.workspaceRoot, preset.reads) : undefined;
      return reason === undefined ? location : { kind: 'unreadable', reason };
    },
  };
}

function locate(
  preset: ServerPreset,
  given: ServerConfig | undefined,
  folder: string,
  search: Search,
  build: string | undefined,
): ServerLocation {
  const config = given ?? {};
  const { command } = config;
  const reason = !isNamed(given) ? preset.unwanted?.(folder, search) : undefined;
  if (reason !== undefined) return { kind: 'not-applicable', reason };
  const named = command === undefined ? undefined : commandProgram(command, folder, search);
  const own: GivenSettings = {
    program: named?.kind === 'found' ? named : undefined,
    settings: settingsTree(config.settings ?? {}),
    initializationOptions: config.initializationOptions ?? {},
  };
  const project = preset.project(folder, search, own, build);
  if (project.kind !== 'found') return project;
  // A batch compiler may run another program of what the user's command belongs to.
  const isOwn = named !== undefined && (named.kind !== 'found' || project.batch === undefined);
  const chosen = isOwn ? named : project.program();
  const program =
    command === undefined && config.settings === undefined ? withNeeds(chosen, preset.needs, search) : chosen;
  if (program.kind === 'unavailable' && isOptional(preset, given))
    return { ...program, kind: 'not-applicable' };
  if (program.kind !== 'found') return program;
  const root = rootOf(project, config, folder, search);
  const serves = (path: string): boolean => {
    const its = preset.project(dirname(path), search, own, preset.builds?.of(path));
    return (
      its.kind === 'found' &&
      its.toolchain === project.toolchain &&
      rootOf(its, config, dirname(path), search) === root
    );
  };
  return {
    kind: 'found',
    launch: { ...compose(preset, config, { ...project, root }, program, search), serves },
  };
}

function isOptional({ optional }: ServerPreset, given: ServerConfig | undefined): boolean {
  return optional === true && !isNamed(given);
}

/** More is said of it than that it is there. */
function isSetUp(given: ServerConfig | undefined): boolean {
  return isNamed(given) && Object.keys(given ?? {}).some((key) => key !== 'enabled');
}

function isNamed(given: ServerConfig | undefined): boolean {
  return given !== undefined && given.imported !== true;
}

/** The preset's root, unless the user's settings name root markers. */
function rootOf(
  { root }: ServerProject,
  { rootMarkers = [] }: ServerConfig,
  folder: string,
  { workspaceRoot }: Search,
): string {
  if (rootMarkers.length === 0) return root;
  const top = treeRoot(folder, workspaceRoot);
  return nearest(folder, top, rootMarkers) ?? top;
}

/**
 * The user's own program may end its diagnostics in another way, unless it is the same program at
 * another path: `/opt/llvm/bin/clangd-19`.
 */
function isNamedAfter(command: string, id: string): boolean {
  const words = basename(command)
    .toLowerCase()
    .split(/[^a-z]+/);
  return ` ${words.join(' ')} `.includes(` ${id.split('-').join(' ')} `);
}

function withNeeds(
  program: Program | Absent,
  needs: Prerequisite | undefined,
  search: Search,
): Program | Absent {
  if (program.kind !== 'found' || needs === undefined || search.which(needs.program) !== undefined)
    return program;
  return {
    kind: 'unavailable',
    reason: `${program.about.name} finds nothing without ${needs.program}, and there is none on PATH`,
    hint: needs.install,
  };
}

function compose(
  preset: ServerPreset,
  config: ServerConfig,
  project: ServerProject,
  program: Program,
  { trusted }: Search,
): Omit<Launch, 'serves'> {
  // The user's settings may name programs in the workspace. In an untrusted workspace our values
  // for programs take precedence.
  const laid = (ours: Values, theirs: Values): Values =>
    trusted ? mergeValues(ours, theirs) : mergeValues(theirs, ours);
  const options = laid(project.initializationOptions ?? {}, config.initializationOptions ?? {});
  const asked =
    project.optionsSection === undefined ? {} : settingsTree({ [project.optionsSection]: options });
  const own = settingsTree(config.settings ?? {});
  const settings = (): Values => {
    const ours = mergeValues(asked, project.settings?.() ?? {});
    return (project.addsTo ?? []).reduce(
      (all, section) => mergeValues(all, bothLists(section, own, ours)),
      laid(ours, own),
    );
  };
  const current = (): ServerSettings => ({ root: project.root, settings: settings() });
  const announced = preset.announcesSettings ? settings() : {};
  const args =
    project.args ?? (typeof preset.args === 'function' ? preset.args(program.about.name) : preset.args);
  const strategies = project.strategies?.(program.about);
  return {
    root: project.root,
    ...(project.toolchain !== undefined && { toolchain: project.toolchain }),
    command: program.command,
    args: [
      ...program.prefix,
      ...(project.addsArgs ? [...args, ...(config.args ?? [])] : (config.args ?? args)),
    ],
    env: { ...project.env, ...config.env, ...program.env },
    program: program.about,
    ...(project.batch !== undefined && { batch: project.batch }),
    ...(strategies !== undefined && { strategies }),
    ...(Object.keys(options).length > 0 && { initializationOptions: options }),
    ...(Object.keys(announced).length > 0 && { settings: announced }),
    ...(preset.needsConfigurationFirst && { needsConfigurationFirst: true }),
    ...(preset.watchesFolders && { watchesFolders: true }),
    ...(preset.watches && { watches: preset.watches }),
    ...(preset.reopensAfter && { reopensAfter: preset.reopensAfter }),
    ...(preset.sentAs && { sentAs: preset.sentAs }),
    ...(project.settingsOf && { settingsOf: project.settingsOf }),
    configuration: (section) => sectionOf(settings(), section),
    ...(project.excludes !== undefined && {
      excludes: (path: string) => project.excludes?.(path, current()) === true,
    }),
    ...(project.reloads !== undefined && {
      reloads: (path: string) => project.reloads?.(path, current()) === true,
    }),
    ...(project.readsOnce !== undefined && { readsOnce: () => project.readsOnce?.() ?? { files: [] } }),
  };
}

function bothLists(section: string, own: Values, ours: Values): Values {
  const [first = [], second = []] = [own, ours]
    .map((tree) => sectionOf(tree, section))
    .map((value) => (Array.isArray(value) ? (value as readonly unknown[]) : []));
  return second.length === 0 ? {} : settingsTree({ [section]: [...first, ...second] });
}

/**
 * Without a leading dot it is a whole name, `Makefile`, or what follows a dot: `api.Dockerfile`, or
 * `.foo` for `foo`.
 */
export function namesMeant(extension: string): string[] {
  const name = extension.toLowerCase();
  return name.startsWith('.') ? [name] : [name, `.${name}`];
}
