import { z } from 'zod';
import { neverReached } from '../../../shared/never.ts';
import { CUSTOMER, webhookBody } from '../../integration/relay/webhooks.ts';
import { requestText, type Answer } from './wire.ts';

/** How a server is spoken to. `bare` takes the relay's requests and has no waiting laptops. */
export const dialectName = z.enum(['relay', 'bare', 'webhook', 'nchan']);
export type DialectName = z.infer<typeof dialectName>;

/** The secret of every measured server. */
export const SECRET = 'a-secret-of-usual-length';

/** A webhook about an assignment of its own: no server may take it for a repeat. */
export function webhookRequest(dialect: DialectName, assignmentId: number, customerId = CUSTOMER): string {
  const headers = { 'content-type': 'application/json', secret: SECRET };
  const body = webhookBody('created', { assignmentId, customerId });
  return requestText('POST', webhookPath(dialect), headers, body);
}

/** The same for ids of nine digits, each at the price of joining three texts: what makes a load is to cost as little as can be. */
export function webhookRequests(dialect: DialectName): (assignmentId: number) => string {
  const [before = '', after = ''] = webhookRequest(dialect, NINE_DIGITS).split(String(NINE_DIGITS));
  return (assignmentId) => `${before}${assignmentId}${after}`;
}

const NINE_DIGITS = 123_456_789;

/** Where a server takes webhooks. */
export function webhookPath(dialect: DialectName): string {
  switch (dialect) {
    case 'relay':
    case 'bare':
      return '/uat/webhooks/assignmentCreatedResult';
    case 'webhook':
      return '/hooks/result';
    case 'nchan':
      return `/pub/${CUSTOMER}`;
    default:
      return neverReached(dialect);
  }
}

/** The requests of laptops to a server that hands webhooks on. */
export type Laptops = {
  /** The first request, which need not wait. Null = the first waiting one does as well. */
  readonly first: ((token: string) => string) | null;
  /** The request that waits for what comes after the last answer. */
  readonly next: (token: string, last: Answer | null) => string;
  readonly bringsNews: (answer: Answer) => boolean;
  /** Asks how many wait, and reads that from the answer. */
  readonly count: { readonly request: string; readonly read: (answer: Answer) => number };
};

const feedPath = (customerId: number): string => `/v1/results?environment=uat&customerId=${customerId}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** By text, not by parsing: a thousand laptops live in one process here, and none may wait for the others' parsing. */
const cursorIn = ({ body }: Answer): string => /"cursor":"([^"]+)"/.exec(body)?.[1] ?? '';

/** The requests of the laptops of one customer. */
export const relayLaptopsOf = (
  customerId: number,
): Laptops & { readonly first: (token: string) => string } => ({
  first: (token) => requestText('GET', feedPath(customerId), bearer(token)),
  next: (token, last) => {
    const after = last === null ? '' : `&after=${cursorIn(last)}`;
    return requestText('GET', `${feedPath(customerId)}&wait=55${after}`, bearer(token));
  },
  bringsNews: (answer) => answer.status === 200 && !answer.body.startsWith('{"results":[]'),
  count: {
    request: requestText('GET', '/metrics', {}),
    read: ({ body }) => Number(/^relay_feed_waiting_polls (\d+)/m.exec(body)?.[1]),
  },
});

const header = (head: string, name: string): string =>
  new RegExp(`\\r\\n${name}: *([^\\r]+)`, 'i').exec(head)?.[1] ?? '';

const nchanLaptops: Laptops = {
  first: null,
  next: (_token, last) => {
    if (last === null) return requestText('GET', `/sub/${CUSTOMER}`, {});
    return requestText('GET', `/sub/${CUSTOMER}`, {
      'if-modified-since': header(last.head, 'last-modified'),
      'if-none-match': header(last.head, 'etag'),
    });
  },
  bringsNews: ({ status }) => status === 200,
  count: {
    request: requestText('GET', '/status', {}),
    read: ({ body }) => Number(/subscribers: (\d+)/.exec(body)?.[1]),
  },
};

/** Null where a server hands nothing on. */
export function laptopsOf(dialect: DialectName): Laptops | null {
  switch (dialect) {
    case 'relay':
      return relayLaptopsOf(CUSTOMER);
    case 'nchan':
      return nchanLaptops;
    case 'bare':
    case 'webhook':
      return null;
    default:
      return neverReached(dialect);
  }
}
