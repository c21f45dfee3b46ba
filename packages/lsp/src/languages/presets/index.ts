import type { WellKnown } from '../../backend/from-table.ts';
import { CURATED } from './curated.ts';
import { TABLE } from './table.ts';

/** Servers that run where the user has installed them (REQ-LANG-010), by id. */
export const WELL_KNOWN: readonly WellKnown[] = [...CURATED, ...TABLE].sort((a, b) => (a.id < b.id ? -1 : 1));
