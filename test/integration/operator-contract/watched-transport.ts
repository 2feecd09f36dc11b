import { createTransport, type OpenTransport } from '../../../electron/operator/transport.ts';
import { operatorApi } from '../../openapi/operator-api.ts';

/** Judges everything on the wire by the operator's document. */
export interface Watch {
  readonly openTransport: OpenTransport;
  /** One line for each departure, with its operation. */
  readonly faults: readonly string[];
  /** How many were judged. */
  readonly judged: { requests: number; answers: number };
}

/**
 * A transport to the real network that judges each request and each answer. `departs`: what this operator does otherwise on
 * purpose, as `METHOD /path request` or `METHOD /path STATUS`.
 */
export function watchedTransport(departs: (what: string) => boolean = () => false): Watch {
  const faults: string[] = [];
  const judged = { requests: 0, answers: 0 };
  const note = (operation: string, what: string, found: readonly string[]) => {
    if (!departs(`${operation} ${what}`))
      faults.push(...found.map((fault) => `${operation} ${what}: ${fault}`));
  };
  const openTransport: OpenTransport = (options) => {
    const transport = createTransport(options);
    return {
      close: transport.close,
      exchange: async (request, signal) => {
        const { method, headers, body } = request;
        const url = new URL(request.path, options.origin);
        const path = url.pathname.replace(/^.*?\/v3(?=\/)/, '');
        const operation = operatorApi.operationOf(method, path);
        if (operation === null) faults.push(`${method} ${path} is not documented`);
        const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
        const seen = { path, query: url.search, headers: Object.fromEntries(names), body };
        note(operation?.name ?? '', 'request', operation?.requestFaults(seen) ?? []);
        judged.requests += 1;
        const exchanged = await transport.exchange(request, signal);
        if (exchanged.ok) {
          const { status, text, headers: given } = exchanged.value;
          const answer = { status, contentType: given['content-type'], body: text };
          note(operation?.name ?? '', String(status), operation?.answerFaults(answer) ?? []);
          judged.answers += 1;
        }
        return exchanged;
      },
    };
  };
  return { openTransport, faults, judged };
}
