import { CLIENT_GO, REGEX_AUTOMATA } from '../corpora.js';
import { swap } from '../edits.js';
import type { BenchSubject } from './subject.js';

export const goSubject: BenchSubject = {
  id: 'client-go-gopls',
  title: `${CLIENT_GO.source.name} ${CLIENT_GO.source.version} (large), gopls`,
  server: 'gopls',
  corpus: CLIENT_GO,
  edited: 'rest/request.go',
  breaks: [
    swap('query.Set("timeout", r.timeout.String())', 'query.Set("timeout", 12)', 'IncompatibleAssign'),
    swap(
      'finalURL.RawQuery = query.Encode()',
      'finalURL.RawQuery = query.NowhereDeclared()',
      'MissingFieldOrMethod',
    ),
    swap('finalURL := &url.URL{}', 'finalURL := = &url.URL{}', undefined),
    swap('finalURL.Path = p\n', 'finalURL.Path = nowhereDeclared\n', 'UndeclaredName'),
    swap('"k8s.io/client-go/tools/metrics"', '"k8s.io/client-go/tools/nowhere"', 'BrokenImport'),
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
    swap(
      'let slots = group_info.pattern_len().checked_mul(2)',
      'let slots = group_info.pattern_len().checked_mul("2")',
      'E0308',
    ),
    swap('let slots = group_info.slot_len();', 'let slots = group_info.nowhere_declared();', 'E0599'),
    swap('let slots = group_info.slot_len();', 'let slots = = group_info.slot_len();', undefined),
    swap('+ self.0.memory_extra', '+ nowhere_declared', 'E0425'),
    swap(
      'use alloc::{string::String, sync::Arc, vec, vec::Vec};',
      'use alloc::{nowhere::Nothing, string::String, sync::Arc, vec, vec::Vec};',
      'E0432',
    ),
    swap(
      'let slots = group_info.slot_len();',
      'drop(group_info); let slots = group_info.slot_len();',
      'E0382',
    ),
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
