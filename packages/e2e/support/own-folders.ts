import { join } from 'node:path';
import { llxprtFolders, ownFolders } from '@vybestack/llxprt-lsp-core';

const { config, state } = ownFolders('/', {});

/**
 * Below a home folder: the settings of its user, what our programs write, the settings of LLxprt Code,
 * and where ours once were.
 */
export const OWN_SETTINGS = join(config, 'settings.json').slice(1);
export const OWN_STATE = state[0].slice(1);
export const LLXPRT_SETTINGS = join(llxprtFolders('/', {}).config, 'settings.json').slice(1);
export const EARLIER_SETTINGS = '.llxprt/settings.json';
