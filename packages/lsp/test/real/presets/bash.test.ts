import { describeInstalled } from '../installed-suite.ts';
import { testWith } from '../needs.ts';

/** It has no findings of its own: shellcheck's are what it reports. */
describeInstalled({
  server: 'bash',
  links: { 'node_modules/bash-language-server': 'bash-language-server' },
  extension: '.sh',
  clean: '#!/bin/bash\necho hi\n',
  broken: '#!/bin/bash\nx=1\nif [ $x="a" ]; then echo "$x"; fi\n',
  finding: {
    line: 3,
    character: 8,
    endLine: 3,
    endCharacter: 9,
    severity: 'error',
    message: 'You need spaces around the comparison operator.',
    code: 'SC2077',
    source: 'shellcheck',
  },
  table: {
    // What bash itself stumbles over.
    'echo hi\r\n': ["1:8 SC1017 Literal carriage return. Run script through tr -d '\\r' ."],
    // Quirk(bash-language-server): characters are shellcheck's, of which 🎉 is one.
    ': "🎉é"; [ $1="a" ]\n': ['1:13 SC2077 You need spaces around the comparison operator.'],
    '\t[ $1="a" ]\n': ['1:6 SC2077 You need spaces around the comparison operator.'],
  },
  program: { name: 'bash-language-server', version: '5.8.1' },
  define: testWith('shellcheck'),
});
