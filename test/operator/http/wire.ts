import type { ServerResponse } from 'node:http';
import type { FaultEffect } from '../faults.ts';
import { content, noContent, type Answer } from './answer.ts';

/** Writes an answer as it is; a `hang` writes nothing and leaves the connection open. */
export function write(response: ServerResponse, answer: Answer): void {
  if (answer.kind === 'hang') return;
  if (answer.kind === 'empty') {
    response.writeHead(answer.status).end();
    return;
  }
  response
    .writeHead(answer.status, {
      'content-type': answer.contentType,
      'content-length': Buffer.byteLength(answer.body),
      ...answer.headers,
    })
    .end(answer.body);
}

/** Cuts the connection without an answer. */
export function drop(response: ServerResponse, reset: boolean): void {
  if (reset) response.socket?.resetAndDestroy();
  else response.socket?.destroy();
}

/** Promises the whole body, sends half of it and cuts the connection. */
export function writeTruncated(response: ServerResponse, answer: Answer): void {
  const whole = answer.kind === 'content' ? Buffer.from(answer.body) : Buffer.alloc(64, ' ');
  const status = answer.kind === 'content' ? answer.status : 200;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': whole.length,
  });
  response.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => response.socket?.destroy());
}

/** Sends a JSON array that never ends, in chunks. Stops when the client goes away. */
export function writeEndless(response: ServerResponse, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.write('[');
  const timer = setInterval(() => response.write('{"id":1},'), everyMs);
  response.once('close', () => clearInterval(timer));
}

/** The answer of something that stands between the client and the operator. */
export function gatewayAnswer(effect: Extract<FaultEffect, { kind: 'status' }>): Answer {
  const headers: Record<string, string> = {};
  if (effect.retryAfter !== undefined) headers['retry-after'] = String(effect.retryAfter);
  if (effect.html) {
    const body = effect.body ?? `<!doctype html><html><body><h1>${effect.status}</h1></body></html>`;
    return content(effect.status, 'text/html; charset=utf-8', body, headers);
  }
  if (effect.status === 204) return noContent;
  const body = effect.body ?? JSON.stringify('The service is not available at the moment.');
  return content(effect.status, 'application/json; charset=utf-8', body, headers);
}
