import { expect, test } from 'bun:test';
import { choicesOf, MOST_CHOICES } from '../../pattern-cost.ts';

test.each([
  '^(build|dist)/',
  '(?x)( ^one\\.pyi?$ | two\\.pyi$ | ^three\\. )',
  'tests/.*|docs/.*|(a/.*|b/.*|c/.*)',
  '(^|/)test_[^/]*\\.py$',
  'a{2,3}b',
  '[*+(]x\\+\\*\\(',
  '(?P<name>x+)y',
])('takes no long time: %s', (pattern) => {
  expect(choicesOf(pattern)).toBeLessThanOrEqual(MOST_CHOICES);
});

test.each([
  '(a+)+$',
  '(a|a)*$',
  '((a*)b?)*',
  '(a{1,5}){2,}',
  '(a?){50}',
  '(?:a|ab)+$',
  '.*.*.*x',
  'a?'.repeat(30),
  '(a|b)'.repeat(30),
  '((a+)+$',
])('may take long: %s', (pattern) => {
  expect(choicesOf(pattern)).toBeGreaterThan(MOST_CHOICES);
});
