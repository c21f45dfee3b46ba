import type { ImportLanguage } from '../../../backend/imports/imports.ts';
import { ecmascript } from './ecmascript.ts';

/**
 * Components and pages that have TypeScript inside. It is another language than TypeScript's own, so
 * that TypeScript's servers are not shown these files.
 */
export const components: ImportLanguage = { ...ecmascript };
