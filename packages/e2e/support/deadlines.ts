import { LSP_DEFAULTS, type LspConfig } from '@vybestack/llxprt-lsp-core';

/** Three times what a cold server took beside the rest of a run on two cores, ms. */
const FAR = 90_000;

/** The deadlines of a test that expects a verdict; one that is about a deadline sets its own. */
export const PATIENT = {
  firstTouchTimeout: FAR,
  diagnosticTimeout: FAR,
  otherFilesTimeout: FAR,
  linterGrace: FAR,
  navigationTimeout: FAR,
} satisfies LspConfig;

/** Those that users have, for what measures them. */
export const USUAL = Object.fromEntries(
  Object.keys(PATIENT).map((name) => [name, LSP_DEFAULTS[name as keyof typeof PATIENT]]),
);

/** The key `lsp` of a user's settings, with long deadlines where it names none. */
export function patient(lsp: unknown = {}): unknown {
  return typeof lsp === 'object' ? { ...PATIENT, ...lsp } : lsp;
}
