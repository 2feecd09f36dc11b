import { setTimeout as pause } from 'node:timers/promises';
import type { OperatorSettings } from '../settings.ts';
import type { Random } from '../random.ts';
import { postWebhook } from './webhook-post.ts';
import type { ResultKind } from './result-rules.ts';

/** One result on its way to the partner. */
export type Webhook = {
  readonly kind: ResultKind;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly copies: number;
};

/** One attempt to deliver a result, for tests and the control interface. */
export type Delivery = {
  readonly at: number;
  readonly kind: ResultKind;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly copy: number;
  readonly attempt: number;
  /** The receiver's status; null when it could not be reached. */
  readonly status: number | null;
  readonly error: string | null;
};

export type ReleaseOrder = 'in-order' | 'reversed' | 'shuffled';

export type WebhookDelivery = {
  readonly attempts: readonly Delivery[];
  /** Results that wait for their release. */
  readonly held: readonly Webhook[];
  readonly send: (webhook: Webhook) => void;
  /** Sends what is held, one after the other in the given order; resolves when all were tried. */
  readonly release: (order: ReleaseOrder) => Promise<void>;
  readonly inFlight: () => number;
  readonly start: () => void;
  /** Aborts what is on its way; it is taken up again by the next start. */
  readonly stop: () => Promise<void>;
};

/** Delivers results to `{webhookUrl}/{environment}/webhooks/assignment…Result`, with retries on errors and 5xx. */
export function newWebhookDelivery(
  environment: string,
  settings: OperatorSettings,
  random: Random,
): WebhookDelivery {
  const attempts: Delivery[] = [];
  let held: Webhook[] = [];
  const unfinished = new Map<Webhook, Promise<void>>();
  let stopping = new AbortController();

  const attempt = async (webhook: Webhook, copy: number, number: number): Promise<boolean> => {
    const answer =
      settings.webhookUrl === null
        ? { error: 'No webhook address is set up.' }
        : await postWebhook(
            `${settings.webhookUrl.replace(/\/$/, '')}/${environment}/webhooks/${receiverOf[webhook.kind]}`,
            JSON.stringify(webhook.payload),
            settings.webhookSecret,
            settings.webhookTimeoutMs,
            stopping.signal,
          );
    const status = 'status' in answer ? answer.status : null;
    const error = 'error' in answer ? answer.error : null;
    attempts.push({
      at: Date.now(),
      kind: webhook.kind,
      payload: webhook.payload,
      copy,
      attempt: number,
      status,
      error,
    });
    return settings.webhookUrl === null || (status !== null && status < 500);
  };

  const deliver = async (webhook: Webhook): Promise<void> => {
    for (let copy = 1; copy <= webhook.copies; copy += 1) {
      let wait = settings.webhookRetryMs;
      for (let number = 1; number <= settings.webhookAttempts; number += 1) {
        if (await attempt(webhook, copy, number)) break;
        if (number < settings.webhookAttempts) await pause(wait, undefined, { signal: stopping.signal });
        wait *= 2;
      }
    }
  };

  const dispatch = (webhook: Webhook): Promise<void> => {
    const done = deliverUnlessStopped(webhook);
    unfinished.set(webhook, done);
    return done;
  };
  const deliverUnlessStopped = async (webhook: Webhook): Promise<void> => {
    try {
      await deliver(webhook);
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
    // A delivery cut short by a stop stays unfinished and goes out again after the next start.
    if (!stopping.signal.aborted) unfinished.delete(webhook);
  };

  return {
    attempts,
    get held() {
      return held;
    },
    send: (webhook) => {
      if (settings.resultsHeld) held.push(webhook);
      else void dispatch(webhook);
    },
    release: async (order) => {
      const released =
        order === 'shuffled' ? random.shuffled(held) : order === 'reversed' ? held.toReversed() : held;
      held = [];
      for (const webhook of released) await dispatch(webhook);
    },
    inFlight: () => unfinished.size,
    start: () => {
      stopping = new AbortController();
      for (const webhook of unfinished.keys()) void dispatch(webhook);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(unfinished.values());
    },
  };
}

const receiverOf: Readonly<Record<ResultKind, string>> = {
  created: 'assignmentCreatedResult',
  updated: 'assignmentUpdatedResult',
  deleted: 'assignmentDeletedResult',
};
