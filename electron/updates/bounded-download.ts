import type { RequestOptions } from 'node:http';
import type { Readable } from 'node:stream';
import { BodyTooLarge } from '../relay/bounded-body.ts';

/** Of electron-updater's HTTP client, what makes each request of a download. */
export interface RequestMaker<Request extends Abortable> {
  createRequest: (options: RequestOptions, callback: (response: Readable) => void) => Request;
}

interface Abortable {
  readonly abort: () => void;
}

const limits = new WeakMap<object, { most: number }>();

/**
 * Ends each answer of an HTTP client that has more bytes than the largest package of a release: a server that sends without end fills no
 * disk. The package itself is verified when it is there. Another call changes the limit.
 */
export function boundDownloads<Request extends Abortable>(
  client: RequestMaker<Request>,
  mostBytes: number,
): void {
  const known = limits.get(client);
  if (known !== undefined) {
    known.most = mostBytes;
    return;
  }
  const limit = { most: mostBytes };
  limits.set(client, limit);
  const make = client.createRequest.bind(client);
  client.createRequest = (options, callback) => {
    const request = make(options, (response) => {
      let length = 0;
      response.on('data', (chunk: Uint8Array) => {
        length += chunk.byteLength;
        if (length <= limit.most || response.destroyed) return;
        response.destroy(new BodyTooLarge(`more than ${limit.most} bytes`));
        request.abort();
      });
      callback(response);
    });
    return request;
  };
}
