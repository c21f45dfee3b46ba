export type Registry = 'npm' | 'go' | 'crates' | 'pypi' | 'maven';

/** A package of a registry, pinned. */
export interface Package {
  readonly registry: Registry;
  /** As its registry calls it: `@tanstack/query-core`, `k8s.io/client-go`, `org.x:y`. */
  readonly name: string;
  /** As its registry calls it: `1.2.3`, and `v1.2.3` in Go. */
  readonly version: string;
  /**
   * What `package-lock.json`, `go.sum`, `Cargo.lock` or a list of requirements has for it; of Maven
   * the hash of the jar.
   */
  readonly integrity: string;
}

const of =
  (registry: Registry) =>
  (name: string, version: string, integrity: string): Package => ({ registry, name, version, integrity });
export const ofNpm = of('npm');
export const ofGo = of('go');
export const ofCrates = of('crates');
export const ofPypi = of('pypi');
export const ofMaven = of('maven');

export interface Fetched {
  /** The unpacked source, inside the scratch folder; its files may be changed. */
  readonly folder: string;
  readonly integrity: string;
}

/** A registry, by way of its own client. */
export interface RegistryClient {
  /** @param scratch an empty folder, absolute */
  fetch(wanted: Package, scratch: string): Promise<Fetched>;
  /**
   * Fetches what the lock file in `folder` names, to where the language's own tools look for it.
   * Absent where nothing has one.
   */
  fetchLocked?(folder: string): Promise<void>;
}
