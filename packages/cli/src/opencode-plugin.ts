/** Bundled by itself: the file that opencode loads, as `llxprt-lsp install opencode` names it. */
export { default } from '@vybestack/llxprt-lsp-opencode';
