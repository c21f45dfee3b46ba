import { eslint } from './eslint.ts';
import { gopls } from './gopls.ts';
import { pyright } from './pyright.ts';
import type { Recipe } from './recipe.ts';
import { rustAnalyzer } from './rust-analyzer.ts';
import { typescript } from './typescript.ts';

/** The servers that need no configuration (REQ-LANG-020). */
export const BUILT_IN: readonly Recipe[] = [eslint, gopls, pyright, rustAnalyzer, typescript];
