import { setTimeout as pause } from 'node:timers/promises';
import { postWebhook, webhookBody } from '../integration/relay/webhooks.ts';

/** Results posted to the relay besides those of the jobs, so that a kill meets writes. */
export interface RelayLoad {
  readonly posted: ReadonlySet<number>;
  /** Those answered 204. */
  readonly acknowledged: ReadonlySet<number>;
  /** Ends it once the requests under way have ended. */
  readonly stop: () => Promise<void>;
}

const SENDERS = 4;
const PAUSE_MS = 15;

/** Posts results of another customer, each of an assignment of its own, until it is stopped. */
export function startRelayLoad(relayUrl: string, secret: string, customerId: number): RelayLoad {
  const posted = new Set<number>();
  const acknowledged = new Set<number>();
  const over = new AbortController();
  const send = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const assignmentId = posted.size + 1;
      posted.add(assignmentId);
      const body = webhookBody('created', { assignmentId, customerId });
      if (await isAcknowledged(relayUrl, secret, body)) acknowledged.add(assignmentId);
      await pause(PAUSE_MS);
    }
  };
  const ended = Promise.all(Array.from({ length: SENDERS }, send));
  return {
    posted,
    acknowledged,
    stop: async () => {
      over.abort();
      await ended;
    },
  };
}

async function isAcknowledged(relayUrl: string, secret: string, body: string): Promise<boolean> {
  try {
    const answer = await postWebhook(relayUrl, { body, headers: { secret } });
    await answer.text();
    return answer.status === 204;
  } catch {
    // No server, or killed before the answer: it may be kept or not.
    return false;
  }
}
