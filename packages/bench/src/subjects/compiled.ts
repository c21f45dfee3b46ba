import { CLIENT_GO, REGEX_AUTOMATA } from '../corpora.js';
import type { BenchSubject } from './subject.js';

export const goSubject: BenchSubject = {
  id: 'client-go-gopls',
  title: `${CLIENT_GO.source.name} ${CLIENT_GO.source.version} (large), gopls`,
  server: 'gopls',
  corpus: CLIENT_GO,
  edited: 'rest/request.go',
  breaks: [
    {
      find: 'query.Set("timeout", r.timeout.String())',
      put: 'query.Set("timeout", 12)',
      code: 'IncompatibleAssign',
    },
    {
      find: 'finalURL.RawQuery = query.Encode()',
      put: 'finalURL.RawQuery = query.NowhereDeclared()',
      code: 'MissingFieldOrMethod',
    },
    { find: 'finalURL := &url.URL{}', put: 'finalURL := = &url.URL{}', code: undefined },
    { find: 'finalURL.Path = p\n', put: 'finalURL.Path = nowhereDeclared\n', code: 'UndeclaredName' },
    {
      find: '"k8s.io/client-go/tools/metrics"',
      put: '"k8s.io/client-go/tools/nowhere"',
      code: 'BrokenImport',
    },
  ],
  hub: { file: 'rest/config.go', find: 'func CopyConfig(', put: 'func CloneConfig(' },
  batch: {
    // Not what is compiled for another system, or only with its tests.
    accepts: (file) => file.endsWith('.go') && !/_(windows|darwin|others?|test)\.go$/.test(file),
    line: { put: 'var _ int = "text"', code: 'IncompatibleAssign' },
  },
};

export const rustSubject: BenchSubject = {
  id: 'regex-automata-cargo',
  title: `${REGEX_AUTOMATA.source.name} ${REGEX_AUTOMATA.source.version}, cargo check`,
  server: 'cargo',
  corpus: REGEX_AUTOMATA,
  edited: 'src/util/captures.rs',
  breaks: [
    {
      find: 'let slots = group_info.pattern_len().checked_mul(2)',
      put: 'let slots = group_info.pattern_len().checked_mul("2")',
      code: 'E0308',
    },
    {
      find: 'let slots = group_info.slot_len();',
      put: 'let slots = group_info.nowhere_declared();',
      code: 'E0599',
    },
    {
      find: 'let slots = group_info.slot_len();',
      put: 'let slots = = group_info.slot_len();',
      code: undefined,
    },
    { find: '+ self.0.memory_extra', put: '+ nowhere_declared', code: 'E0425' },
    {
      find: 'use alloc::{string::String, sync::Arc, vec, vec::Vec};',
      put: 'use alloc::{nowhere::Nothing, string::String, sync::Arc, vec, vec::Vec};',
      code: 'E0432',
    },
    {
      find: 'let slots = group_info.slot_len();',
      put: 'drop(group_info); let slots = group_info.slot_len();',
      code: 'E0382',
    },
  ],
  hub: {
    file: 'src/util/search.rs',
    find: 'pub fn get_anchored(&self) -> Anchored {',
    put: 'pub fn anchoring(&self) -> Anchored {',
  },
  batch: {
    accepts: (file) => /^src\/.*\.rs$/.test(file) && !file.includes('unicode_data'),
    line: { put: 'const _: u32 = "text";', code: 'E0308' },
  },
};
