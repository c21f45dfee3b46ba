import { isSecretName, withoutCredentials } from './secrets.ts';

/** git counts these variables, and does nothing at all where one is missing. */
const GIT_VALUE = /^GIT_CONFIG_VALUE_\d+$/;

/** An environment, as process.env is one. */
export type Variables = Record<string, string | undefined>;

/**
 * Removes from an environment what looks like a secret, by its name or by its value. Nothing that
 * is started later has it: servers and checkers do without, and what they log, report or pass on
 * holds none. From URLs only the credentials are removed.
 *
 * @param passEnv names that stay as they are
 * @returns the names of the removed or changed variables, sorted
 */
export function withholdSecrets(env: Variables, passEnv: readonly string[]): string[] {
  const passed = new Set(passEnv.map(sameName));
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || passed.has(sameName(name))) continue;
    const left = isSecretName(name) && !isSwitch(value) ? undefined : withoutCredentials(value);
    if (left === value) continue;
    withheld.push(name);
    if (left !== undefined) env[name] = left;
    else if (GIT_VALUE.test(name)) env[name] = '';
    else Reflect.deleteProperty(env, name);
  }
  return withheld.sort();
}

/** `USE_TOKEN=1` is a switch, not a secret. */
function isSwitch(value: string): boolean {
  return /^(|0|1|true|false|yes|no|on|off)$/i.test(value.trim());
}

function sameName(name: string): string {
  return process.platform === 'win32' ? name.toUpperCase() : name;
}
