import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Spoiling } from './tamper.mjs';

/** Processes that are told what to do, by what they are. */
export type ProcessRole = 'server' | 'sidecar' | 'bridge' | 'host';

/** What a process has inside it broken at an order of {@link Control.tell}; see agent.mjs. */
export type Order =
  | {
      readonly do:
        | 'exit'
        | 'close stdin'
        | 'close stdout'
        | 'flood stderr'
        | 'flood log'
        | 'write to disk'
        | 'start a child';
    }
  | { readonly do: 'pause'; readonly ms: number }
  | { readonly do: 'tamper'; readonly channel: 'rpc' | 'mcp'; readonly how: Spoiling | undefined }
  | { readonly do: 'call'; readonly op: string; readonly args?: unknown };

/** What agents and fake servers say. */
interface Said {
  readonly event: string;
  readonly role?: ProcessRole;
  readonly pid: number;
  readonly id?: number;
  readonly value?: unknown;
  readonly path?: string;
}

const PATIENCE = 30_000;

/** The second wire: to the agents in all processes of one cell, and to its fake servers. */
export class Control {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #agents = new Map<ProcessRole, { readonly pid: number; readonly socket: Socket }>();
  readonly #held = new Set<ProcessRole>();
  readonly #waiting = new Set<() => void>();
  readonly #said: Said[] = [];
  #nextId = 1;

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => this.#close(socket));
      createInterface(socket)
        .on('error', () => undefined)
        .on('line', (line) => this.#hear(JSON.parse(line) as Said, socket));
    });
  }

  static async listen(path: string): Promise<Control> {
    const control = new Control();
    await new Promise<void>((resolve) => control.#server.listen(path, resolve));
    return control;
  }

  /** Has every process of this kind that starts from now on wait before its program begins. */
  hold(role: ProcessRole): void {
    this.#held.add(role);
  }

  go(role: ProcessRole): void {
    this.#held.delete(role);
    this.#send(this.#agents.get(role)?.socket, { do: 'go' });
  }

  /** Resolves to its process id once such a process is there. */
  async up(role: ProcessRole): Promise<number> {
    await this.#until(() => this.#agents.has(role), `no ${role}`);
    return this.pid(role);
  }

  /** Resolves once no process of the cell is there any more. */
  async down(): Promise<void> {
    await this.#until(() => this.#agents.size === 0, 'somebody is still there');
  }

  isUp(role: ProcessRole): boolean {
    return this.#agents.has(role);
  }

  pid(role: ProcessRole): number {
    const pid = this.#agents.get(role)?.pid;
    if (pid === undefined) throw new Error(`there is no ${role}`);
    return pid;
  }

  /** Resolves to what it answers; rejects where it ends first. */
  async tell(role: ProcessRole, order: Order, ms = PATIENCE): Promise<unknown> {
    const agent = this.#agents.get(role);
    if (agent === undefined) throw new Error(`there is no ${role}`);
    const id = this.#nextId++;
    this.#send(agent.socket, { ...order, id });
    const did = (): Said | undefined => this.#said.find((said) => said.event === 'did' && said.id === id);
    await this.#until(() => did() !== undefined || agent.socket.destroyed, `${role} did not ${order.do}`, ms);
    const answer = did();
    if (answer === undefined) throw new Error(`${role} has ended`);
    return answer.value;
  }

  /** Has the fake servers wait when they are asked this, and resolves when they know. */
  async holdMethod(method: string): Promise<void> {
    this.#command('hold', method);
    await this.#until(() => this.#heard('holds', method), `no server to hold ${method}`);
  }

  waits(method: string): Promise<void> {
    return this.#until(() => this.#heard('waits', method), `nobody asked ${method}`);
  }

  /** Resolves to the code of the answer to a request of an unknown method; rejects where there is none. */
  async replied(ms: number): Promise<unknown> {
    const reply = (): Said | undefined => this.#said.find(({ event }) => event === 'replied');
    await this.#until(() => reply() !== undefined, 'nobody answered', ms);
    return reply()?.value;
  }

  /** How many such processes there have been. */
  ups(role: ProcessRole): number {
    return this.#said.filter((said) => said.event === 'up' && said.role === role).length;
  }

  goOn(): void {
    this.#command('go on');
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #command(command: string, path?: string): void {
    for (const socket of this.#sockets) this.#send(socket, { command, path });
  }

  #heard(event: string, path: string): boolean {
    return this.#said.some((said) => said.event === event && said.path === path);
  }

  #hear(said: Said, socket: Socket): void {
    this.#said.push(said);
    if (said.event === 'up' && said.role !== undefined) {
      this.#agents.set(said.role, { pid: said.pid, socket });
      if (!this.#held.has(said.role)) this.#send(socket, { do: 'go' });
    }
    this.#wake();
  }

  #close(socket: Socket): void {
    this.#sockets.delete(socket);
    for (const [role, agent] of this.#agents) if (agent.socket === socket) this.#agents.delete(role);
    this.#wake();
  }

  #wake(): void {
    for (const waiter of [...this.#waiting]) waiter();
  }

  #send(socket: Socket | undefined, message: object): void {
    if (socket !== undefined && !socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
  }

  #until(holds: () => boolean, otherwise: string, ms = PATIENCE): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`${otherwise} within ${ms} ms`));
      }, ms);
      const look = (): void => {
        if (!holds()) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}
