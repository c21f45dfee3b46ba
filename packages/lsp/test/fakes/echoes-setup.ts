/** A well-behaved server that pulls, and reports how it was started. */

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
});

server.report('setup', {
  result: { args: process.argv.slice(2), setting: process.env['FAKE_SETTING'], cwd: process.cwd() },
});
const { TMPDIR, TMP, TEMP } = process.env;
server.report('temporary', { result: { TMPDIR, TMP, TEMP } });
