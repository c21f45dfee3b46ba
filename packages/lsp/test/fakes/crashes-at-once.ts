/** Says why on stderr and is gone before initialize is answered. */

import { INCREMENTAL, serve } from './base.ts';

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    initialize: () => {
      process.stderr.write('fake: cannot find the standard library\n');
      process.exit(1);
    },
  },
);
