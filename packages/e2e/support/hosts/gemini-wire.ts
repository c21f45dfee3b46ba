import type { Asked, ModelReply, ScriptedModel, ToolResult } from './script.js';
import { listen, type Loopback } from './loopback.js';

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly name: string; readonly response: Readonly<Record<string, unknown>> };
}

interface Content {
  readonly role?: string;
  readonly parts?: readonly Part[];
}

/** As much of a request for content as we look at. */
interface GenerateContent {
  readonly contents?: readonly Content[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

/** Serves a model as the Gemini API does: `POST .../models/<name>:<method>`. */
export function serveGemini(model: ScriptedModel): Promise<Loopback> {
  return listen(async ({ url = '' }, text, response) => {
    const body = JSON.parse(text) as GenerateContent;
    const asked = askedIn(body);
    const method = /:(\w+)(\?|$)/.exec(url)?.[1];
    if (method === 'streamGenerateContent' && asked.tools.length > 0) {
      const answer = answerOf(await model.reply(asked));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(answer)}\n\n`);
      return;
    }
    model.beside.push({ url, body });
    const answer = method === 'countTokens' ? { totalTokens: 1 } : answerOf({ say: '{}' });
    const stream = method === 'streamGenerateContent';
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    response.end(stream ? `data: ${JSON.stringify(answer)}\n\n` : JSON.stringify(answer));
  }, model.faults);
}

function askedIn(body: GenerateContent): Asked {
  const conversation = body.contents ?? [];
  const spoken = conversation.flatMap(({ role }, index) => (role === 'model' ? [index] : []));
  return {
    turn: spoken.length,
    tools: (body.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name }) => name),
    ),
    results: conversation.slice((spoken.at(-1) ?? -1) + 1).flatMap(resultsIn),
    conversation,
    opening: JSON.stringify(conversation.slice(0, spoken[0])),
    body,
  };
}

function resultsIn({ parts = [] }: Content): ToolResult[] {
  return parts.flatMap(({ functionResponse: found }) => {
    return found === undefined ? [] : [{ name: found.name, text: textOf(found.response) }];
  });
}

/** The host sends `{output}` or `{error}`. */
function textOf(response: Readonly<Record<string, unknown>>): string {
  const text = response['output'] ?? response['error'];
  return typeof text === 'string' ? text : JSON.stringify(response);
}

/** All that the model reads before it speaks next. */
export function readFromContents({ conversation, results }: Asked): string {
  const { parts = [] } = (conversation.at(-1) ?? {}) as Content;
  return [...parts.map(({ text = '' }) => text), ...results.map(({ text }) => text)].join('\n');
}

function answerOf(reply: ModelReply): unknown {
  const part =
    'say' in reply ? { text: reply.say } : { functionCall: { name: reply.call, args: reply.args } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}
