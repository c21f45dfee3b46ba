import type { Asked, ModelReply, ScriptedModel, ToolResult } from './script.js';
import { listen, type Loopback } from './loopback.js';

interface Message {
  readonly role: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
}

/** As much of a request for a chat completion as we look at. */
interface ChatCompletion {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** Serves a model as every OpenAI-compatible API does: `POST .../chat/completions`, streamed. */
export function serveOpenai(model: ScriptedModel): Promise<Loopback> {
  return listen(async ({ url = '' }, text, response) => {
    const body = JSON.parse(text) as ChatCompletion;
    if (!url.endsWith('/chat/completions')) throw new Error(`nobody asks a model for ${url}`);
    const reply = await model.reply(askedIn(body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunksOf(reply, model.asked.length))
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end('data: [DONE]\n\n');
  }, model.faults);
}

function askedIn(body: ChatCompletion): Asked {
  const conversation = body.messages;
  const spoken = conversation.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
  const names = new Map(
    conversation.flatMap(({ tool_calls = [] }) =>
      tool_calls.map(({ id, function: { name } }) => [id, name] as const),
    ),
  );
  return {
    turn: spoken.length,
    tools: (body.tools ?? []).map(({ function: { name } }) => name),
    results: conversation.slice((spoken.at(-1) ?? -1) + 1).flatMap((message): ToolResult[] => {
      if (message.role !== 'tool') return [];
      return [{ name: names.get(message.tool_call_id ?? '') ?? '', text: textOf(message) }];
    }),
    conversation,
    opening: JSON.stringify(conversation.slice(0, spoken[0])),
    body,
  };
}

function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
}

/** All that the model reads before it speaks next. */
export function readFromMessages({ conversation }: Asked): string {
  const messages = conversation as readonly Message[];
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages
    .slice(last + 1)
    .map(textOf)
    .join('\n');
}

function chunksOf(reply: ModelReply, count: number): unknown[] {
  const chunk = (delta: unknown, finish_reason: string | null): unknown => ({
    id: `chatcmpl-${count}`,
    object: 'chat.completion.chunk',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if ('say' in reply)
    return [
      chunk({ role: 'assistant', content: reply.say }, null),
      { ...(chunk({}, 'stop') as object), usage },
    ];
  const call = {
    index: 0,
    id: `call_${count}`,
    type: 'function',
    function: { name: reply.call, arguments: JSON.stringify(reply.args) },
  };
  return [
    chunk({ role: 'assistant', tool_calls: [call] }, null),
    { ...(chunk({}, 'tool_calls') as object), usage },
  ];
}
