// Stands in for LLxprt Code, as far as it deals with extensions: reads their folders and its settings, starts their MCP servers, and runs
// their hooks around the six tools that write and those that read. The model's calls come in on stdin, a line of JSON each, and what the
// model reads goes out on stdout. Its tools say what LLxprt Code's say of what they did; their texts are ours.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** @typedef {Readonly<Record<string, unknown>>} Json */
/** @typedef {{ llmContent: string, returnDisplay: unknown, error?: { message: string, type: string } }} ToolResult */
/** @typedef {{ matcher?: string, hooks: { command: string, timeout?: number }[] }} Group */
/** @typedef {{ event: string, code: number | null, out: string, err: string }} Ran */
/** @typedef {{ mcpServers?: Record<string, { command: string, args?: string[], env?: Record<string, string> }>, name: string, contextFileName?: string }} Manifest */

const cwd = process.cwd();
const config = process.env['LLXPRT_CONFIG_HOME'] ?? join(homedir(), '.config', 'llxprt-code');
const data = process.env['LLXPRT_DATA_HOME'] ?? join(homedir(), '.local', 'share', 'llxprt-code');

/** @param {string} path */
const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const [user, project] = [join(config, 'settings.json'), join(cwd, '.llxprt', 'settings.json')].map(readJson);
const areHooksOn = (project.hooksConfig?.enabled ?? user.hooksConfig?.enabled ?? false) === true;

const extensions = loadExtensions();
/** @type {Record<string, Group[]>[]} */
const hooks = [
  project.hooks ?? {},
  ...extensions.map(({ folder }) => readJson(join(folder, 'hooks', 'hooks.json')).hooks ?? {}),
];
const clients = await startServers();

/** Its own folder first; of two extensions with one name the first one counts. */
function loadExtensions() {
  const seen = new Set();
  return [join(data, 'extensions'), join(homedir(), '.gemini', 'extensions')].flatMap((root) => {
    return (existsSync(root) ? readdirSync(root) : []).flatMap((name) => {
      const folder = join(root, name);
      const path = ['llxprt-extension.json', 'gemini-extension.json']
        .map((file) => join(folder, file))
        .find((file) => existsSync(file));
      const manifest = /** @type {Manifest} */ (readJson(path ?? ''));
      if (path === undefined || seen.has(manifest.name)) return [];
      seen.add(manifest.name);
      return [{ folder, manifest }];
    });
  });
}

/** A name that the settings have is theirs, and of two extensions that of the first. */
async function startServers() {
  const servers = Object.assign(
    {},
    ...extensions.toReversed().map(({ manifest }) => manifest.mcpServers ?? {}),
    project.mcpServers ?? {},
  );
  /** @type {Map<string, { client: Client, tool: string }>} */
  const tools = new Map();
  /** @type {Client[]} */
  const started = [];
  for (const [name, { command, args = [], env = {} }] of Object.entries(servers)) {
    const client = new Client({ name: 'llxprt-cli-mcp-client', version: '0.0.1' });
    await client.connect(
      new StdioClientTransport({
        command,
        args,
        cwd,
        env: { .../** @type {Record<string, string>} */ (process.env), ...env },
        stderr: 'ignore',
      }),
    );
    for (const { name: tool } of (await client.listTools()).tools)
      tools.set(`mcp__${name}__${tool}`, { client, tool });
    started.push(client);
  }
  return { tools, close: () => Promise.all(started.map((client) => client.close())) };
}

/**
 * Runs the hooks of an event at once.
 * @param {string} event
 * @param {Json} input
 * @returns {Promise<{ replies: Record<string, any>[], ran: Ran[] }>}
 */
async function fire(event, input) {
  const tool = input['tool_name'];
  const groups = areHooksOn
    ? hooks
        .flatMap((each) => each[event] ?? [])
        .filter(({ matcher = '' }) => typeof tool !== 'string' || new RegExp(matcher).test(tool))
    : [];
  const commands = [...new Set(groups.flatMap((group) => group.hooks.map(({ command }) => command)))];
  const payload = JSON.stringify({
    session_id: 'stand-in',
    cwd,
    timestamp: new Date().toISOString(),
    hook_event_name: event,
    transcript_path: '',
    ...input,
  });
  const ran = await Promise.all(commands.map((command) => runHook(event, command, payload)));
  return { ran, replies: ran.map(replyOf) };
}

/**
 * @param {string} event
 * @param {string} command
 * @param {string} payload
 * @returns {Promise<Ran>}
 */
async function runHook(event, command, payload) {
  const child = spawn('bash', ['-c', command], {
    cwd,
    env: { ...process.env, LLXPRT_PROJECT_DIR: cwd },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(payload);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { event, code, out, err };
}

/**
 * What is no JSON, and what a hook that failed has said, becomes a message.
 * @param {Ran} ran
 */
function replyOf({ code, out, err }) {
  if (code === 2) return { decision: 'deny', reason: err.trim() };
  if (code !== 0) return err.trim() === '' ? {} : { systemMessage: `Warning: ${err.trim()}` };
  try {
    return JSON.parse(out.trim() || '{}') ?? {};
  } catch {
    return { systemMessage: out.trim() };
  }
}

/** @param {Record<string, any>} reply */
const isBlocking = ({ decision, continue: goesOn }) =>
  decision === 'deny' || decision === 'block' || goesOn === false;

/** @param {Json} args */
const pathOf = (args) => String(args['absolute_path'] ?? args['file_path']);

/** @param {string} path */
const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/**
 * @param {string} path
 * @param {string} content
 */
function put(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** @param {string} content */
function linesOf(content) {
  const end = content.endsWith('\n');
  return { end, lines: content === '' ? [] : (end ? content.slice(0, -1) : content).split('\n') };
}

/**
 * @param {readonly string[]} lines
 * @param {boolean} end
 */
const joined = (lines, end) => (lines.length === 0 ? '' : lines.join('\n') + (end ? '\n' : ''));

/**
 * @param {string} message
 * @returns {ToolResult}
 */
const failed = (message) => ({
  llmContent: message,
  returnDisplay: message,
  error: { message, type: 'failed' },
});

/**
 * @param {string} old
 * @param {string} patch of one file, unified
 */
function patched(old, patch) {
  const { lines, end } = linesOf(old);
  let moved = 0;
  for (const hunk of patch.split(/^(?=@@ )/m).slice(1)) {
    const [, from, count = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(hunk) ?? [];
    const now = linesOf(hunk)
      .lines.slice(1)
      .filter((line) => /^[ +]/.test(line))
      .map((line) => line.slice(1));
    lines.splice(Math.max(Number(from) - 1, 0) + moved, Number(count), ...now);
    moved += now.length - Number(count);
  }
  return joined(lines, end || old === '');
}

/** @type {Record<string, (args: any, path: string) => ToolResult>} */
const TOOLS = {
  write_file({ content }, path) {
    const old = textOf(path);
    put(path, content);
    const llmContent =
      old === undefined
        ? `Successfully created and wrote to new file: ${path}.`
        : `Successfully overwrote file: ${path}.`;
    return {
      llmContent,
      returnDisplay: {
        fileName: path,
        filePath: path,
        originalContent: old ?? '',
        newContent: content,
        isNewFile: old === undefined,
      },
    };
  },
  replace({ old_string: before, new_string: after }, path) {
    const old = textOf(path);
    if (old !== undefined && old.split(before).length !== 2)
      return failed(`Failed to edit, 0 occurrences found in ${path}.`);
    const now = old?.replace(before, () => after) ?? after;
    put(path, now);
    const llmContent =
      old === undefined
        ? `Created new file: ${path} with provided content.`
        : `Successfully modified file: ${path} (1 replacements).`;
    return {
      llmContent,
      returnDisplay: {
        fileName: path,
        originalContent: old ?? null,
        newContent: now,
        isNewFile: old === undefined,
      },
    };
  },
  apply_patch({ patch_content: patch }, path) {
    const old = textOf(path);
    const now = patched(old ?? '', patch);
    const returnDisplay = { fileName: path, originalContent: old ?? '', newContent: now };
    if (/^\+\+\+ \/dev\/null$/m.test(patch)) {
      rmSync(path);
      return { llmContent: `Successfully deleted file from patch: ${path}.\n\nIt is gone.`, returnDisplay };
    }
    put(path, now);
    return {
      llmContent: `${old === undefined ? 'Successfully created file from patch' : 'Successfully applied patch to file'}: ${path}.\n\n1 hunk.`,
      returnDisplay,
    };
  },
  insert_at_line({ line_number: line, content }, path) {
    const old = textOf(path);
    const { lines, end } = linesOf(old ?? '');
    if (line > lines.length + 1) return failed(`Cannot insert at line ${line}`);
    const more = (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n');
    put(
      path,
      joined([...lines.slice(0, line - 1), ...more, ...lines.slice(line - 1)], lines.length === 0 || end),
    );
    return {
      llmContent: `Successfully ${old === undefined ? 'created and inserted' : 'inserted'} content at line ${line} in ${path}\n\n${content}`,
      returnDisplay: `Inserted ${more.length} lines`,
    };
  },
  delete_line_range({ start_line, end_line: last }, path) {
    const start = Number(start_line);
    const { lines, end } = linesOf(textOf(path) ?? '');
    if (start > lines.length) return failed('Cannot delete lines');
    const gone = lines.slice(start - 1, last);
    put(path, joined([...lines.slice(0, start - 1), ...lines.slice(last)], end));
    return {
      llmContent: `Successfully deleted lines ${start}-${start + gone.length - 1} from ${path}\n\n${gone.join('\n')}`,
      returnDisplay: `Deleted ${gone.length} lines`,
    };
  },
  ast_edit({ old_string: before, new_string: after, force }, path) {
    const old = textOf(path);
    const now = old?.replace(before, () => after) ?? after;
    const returnDisplay = { fileName: path, originalContent: old ?? null, newContent: now };
    if (force !== true) return { llmContent: `LLXPRT EDIT PREVIEW: ${path}`, returnDisplay };
    put(path, now);
    return {
      llmContent: `Successfully ${old === undefined ? 'created file' : 'applied edit to'}: ${path}`,
      returnDisplay: { ...returnDisplay, applied: true },
    };
  },
  read_file: (_, path) => ({ llmContent: textOf(path) ?? '', returnDisplay: '' }),
};

/**
 * A response of the model with one call, as the host goes about it: the end of the response first, while the call waits.
 * @param {{ tool: string, args: Record<string, unknown> }} call
 */
async function play({ tool: tool_name, args: tool_input }) {
  const ended = await fire('AfterAgent', { prompt: 'Go.', prompt_response: '', stop_hook_active: false });
  if (ended.replies.some(isBlocking)) return { text: 'Tool call interrupted or cancelled', ran: ended.ran };
  const mcp = clients.tools.get(tool_name);
  const before = await fire('BeforeTool', { tool_name, tool_input });
  const result =
    mcp === undefined ? TOOLS[tool_name]?.(tool_input, pathOf(tool_input)) : await called(mcp, tool_input);
  if (result === undefined) throw new Error(`there is no tool ${tool_name}`);
  const after = await fire('AfterTool', { tool_name, tool_input, tool_response: result });
  const ran = [...ended.ran, ...before.ran, ...after.ran];
  const replies = [...before.replies, ...after.replies];
  if (replies.some(isBlocking)) return { text: 'a hook has made an error of it', ran };
  const said = replies
    .flatMap(({ systemMessage, hookSpecificOutput }) => [
      systemMessage,
      hookSpecificOutput?.additionalContext,
    ])
    .filter((each) => typeof each === 'string' && each !== '');
  return { text: [result.llmContent, ...said].join('\n\n'), ran };
}

/**
 * @param {{ client: Client, tool: string }} mcp
 * @param {Record<string, unknown>} args
 * @returns {Promise<ToolResult>}
 */
async function called({ client, tool }, args) {
  const { content } = /** @type {{ content: { text?: string }[] }} */ (
    await client.callTool({ name: tool, arguments: args })
  );
  return { llmContent: content.map((part) => part.text ?? '').join('\n'), returnDisplay: '' };
}

console.log(
  JSON.stringify({
    tools: [...clients.tools.keys()],
    extensions: extensions.map(({ manifest }) => manifest.name),
  }),
);
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await play(JSON.parse(line))));
await clients.close();
