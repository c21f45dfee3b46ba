/**
 * Pulls, and computes without end once it is asked for references: a round of it at a time, so that it reads
 * what comes. It goes on when the request is cancelled, until the test says `rest`.
 */
import { NEVER, PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

/** ms */
const ROUND = 20;

let isBurning = false;

const server = await serve(
  { ...PULLS, referencesProvider: true, hoverProvider: true },
  {
    'textDocument/diagnostic': ({ textDocument: { uri } }) => fullReport(server.text(uri)),
    'textDocument/hover': () => ({ contents: 'here' }),
    'textDocument/references': () => {
      isBurning = true;
      burn();
      return NEVER;
    },
  },
);

server.onCommand('rest', () => {
  isBurning = false;
});

function burn(): void {
  const end = performance.now() + ROUND;
  while (performance.now() < end);
  if (isBurning) setImmediate(burn);
}
