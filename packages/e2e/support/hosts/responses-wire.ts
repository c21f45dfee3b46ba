import type { Asked, ModelReply, ScriptedModel, ToolResult } from './script.js';
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
  /** Of items that add tools. */
  readonly tools?: readonly Tool[];
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
    for (const event of eventsOf(reply, body, model.asked.length))
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  }, model.faults);
}

const isSpoken = ({ type, role }: Item): boolean =>
  (type === 'message' && role === 'assistant') || type.endsWith('_call');

function askedIn(body: CreateResponse): Asked {
  const conversation = body.input;
  const spoken = conversation.flatMap((item, index) => (isSpoken(item) ? [index] : []));
  const names = new Map(conversation.filter(isSpoken).map((item) => [item.call_id, nameOf(item)]));
  return {
    turn: spoken.length,
    tools: toolsOf(body).map(({ name }) => name),
    results: conversation.slice((spoken.at(-1) ?? -1) + 1).flatMap((item): ToolResult[] => {
      return item.type.endsWith('_call_output')
        ? [{ name: names.get(item.call_id) ?? '', text: textOf(item.output) }]
        : [];
    }),
    conversation,
    opening: JSON.stringify(conversation.slice(0, spoken[0])),
    body,
  };
}

const nameOf = ({ namespace, name = '' }: Pick<Item, 'namespace' | 'name'>): string =>
  namespace === undefined ? name : `${namespace}/${name}`;

/** Some models are told of their tools in the conversation. */
function toolsOf({ tools = [], input }: CreateResponse): { readonly type: string; readonly name: string }[] {
  return [
    ...tools,
    ...input.flatMap((item) => (item.type === 'additional_tools' ? (item.tools ?? []) : [])),
  ].flatMap(withSpace);
}

/** Of a namespace, its tools. */
function withSpace({ type, name, tools }: Tool): { readonly type: string; readonly name: string }[] {
  if (tools === undefined) return [{ type, name: name ?? type }];
  return tools.map((tool) => ({ type: tool.type, name: `${name ?? ''}/${tool.name ?? ''}` }));
}

const textOf = (output: Item['output']): string =>
  typeof output === 'string' ? output : (output ?? []).map(({ text = '' }) => text).join('');

/** All that the model reads before it speaks next: the texts of hooks are messages of their own. */
export function readFromItems({ conversation }: Asked): string {
  const items = conversation as readonly Item[];
  const last = items.findLastIndex(isSpoken);
  return items
    .slice(last + 1)
    .map(({ content, output }) => textOf(content ?? output))
    .join('\n');
}

function eventsOf(reply: ModelReply, body: CreateResponse, count: number): { readonly type: string }[] {
  const id = `resp_${count}`;
  const usage = {
    input_tokens: 1,
    input_tokens_details: null,
    output_tokens: 1,
    output_tokens_details: null,
    total_tokens: 2,
  };
  const created = { type: 'response.created', response: { id } };
  const done = { type: 'response.output_item.done', output_index: 0, item: itemOf(reply, body, count) };
  return [created, done, { type: 'response.completed', response: { id, usage } }] as { type: string }[];
}

function itemOf(reply: ModelReply, body: CreateResponse, count: number): unknown {
  if ('say' in reply)
    return {
      type: 'message',
      role: 'assistant',
      id: `msg_${count}`,
      content: [{ type: 'output_text', text: reply.say }],
    };
  if (reply.call === 'tool_search')
    return {
      type: 'tool_search_call',
      call_id: `call_${count}`,
      id: `item_${count}`,
      execution: 'client',
      arguments: reply.args,
    };
  const [name = '', namespace] = reply.call.split('/').toReversed();
  const call = {
    call_id: `call_${count}`,
    id: `item_${count}`,
    name,
    ...(namespace !== undefined && { namespace }),
  };
  const isText = toolsOf(body).some((tool) => tool.type === 'custom' && tool.name === reply.call);
  return isText
    ? { type: 'custom_tool_call', ...call, input: String(reply.args['input']) }
    : { type: 'function_call', ...call, arguments: JSON.stringify(reply.args) };
}
