import { once } from 'node:events';
import { connect } from 'node:net';
import { logChainId } from '../../shared/relay/log.ts';
import { batchOf, chainOf } from '../integration/relay/log-chain.ts';
import { CUSTOMER } from '../integration/relay/webhooks.ts';

/** How often the relay answered with which status; 0: it ended the connection. */
export type Answers = ReadonlyMap<number, number>;

const MIB = 1024 * 1024;
const OWNER = `environment=uat&customerId=${CUSTOMER}`;
/** The number of requests that each kind of attack has under way. */
const AT_ONCE = { writes: 6, files: 4, nested: 2, unread: 10 } as const;

/** A batch as large as one may be, as text before and after the name of its log. */
function largeBatch(): (chain: string) => string {
  const data = JSON.stringify({ words: 'x'.repeat(16_000) });
  const named = logChainId.parse(crypto.randomUUID());
  const [before = '', after = ''] = JSON.stringify(
    batchOf(
      chainOf(60, () => ({ data })),
      { chain: named },
    ),
  ).split(named);
  return (chain) => before + chain + after;
}

/**
 * Everything that one installer token can do to a relay, at once and without pause, until it is stopped: batches as large as they may be
 * in ever new logs, files of which the rest never comes, bodies that are nested as deep as they are long, and pages that are asked for
 * and not read. It ignores Retry-After.
 */
export async function attackUntil(
  url: string,
  token: string,
  stop: AbortSignal,
  atOnce: Readonly<Record<keyof typeof AT_ONCE, number>> = AT_ONCE,
): Promise<Answers> {
  const answers = new Map<number, number>();
  const authorization = `Bearer ${token}`;
  const batch = largeBatch();
  const piece = new Uint8Array(MIB);
  const nested = '['.repeat(MIB / 2) + ']'.repeat(MIB / 2);
  const send = async (
    path: string,
    {
      headers,
      ...init
    }: Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> },
  ): Promise<void> => {
    try {
      const answer = await fetch(url + path, {
        ...init,
        headers: { ...headers, authorization },
        signal: stop,
      });
      await answer.arrayBuffer();
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    } catch {
      answers.set(0, (answers.get(0) ?? 0) + 1);
    }
  };
  const json = { 'content-type': 'application/json' };
  const post = (body: string) => send('/v1/log-entries', { method: 'POST', headers: json, body });
  const kinds = {
    writes: () => post(batch(crypto.randomUUID())),
    files: () =>
      send(`/v1/attachments/${crypto.randomUUID().replaceAll('-', '').repeat(2)}?${OWNER}`, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg', 'content-range': `bytes 0-${MIB - 1}/${2 * MIB}` },
        body: piece,
      }),
    nested: () => post(nested),
    unread: () => askAndReadNothing(url, token, stop),
  } satisfies Readonly<Record<keyof typeof AT_ONCE, () => Promise<void>>>;
  const again = async (attack: () => Promise<void>): Promise<void> => {
    while (!stop.aborted) await attack();
  };
  const all = Object.entries(kinds).flatMap(([name, attack]) =>
    Array.from({ length: countOf(atOnce, name) }, () => again(attack)),
  );
  await Promise.all(all);
  return answers;
}

const countOf = (counts: Readonly<Record<string, number>>, name: string): number => counts[name] ?? 0;

/** Asks for pages one behind the other on a connection, takes nothing of them, and gives up when the relay does or after a second. */
async function askAndReadNothing(url: string, token: string, stop: AbortSignal): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  const closed = once(socket, 'close').catch(() => undefined);
  socket.on('error', () => undefined);
  const end = (): void => {
    socket.destroy();
  };
  stop.addEventListener('abort', end);
  const timer = setTimeout(end, 1000);
  const request = `GET /v1/log-entries?${OWNER}&limit=500 HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${token}\r\n\r\n`;
  socket.write(request.repeat(200));
  await closed;
  clearTimeout(timer);
  stop.removeEventListener('abort', end);
}
