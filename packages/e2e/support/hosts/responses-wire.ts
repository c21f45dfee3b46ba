import type { Asked, Reply, ScriptedModel, ToolResult } from './script.js';
import { listen, type Loopback } from './loopback.js';

interface Content {
  readonly text?: string;
}

interface Item {
  readonly type: string;
  readonly role?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly call_id?: string;
  readonly content?: readonly Content[];
  readonly output?: string | readonly Content[];
}

interface Tool {
  readonly type: string;
  readonly name?: string;
  readonly tools?: readonly Tool[];
}

/** As much of a request for a response as we look at. */
interface CreateResponse {
  readonly input: readonly Item[];
  readonly tools?: readonly Tool[];
}

/**
 * Serves a model as the Responses API does: `POST .../responses`, streamed. A tool of a namespace is
 * called `namespace/name`. A tool that takes plain text gets the argument `input`.
 */
export function serveResponses(model: ScriptedModel): Promise<Loopback> {
  return listen(async ({ url = '', method }, text, response) => {
    if (method !== 'POST' || !url.endsWith('/responses')) {
      model.beside.push({ url, body: text });
      response.writeHead(404).end();
      return;
    }
    const body = JSON.parse(text) as CreateResponse;
    const reply = await model.reply(askedIn(body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of eventsOf(reply, body, model.asked.length)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  }, model.faults);
}

const isSpoken = ({ type, role }: Item): boolean => (type === 'message' && role === 'assistant') || type.endsWith('_call');

function askedIn(body: CreateResponse): Asked {
  const conversation = body.input;
  const spoken = conversation.flatMap((item, index) => (isSpoken(item) ? [index] : []));
  const names = new Map(conversation.filter(isSpoken).map((item) => [item.call_id, nameOf(item)]));
  return {
    turn: spoken.length,
    tools: (body.tools ?? []).flatMap(namesOf),
    results: conversation.slice((spoken.at(-1) ?? -1) + 1).flatMap((item): ToolResult[] => {
      return item.type.endsWith('_call_output') ? [{ name: names.get(item.call_id) ?? '', text: textOf(item.output) }] : [];
    }),
    conversation,
    body,
  };
}

const nameOf = ({ namespace, name = '' }: Pick<Item, 'namespace' | 'name'>): string => (namespace === undefined ? name : `${namespace}/${name}`);

/** Of a namespace, the names of its tools. */
function namesOf({ type, name, tools }: Tool): string[] {
  if (tools !== undefined) return tools.flatMap((tool) => nameOf({ ...(name !== undefined && { namespace: name }), ...(tool.name !== undefined && { name: tool.name }) }));
  return [name ?? type];
}

const textOf = (output: Item['output']): string => (typeof output === 'string' ? output : (output ?? []).map(({ text = '' }) => text).join(''));

/** What the host tells the model before it speaks next, beside the results: the texts of hooks are there. */
export function toldIn({ conversation }: Asked): string[] {
  const items = conversation as readonly Item[];
  const last = items.findLastIndex(isSpoken);
  return items.slice(last + 1).flatMap(({ type, role, content }) => (type === 'message' ? [`${role ?? ''}: ${textOf(content)}`] : []));
}

function eventsOf(reply: Reply, { tools = [] }: CreateResponse, count: number): { readonly type: string }[] {
  const id = `resp_${count}`;
  const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
  const created = { type: 'response.created', response: { id } };
  const done = { type: 'response.output_item.done', output_index: 0, item: itemOf(reply, tools, count) };
  return [created, done, { type: 'response.completed', response: { id, usage } }] as { type: string }[];
}

function itemOf(reply: Reply, tools: readonly Tool[], count: number): unknown {
  if ('say' in reply) return { type: 'message', role: 'assistant', id: `msg_${count}`, content: [{ type: 'output_text', text: reply.say }] };
  const isText = tools.some(({ type, name }) => type === 'custom' && name === reply.call);
  const call = { call_id: `call_${count}`, id: `item_${count}` };
  if (isText) return { type: 'custom_tool_call', ...call, name: reply.call, input: String(reply.args['input']) };
  const [name = '', namespace] = reply.call.split('/').toReversed();
  return { type: 'function_call', ...call, name, ...(namespace !== undefined && { namespace }), arguments: JSON.stringify(reply.args) };
}
