import { parseJson } from '@vybestack/llxprt-lsp-core';
import { z } from 'zod';

/** What is left out where its form is not known: the rest of the request is better than none. */
function left<T extends z.ZodType>(type: T) {
  return type.optional().catch(undefined);
}

const texts = z.array(z.string()).readonly();

/**
 * What the host passes about a file's previous text. The bridge computes that text from it, or none
 * where it is not certain: a hook has no time for that.
 */
const previousText = z.discriminatedUnion('kind', [
  /** All of it, perhaps with other line endings. */
  z.object({ kind: z.literal('whole'), text: z.string() }),
  /** The replacements that the tool has made, in this order. */
  z.object({
    kind: z.literal('edits'),
    edits: z.array(z.object({ old: z.string(), new: z.string() })).readonly(),
  }),
  /** From this line on, 1-based, the tool has put the new lines in the place of the old ones. */
  z.object({ kind: z.literal('lines'), line: z.number().int().positive(), old: texts, new: texts }),
]);

const writtenFile = z.object({
  path: z.string(),
  /** The host reports that the file did not exist before. */
  created: z.boolean().optional(),
  former: left(previousText),
});

const appliedPatch = z.object({
  /** In one of the formats of core's apply_patch. */
  text: z.string(),
  /** The host ends each file that it patches with a line break, whether it had one or not. */
  endsFiles: z.boolean().optional(),
});

const checkRequest = z.object({
  ask: z.literal('check'),
  /**
   * `write` also reports on other files, unless the setting `otherFiles` excludes that. `command` names no
   * file: a shell has run one, and the session looks for what it has changed.
   */
  kind: z.enum(['edit', 'write', 'patch', 'command']),
  /** Absolute. */
  cwd: z.string(),
  files: z.array(writtenFile).readonly(),
  deleted: texts.optional(),
  /** The host's model has no other tool than patches: they report on other files, as writes do. */
  onlyPatches: left(z.literal(true)),
  /** The patch that has written the files, if it was one. */
  patch: left(appliedPatch),
});

/** A turn of the model ends: which errors of the session still stand? */
const settleRequest = z.object({
  ask: z.literal('settle'),
  /** The host reports that a hook has made the turn go on before, which need not be this one. */
  again: z.boolean(),
  /**
   * For hosts that do not report that reliably: the user's prompt. After a text, the next end of a
   * turn with the same prompt is the end of what the text has led to.
   */
  prompt: left(z.string()),
});

/**
 * The session of the host that asks. A bridge belongs to the first one that asks it, since what
 * changes have caused is known for each session. One process of a host may run several sessions in
 * one folder, and nothing else tells which bridge it has started for which.
 */
const ofSession = z.object({
  /** The host's id of it; absent where the host gives none. */
  session: left(z.string()),
  /** The host's id of a subagent that asks within it; absent where the session's own model does. */
  agent: left(z.string()),
  /** There are other bridges to ask: this one refuses if it belongs to another session. */
  mayRefuse: left(z.literal(true)),
});

/**
 * Paths are absolute, or relative to `cwd`. The files have been written already and are read from
 * disk.
 */
const bridgeRequest = z
  .discriminatedUnion('ask', [
    checkRequest,
    /** Starts the servers of files that may be edited soon; answered before they have. */
    z.object({ ask: z.literal('warm'), cwd: z.string(), files: texts }),
    settleRequest,
    /** `args`: the text after `/lsp`. */
    z.object({ ask: z.literal('lsp'), args: z.string() }),
    /** The same as data: the answer's text is a `BridgeStatus` of protocol.ts, in JSON. */
    z.object({ ask: z.literal('status'), verbose: z.boolean(), all: z.boolean().default(false) }),
    /** Restarts the servers with this id, or all. Answered in the same form, with what was restarted. */
    z.object({ ask: z.literal('restart'), id: left(z.string()) }),
  ])
  .and(ofSession);

export type PreviousText = z.infer<typeof previousText>;
export type WrittenFile = z.infer<typeof writtenFile>;
export type AppliedPatch = z.infer<typeof appliedPatch>;
export type CheckRequest = z.infer<typeof checkRequest>;
export type SettleRequest = z.infer<typeof settleRequest>;
export type BridgeRequest = z.infer<typeof bridgeRequest>;

/**
 * Reads one line of a hook.
 *
 * @returns undefined for an unknown request
 */
export function parseRequest(line: string): BridgeRequest | undefined {
  return bridgeRequest.safeParse(parseJson(line)).data;
}
