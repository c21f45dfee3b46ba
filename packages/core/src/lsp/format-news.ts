import { type Escaped, escaped } from '../support/escaped.js';

/**
 * What has become of a service since the last result: another one was joined or started; it has
 * ended and stays so; it has ended once more than it is started again.
 */
export type ServiceNews = 'restarted' | 'ended' | 'given up';

/** What a model reads of it, once. */
export function describeNews(news: ServiceNews): Escaped {
  switch (news) {
    case 'restarted':
      return escaped`The language service was restarted; earlier errors of this session are not remembered.`;
    case 'ended':
      return escaped`The language service has ended; ${UNCHECKED}`;
    case 'given up':
      return escaped`The language service has ended again and again; ${UNCHECKED}`;
  }
}

const UNCHECKED = escaped`edits are no longer checked. The user can bring it back: /lsp restart.`;
