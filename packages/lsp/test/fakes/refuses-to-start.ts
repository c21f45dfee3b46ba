/** Answers initialize with an error, as a server does that finds no project, and lives on. */

import { PULLS, Refusal, serve } from './base.ts';

setInterval(() => undefined, 2 ** 30);

await serve(PULLS, { initialize: () => new Refusal(-32603, 'no fake.toml in sight') });
