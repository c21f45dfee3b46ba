import { exchanged, writtenFile } from '../previous-text.js';
import {
  checkRequest,
  commandRequest,
  patchRequest,
  warmRequest,
  type HookRequest,
  type HostAdapter,
  type HostReply,
} from '../host.js';
import { asObject, asText, asTexts, parseObject, type JsonObject } from '../json.js';

/**
 * Copilot CLI: `postToolUse`, and `preToolUse` of tools that read. Events do not hold their names;
 * one that comes after a tool has a `toolResult`.
 *
 * The model reads `textResultForLlm`, so a `modifiedResult` is the tool's own result followed by
 * the bridge's text.
 */
export const copilot: HostAdapter = (event) => {
  const cwd = asText(event['cwd']);
  const tool = asText(event['toolName']);
  if (cwd === undefined || tool === undefined) return undefined;
  // A tool's arguments are an object, or the text of one; a patch is plain text.
  const text = asText(event['toolArgs']) ?? '';
  const input = asObject(event['toolArgs']) ?? parseObject(text) ?? {};
  const result = asObject(event['toolResult']);
  if (result === undefined) return tool === 'view' ? warmRequest(cwd, asTexts([input['path']])) : undefined;
  // A command that has failed may have changed files all the same.
  if (SHELL.test(tool) && NOT_RUN.every((type) => result['resultType'] !== type))
    return commandRequest(cwd, asText(input['command']), appendTo(result));
  if (result['resultType'] !== 'success') return undefined;
  if (tool === 'apply_patch')
    return patchRequest(
      cwd,
      { text: asText(input['patch']) ?? asText(input['input']) ?? text },
      appendTo(result),
    );
  return afterWrite(tool, cwd, input, appendTo(result));
};

/** A command that goes on after its tool has returned is asked about as its output is read: `read_bash`. */
const SHELL = /^(?:(?:read|write|stop)_)?(?:bash|powershell)$/;
const NOT_RUN = ['denied', 'rejected'];

function afterWrite(
  tool: string,
  cwd: string,
  input: JsonObject,
  say: (text: string) => HostReply,
): HookRequest | undefined {
  const path = asText(input['path']);
  if (path === undefined) return undefined;
  // `create` refuses a file that exists.
  if (tool === 'create')
    return checkRequest({ kind: 'write', cwd, files: [writtenFile(path, true, undefined)] }, say);
  const previousText = exchanged([[input['old_str'], input['new_str']]]);
  return tool === 'edit'
    ? checkRequest({ kind: 'edit', cwd, files: [writtenFile(path, false, previousText)] }, say)
    : undefined;
}

function appendTo(toolResult: JsonObject): (text: string) => HostReply {
  return (text) => {
    const before = asText(toolResult['textResultForLlm']);
    return {
      modifiedResult: {
        ...toolResult,
        textResultForLlm: before === undefined ? text : `${before}\n\n${text}`,
      },
    };
  };
}
