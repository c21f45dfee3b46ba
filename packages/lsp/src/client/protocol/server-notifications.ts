import { isObject } from '../../support/json.ts';
import type { LoadStatus } from './load-status.ts';
import type { Published } from '../documents/published.ts';
import type { WorkDoneProgress } from './work-done-progress.ts';

/** The parts of a client that its server's notifications concern. */
interface Notified {
  readonly published: Published;
  readonly load: LoadStatus;
  readonly progress: WorkDoneProgress;
  readonly onLog: ((message: string) => void) | undefined;
  readonly onOther: ((method: string, params: unknown) => void) | undefined;
  readonly noise: RegExp | undefined;
  lastError: string | undefined;
  note(what: string): void;
}

/** Handles a server's notification. */
export function receiveNotification(method: string, params: unknown, client: Notified): void {
  switch (method) {
    case 'textDocument/publishDiagnostics':
      client.published.receive(params);
      return;
    case 'experimental/serverStatus':
      client.load.receive(params);
      return;
    case '$/progress':
      client.progress.receive(params);
      return;
    case 'window/logMessage':
    case 'window/showMessage':
      if (method === 'window/logMessage' && isObject(params)) client.onLog?.(String(params['message']));
      // Servers log a lot. Keep only errors and warnings.
      if (isObject(params) && (params['type'] === 1 || params['type'] === 2)) {
        const message = String(params['message']).slice(0, 500);
        if (client.noise?.test(message) === true) return;
        client.note(message);
        if (method === 'window/showMessage' && params['type'] === 1) client.lastError = message.trim();
      }
      return;
    default:
      client.onOther?.(method, params);
  }
}
