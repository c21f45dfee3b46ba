/** What a scripted model answers: words, which end its turn, or calls of tools, whose results it is asked with next. */
export type ModelReply =
  | { readonly say: string }
  | {
      readonly call: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** The subagent that the call starts. */
      readonly starts?: ScriptedAgent;
    };

export interface ToolResult {
  readonly name: string;
  /** What the model reads. */
  readonly text: string;
}

/** One request of the host to the model. */
export interface Asked {
  /** How often the model has spoken before, in this conversation: the host may send a request again. */
  readonly turn: number;
  /** The names of the tools that it may call. */
  readonly tools: readonly string[];
  /** The results of what it called last. */
  readonly results: readonly ToolResult[];
  /** All that the host has sent as the conversation, as JSON values. */
  readonly conversation: readonly unknown[];
  /** What the host has sent before the model's first words, as JSON. */
  readonly opening: string;
  /** The whole request as it came. */
  readonly body: unknown;
}

export type Step = ModelReply | ((asked: Asked) => ModelReply | Promise<ModelReply>);

/**
 * A model that plays these steps, one a turn, and says "Done." from then on. A step may be a function of what the host sent; it runs once,
 * so that it may also do what is to happen between two calls.
 */
export class ScriptedModel {
  /** The requests of the conversation, one for each turn, the last of those that were sent again. */
  readonly asked: Asked[] = [];
  /** All requests of the conversation, those that were sent again, too. */
  readonly requests: Asked[] = [];
  /** Requests beside the conversation: titles, summaries, counting. Their addresses and bodies. */
  readonly beside: { readonly url: string; readonly body: unknown }[] = [];
  /** What went wrong in a step, or was no request that we know. */
  readonly faults: unknown[] = [];
  readonly #replies = new Map<number, Promise<ModelReply>>();
  readonly #agents: ScriptedAgent[] = [];

  constructor(private readonly steps: readonly Step[]) {}

  reply(asked: Asked): Promise<ModelReply> {
    const agent = this.#agents.find(({ prompt }) => asked.opening.includes(prompt));
    if (agent !== undefined) return agent.model.reply(asked);
    this.requests.push(asked);
    this.asked[asked.turn] = asked;
    const known = this.#replies.get(asked.turn);
    if (known !== undefined) return known;
    const reply = this.#play(asked);
    this.#replies.set(asked.turn, reply);
    return reply;
  }

  async #play(asked: Asked): Promise<ModelReply> {
    const step = this.steps[asked.turn] ?? { say: 'Done.' };
    const reply = typeof step === 'function' ? await step(asked) : step;
    if ('starts' in reply) this.#agents.push(reply.starts);
    return reply;
  }

  /** What the model read as the result of the call that it made in this turn. */
  resultOf(turn: number): string {
    const result = this.asked[turn + 1]?.results[0];
    if (result === undefined)
      throw new Error(`no result of turn ${turn}: the host asked ${this.asked.length} times`);
    return result.text;
  }
}

/** A subagent: the same host asks its model with another conversation, which begins with this prompt. */
export class ScriptedAgent {
  readonly model: ScriptedModel;

  /** @param prompt a text that JSON does not change, and that no other conversation begins with */
  constructor(
    readonly prompt: string,
    steps: readonly Step[],
  ) {
    this.model = new ScriptedModel(steps);
  }
}
