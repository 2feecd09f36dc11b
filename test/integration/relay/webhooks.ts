import { webhookPaths, type ResultKind } from '../../../shared/relay/results.ts';

export const CUSTOMER = 4711;

/** A successful result of each kind as the operator posts it; `changes` replaces or adds fields. */
export function webhookBody(kind: ResultKind, changes: Readonly<Record<string, unknown>> = {}): string {
  const anchors = {
    checksum: '0f343b0931126a20f133d67c2b018a3b',
    assignmentId: 5001,
    customerId: CUSTOMER,
    operationSucceeded: true,
    errorMessage: null,
  };
  const more = {
    created: { carId: 11, userId: 22, start: '2026-05-01T08:00:00Z', end: '2026-05-01T09:00:00Z' },
    updated: { updateData: [{ op: 'replace', path: '/end', value: '2026-05-01T10:00:00Z' }] },
    deleted: {},
  } as const satisfies Record<ResultKind, object>;
  return JSON.stringify({ ...anchors, ...more[kind], ...changes });
}

export type Posting = {
  readonly kind?: ResultKind;
  readonly environment?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
};

/** Posts a webhook the way the operator does. */
export function postWebhook(url: string, posting: Posting = {}): Promise<Response> {
  const { kind = 'created', environment = 'uat', method = 'POST' } = posting;
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: posting.body ?? webhookBody(kind) };
  return fetch(`${url}/${environment}/webhooks/${webhookPaths[kind]}`, {
    method,
    headers: { 'content-type': 'application/json; charset=utf-8', ...posting.headers },
    ...body,
  });
}
