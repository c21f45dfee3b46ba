import { describe } from 'vitest';
import { testRefused, type Refused } from './patch-cases.js';

describe('refuses, and changes nothing', () => {
  const before = { a: 'one\ntwo\nthree\n', b: 'x\n' };
  const good = '--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n';
  const cases: Record<string, Refused> = {
    'a line that does not match': [
      `${good}--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-zwei\n+2\n`,
      'patch_no_match',
      /Hunk 1 of a .*line 2: line 2 of the searched text is "zwei", the file has "two"/,
    ],
    'wrong counts': [
      `${good}--- a/a\n+++ b/a\n@@ -1,9 +1,9 @@\n-one\n+1\n`,
      'patch_malformed',
      /hunk at line 8 \("@@ -1,9 \+1,9 @@"\) announces 9 old and 9 new lines, but 1 old and 1 new/,
    ],
    'too small counts': [
      '--- a/a\n+++ b/a\n@@ -1 +1 @@\n one\n-two\n+2\n',
      'patch_malformed',
      /announces 1 old and 1 new lines, but 2 old and 2 new/,
    ],
    'a header without numbers': [
      '--- a/a\n+++ b/a\n@@ f() @@\n-one\n+1\n',
      'patch_malformed',
      /line 3 \("@@ f\(\) @@"\) has to look like/,
    ],
    'a hunk without a file': ['@@ -1 +1 @@\n-one\n+1\n', 'patch_malformed', /a hunk has no file/],
    'one header of two': ['--- a/a\n@@ -1 +1 @@\n-one\n+1\n', 'patch_malformed', /Missing/],
    'two names without a rename': [
      '--- a/a\n+++ b/c\n@@ -1 +1 @@\n-one\n+1\n',
      'patch_malformed',
      /names two files, a and c/,
    ],
    'a binary file': [
      'diff --git a/a b/a\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZ\n',
      'patch_malformed',
      /binary/,
    ],
    'a symbolic link': [
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+a\n',
      'patch_malformed',
      /symbolic links/,
    ],
    'a copy': [
      'diff --git a/a b/c\nsimilarity index 100%\ncopy from a\ncopy to c\n',
      'patch_malformed',
      /copies/,
    ],
    'a file without hunks': ['--- a/a\n+++ b/a\n', 'patch_malformed', /a has no hunk/],
    'a missing file': ['--- a/c\n+++ b/c\n@@ -1 +1 @@\n-x\n+y\n', 'file_not_found', /c does not exist/],
    'a new file that exists': [
      `${good}--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n`,
      'file_exists',
      /a exists already/,
    ],
    'a new file with context': [
      '--- /dev/null\n+++ b/c\n@@ -1 +1,2 @@\n x\n+y\n',
      'patch_malformed',
      /nothing but "\+" lines/,
    ],
    'a deletion that quotes only a part': [
      `${good}--- a/a\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n`,
      'patch_no_match',
      /deletes a but quotes only a part of it: 1 line would be left/,
    ],
    'a deletion of other content': [
      '--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-zzz\n',
      'patch_no_match',
      /Hunk 1 of b/,
    ],
    'an insertion past the end': [
      '--- a/a\n+++ b/a\n@@ -9,0 +10 @@\n+x\n',
      'patch_no_match',
      /past the end of the file/,
    ],
  };
  testRefused(before, cases);
});
