import type { AdmittedPath } from '../support/paths.ts';
import type { Diagnostic } from '../types.ts';
import type { Search } from './program/search.ts';

/** A package that is missing on this machine, though its project declares it. */
export interface UninstalledPackage {
  /** The file that declares it, absolute. */
  readonly manifest: string;
  /** The command that installs what the manifest declares, to be run in the manifest's folder. */
  readonly install: string;
}

/** How a language tells a package that is not installed from a wrong import. */
export interface PackageTraits {
  /**
   * The modules or packages without which the finding would not be there, as it names them; more
   * than one where any of them would do. Empty where the finding is about something else.
   */
  missingModules(finding: Pick<Diagnostic, 'code' | 'message'>): readonly string[];
  /**
   * Undefined where the module is installed, no manifest declares it, or that is in doubt: then its
   * finding is an error in the file. Only stats and reads small files.
   *
   * @param module as the file imports it
   */
  uninstalled(module: string, file: AdmittedPath, search: Search): UninstalledPackage | undefined;
  /**
   * Whether a finding of a file that imports what is not installed follows from that, too: a
   * parameter whose type such a package would tell. Without this function none does.
   */
  readonly followsFromImports?: (
    finding: Pick<Diagnostic, 'code' | 'message' | 'line' | 'character'>,
    text: string,
  ) => boolean;
  /**
   * What is not installed, and declares a part of a type that the project itself declares: a member of
   * a class whose base is in such a package. Undefined where the finding is about something else.
   */
  behind?(
    finding: Pick<Diagnostic, 'code' | 'message' | 'line' | 'character'>,
    text: string,
    file: AdmittedPath,
    search: Search,
  ): (UninstalledPackage & { readonly module: string | undefined }) | undefined;
  /**
   * The files of the installed packages that a text imports, absolute, for a server that cannot say what it
   * has read. Not those of packages that are imported by these.
   */
  installedFiles?(text: string, file: AdmittedPath, search: Search): readonly string[];
  /**
   * For a compiler that judges nothing before all packages are there: whether that is why it failed.
   *
   * @param output why it failed, and the last lines of its stderr
   * @param root of its project, absolute
   */
  uninstalledProject?(output: string, root: string): UninstalledPackage | undefined;
}
