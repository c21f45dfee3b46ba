import { expect } from 'bun:test';

import { describeInstalled } from '../installed-suite.ts';
import { testWith } from '../needs.ts';
import { brief, openReal } from '../real-lab.ts';

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

testWith('shellcheck')('a script for a shell that shellcheck does not know is not judged', async () => {
  await using lab = await openReal({
    servers: ['bash'],
    links: { 'node_modules/bash-language-server': 'bash-language-server' },
  });
  const { files, inPart } = await lab.check({
    'z.sh': '#!/bin/zsh\nx=1\n',
    'x.sh': '#!/usr/bin/env xonsh\n[ $1="a" ]\n',
    'named.sh': '#!/usr/bin/env xonsh\n# shellcheck shell=bash\n[ $1="a" ]\n',
    'env.sh': '#!/usr/bin/env -S bash -e\n[ $1="a" ]\n',
    'jinja.sh': '#!/bin/bash\n{% if a %}\n[ $1="a" ]\n{% endif %}\n',
    'docker.sh': '#!/bin/bash\ndocker inspect -f "{{ .State }}" x\n[ $1="a" ]\n',
  });
  const found = Object.entries(files).map(([file, list]): [string, string[]] => [file, list.map(brief)]);
  const spaces = 'SC2077 You need spaces around the comparison operator.';
  expect(Object.fromEntries(found)).toEqual({
    'z.sh': [],
    'x.sh': [],
    'named.sh': [`3:5 ${spaces}`],
    'env.sh': [`2:5 ${spaces}`],
    'jinja.sh': [],
    'docker.sh': [`3:5 ${spaces}`],
  });
  expect(inPart).toEqual({
    'z.sh': 'nothing was judged: it is a script for zsh, which ShellCheck does not know',
    'x.sh': 'nothing was judged: it is a script for xonsh, which ShellCheck does not know',
    'jinja.sh': expect.stringContaining('it is a template'),
  });
});
