import type { Mix } from './agent.js';

/** As agents work: they look around about as often as they change something. */
export const MIXED: Mix = { edit: 40, write: 8, share: 4, 'come and go': 3, navigate: 45 };

/** Nearly nothing but edits, and files that come and go: whatever is kept for each of them adds up. */
export const EDITS: Mix = { edit: 85, write: 3, share: 3, 'come and go': 4, navigate: 5 };
