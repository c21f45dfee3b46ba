/** Pushes nothing until the test says `publish`; then, without a version, for every open document. */

import { INCREMENTAL, serve } from './base.ts';
import { judge } from './language.ts';

const server = await serve({ textDocumentSync: INCREMENTAL });

server.onCommand('publish', () => {
  for (const { uri, text } of server.documents.values()) server.publish(uri, judge(text));
});
