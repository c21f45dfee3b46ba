/** What is known of a build. */
export interface Build {
  /** Undefined where it is not known whether the feature is on. */
  feature(name: string): boolean | undefined;
  /** The platform is the one that this runs on. */
  readonly isNative: boolean;
  /** Nothing sets names of its own: no build script, no flags of a configuration. */
  readonly isPlain: boolean;
}

/** UTF-16 code units. People write no longer one, and each parenthesis takes some of the stack. */
const LONGEST = 4000;

/** Whether the condition of a `cfg` holds in some unit of the build; undefined where that is open. */
export function cfgHolds(condition: string, build: Build): boolean | undefined {
  if (condition.length > LONGEST) return undefined;
  const tokens = condition.match(/"[^"]*"|[\w:]+|[(),=]/g) ?? [];
  let at = 0;
  const read = (): boolean | undefined => {
    const name = tokens[at] ?? '';
    at += 1;
    if (tokens[at] === '(') {
      at += 1;
      const parts: (boolean | undefined)[] = [];
      while (at < tokens.length && tokens[at] !== ')') {
        parts.push(read());
        if (tokens[at] === ',') at += 1;
      }
      at += 1;
      return combined(name, parts);
    }
    if (tokens[at] !== '=') return flag(name, build);
    const value = (tokens[at + 1] ?? '').replaceAll('"', '');
    at += 2;
    return option(name, value, build);
  };
  const value = read();
  return at >= tokens.length ? value : undefined;
}

function combined(name: string, parts: readonly (boolean | undefined)[]): boolean | undefined {
  const isOpen = parts.includes(undefined);
  if (name === 'not') return parts[0] === undefined ? undefined : !parts[0];
  if (name === 'any') return parts.includes(true) ? true : isOpen ? undefined : false;
  if (name === 'all') return parts.includes(false) ? false : isOpen ? undefined : true;
  return undefined;
}

function flag(name: string, { isNative, isPlain }: Build): boolean | undefined {
  switch (name) {
    case 'unix':
      return isNative ? process.platform !== 'win32' : undefined;
    case 'windows':
      return isNative ? process.platform === 'win32' : undefined;
    // Some units of a run with all targets are tests, and others are not.
    case 'test':
      return undefined;
    case 'debug_assertions':
    case 'true':
      return true;
    case 'false':
    case 'doc':
    case 'doctest':
    case 'miri':
      return false;
    default:
      return isPlain && /^[a-z]\w*$/.test(name) && !OF_COMPILER.test(name) ? false : undefined;
  }
}

const OF_COMPILER =
  /^(?:target_|panic|overflow_checks|proc_macro|ub_checks|relocation_model|sanitize|fmt_debug)/;

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' };
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64', ia32: 'x86' };

function option(name: string, value: string, build: Build): boolean | undefined {
  if (name === 'feature') return build.feature(value);
  if (!build.isNative) return undefined;
  const family = process.platform === 'win32' ? 'windows' : 'unix';
  switch (name) {
    case 'target_os':
      return value === (SYSTEMS[process.platform] ?? process.platform);
    case 'target_family':
      return value === family;
    case 'target_arch':
      return value === (PROCESSORS[process.arch] ?? process.arch);
    default:
      return undefined;
  }
}
