import { dirname } from 'node:path';
import { isSyntaxError } from '../../backend/output/tsc-syntax.ts';
import { ancestors, holds } from '../../backend/program/files.ts';
import { firstReason, type JudgedFile, onceForText, type WhyNoError } from '../../backend/why-no-error.ts';
import { perKey } from '../../support/per-key.ts';

const DENO_CONFIGS = ['deno.json', 'deno.jsonc'];

/** What says that a folder is Node's, or TypeScript's own. */
const PROJECTS = ['tsconfig.json', 'jsconfig.json'];

const DENO =
  'only its syntax was checked: it is written for Deno, and no deno runs here (npm install --global deno)';

/** Where hosts keep functions that run in Deno: https://supabase.com/docs/guides/functions, Netlify. */
const HOSTED = /[\\/](?:supabase[\\/]functions|netlify[\\/]edge-functions)$/;

/**
 * Deno's own server judges in its folders, wherever it is found. TypeScript knows neither Deno's
 * libraries nor how it resolves imports.
 */
export function ofDeno(path: string, root: string): string | undefined {
  for (const folder of ancestors(dirname(path), root)) {
    if (holds(folder, PROJECTS)) return undefined;
    if (holds(folder, DENO_CONFIGS)) return DENO;
    if (holds(folder, ['package.json'])) return undefined;
    if (HOSTED.test(folder)) return DENO;
  }
  return undefined;
}

/** A script of Deno's that no configuration is for, by its first line or what it imports. */
const DENO_SCRIPT =
  /^#!.*\bdeno\b|^[ \t]*(?:import|export)\b[^'"\r\n\u2028\u2029]*['"](?:jsr:|npm:|https:\/\/(?:deno\.land|jsr\.io|esm\.sh)\/)/m;

const isDenoScript = onceForText((text) => DENO_SCRIPT.test(text));

/** By the folder, read once for all findings in a file. */
const ofFolder = perKey(({ path, root }: JudgedFile) => ({ why: ofDeno(path, root) }));

const denoError: WhyNoError = ({ code }, file) => {
  if (isSyntaxError(Number(code))) return undefined;
  return ofFolder(file).why ?? (isDenoScript(file.text() ?? '') ? DENO : undefined);
};

/** A comment before the first statement says so; `@noflow` is another word. */
function isFlow(text: string): boolean {
  let rest = text.startsWith('#!') ? text.slice(text.indexOf('\n')) : text;
  for (let comments = 0; comments < MOST_COMMENTS; comments += 1) {
    rest = rest.replace(/^(?:\s|['"]use strict['"];?)+/, '');
    const end = rest.startsWith('//') ? '\n' : rest.startsWith('/*') ? '*/' : undefined;
    const at = end === undefined ? -1 : rest.indexOf(end);
    if (at === -1) return false;
    if (/(?:^|[\s*/])@flow(?![-\w])/.test(rest.slice(0, at))) return true;
    rest = rest.slice(at + 1);
    if (end === '*/') rest = rest.slice(1);
  }
  return false;
}

const MOST_COMMENTS = 20;

/** What TypeScript's parser does not read as a type: from there on, its errors may follow from it. */
const FLOW_ONLY =
  /\{\||\bopaque\s+type\b|\bimport\s+typeof\b|\bexport\s+opaque\b|\bdeclare\s+(?:export|opaque|var|function|class)\b|[:|&<(,]\s*\?\s*[\w${[(*]|[{,;]\s*[+-]\w+\s*\??:|%checks\b|:\s*\*|\(\s*[\w.[\]]+\s*:\s*[^()]*\)(?!\s*(?:=>|\{|:))|\bcomponent\s+[A-Z]|\bhook\s+use\w|\benum\s+\w+\s+of\b|<[+-]?\w+\s*:\s*\w|\$(?:Keys|Values|ReadOnly|Exact|Diff|Rest|Call|PropertyType|ElementType)</;

const FLOW =
  'its types were not checked: they are written for Flow, and no flow runs here (npm install --save-dev ' +
  'flow-bin)';

/** The line of the first construct that only Flow reads, 1-based; Infinity if none; undefined: no Flow. */
const firstFlowLine = onceForText((text) => {
  if (!text.includes('@flow') || !isFlow(text)) return undefined;
  const first = FLOW_ONLY.exec(text)?.index;
  return first === undefined ? Infinity : text.slice(0, first).split('\n').length;
});

/** Types in JavaScript (8002 to 8039), and what a type checker says of them. */
const flowError: WhyNoError = ({ code, line }, file) => {
  const first = firstFlowLine(file.text() ?? '');
  if (first === undefined) return undefined;
  const number = Number(code);
  if (isSyntaxError(number) && number < 8000 && line < first) return undefined;
  return FLOW;
};

/** Errors that only another dialect's own server could tell. */
export const otherDialect = firstReason([flowError, denoError]);
