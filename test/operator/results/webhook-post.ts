import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export type WebhookAnswer = { readonly status: number } | { readonly error: string };

/**
 * POSTs one webhook over a connection of its own (so nothing lingers after a stop) and resolves with the receiver's
 * status or with what went wrong; never rejects.
 */
export function postWebhook(
  url: string,
  body: string,
  secret: string | null,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
  const target = new URL(url);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  if (secret !== null) headers['secret'] = secret;
  const outgoing = send(target, { method: 'POST', headers, agent: false, signal }, (incoming) => {
    incoming.resume();
    incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0 }));
    incoming.once('error', (error) => resolve({ error: error.message }));
  });
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('The receiver did not answer in time.')));
  outgoing.once('error', (error) => resolve({ error: error.message }));
  outgoing.end(body);
  return promise;
}
