import { type Module, MODULES, type Name, NAMES, READ, UNREAD, type ServerId, type World } from './steps.ts';

export const fileOf = (name: Module): string => `${name}.py`;

/** What the disk holds, and so what every server has to find. */
export class Model {
  readonly texts = new Map<Module, string>(
    MODULES.map((name) => [name, NAMES.map((defined) => `def ${defined}\n`).join('')]),
  );
  /** The servers, with the name that each judges. */
  readonly servers: ReadonlyMap<ServerId, Name>;
  /** Those that have ended and are not to be started again. */
  readonly broken = new Set<ServerId>();

  constructor({ third }: World) {
    const all = Object.entries({ ...READ, ...(third !== 'none' && { [third]: UNREAD[third] }) });
    this.servers = new Map(all as [ServerId, Name][]);
  }

  /** The messages of these servers about a module, sorted. */
  errorsOf(name: Module, servers: readonly ServerId[] = [...this.servers.keys()]): string[] {
    const judged = new Set(servers.map((server) => this.servers.get(server)));
    const lines = (this.texts.get(name) ?? '').split('\n');
    return lines
      .flatMap((line) => {
        const [, from, wanted] = /^from (\w+) import (\w+)/.exec(line) ?? [];
        if (from === undefined || wanted === undefined || !judged.has(wanted as Name)) return [];
        const has = new RegExp(`^(def|from \\w+ import) ${wanted}\\b`, 'm').test(
          this.texts.get(from as Module) ?? '',
        );
        return has ? [] : [`${from} has no ${wanted}`];
      })
      .sort();
  }

  /** Of the modules that are not among these, those with errors. */
  brokenBesides(except: readonly string[]): Record<string, string[]> {
    const found = MODULES.filter((name) => !except.includes(fileOf(name)) && this.errorsOf(name).length > 0);
    return Object.fromEntries(found.map((name) => [fileOf(name), this.errorsOf(name)]));
  }

  get running(): ServerId[] {
    return [...this.servers.keys()].filter((server) => !this.broken.has(server));
  }
}
