import type { IncomingMessage } from 'node:http';

/** A request read to its end. */
export type ReceivedRequest = {
  readonly method: string;
  /** Raw path, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly rawQuery: string;
  readonly header: (name: string) => string | null;
  /** Media type without parameters, lower case. */
  readonly contentType: string | null;
  readonly bytes: Buffer;
  readonly text: string;
};

/** Longest body that is read, in bytes. */
export const bodyLimit = 1_048_576;

/** Reads a request; null when its body is too large. Rejects when the client goes away before the end. */
export async function receive(message: IncomingMessage): Promise<ReceivedRequest | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > bodyLimit) return null;
    chunks.push(bytes);
  }
  const bytes = Buffer.concat(chunks);
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  const rawQuery = mark === -1 ? '' : target.slice(mark + 1);
  const header = (name: string): string | null => {
    const value = message.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return {
    method: message.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: new URLSearchParams(rawQuery),
    rawQuery,
    header,
    contentType: header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null,
    bytes,
    text: bytes.toString('utf8'),
  };
}
