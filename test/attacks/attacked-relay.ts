import { customerId } from '../../shared/ids.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import type { LogBatch } from '../../shared/relay/log.ts';
import { createToken } from '../../relay/access/credentials.ts';
import type { RelayVariables } from '../../relay/settings.ts';
import type { RelayPorts } from '../../relay/start.ts';
import type { RelayStore } from '../../relay/store/store.ts';
import { runningRelay } from '../integration/relay/running-relay.ts';
import { CUSTOMER } from '../integration/relay/webhooks.ts';

/** The actions of an attack at the relay with one token. The body of a POST is an object, of a PUT bytes. */
export type Actor = {
  readonly token: string;
  readonly id: number;
  readonly get: (path: string, parameters?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly post: (path: string, body: unknown) => Promise<Response>;
  readonly put: (
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
};

/** The tokens of a relay: a role for each name. */
export type Cast = Readonly<Record<string, RelayRole>>;

export type AttackedRelay = {
  readonly url: string;
  readonly store: RelayStore;
  /** The member of the cast with this name. */
  readonly actor: (name: string) => Actor;
};

/** An actor who asks as that token does. */
export function actorOf(url: string, { token, id }: Pick<Actor, 'token' | 'id'>): Actor {
  const authorization = `Bearer ${token}`;
  return {
    token,
    id,
    get: (path, parameters = {}) => {
      const query = new URLSearchParams({
        environment: 'uat',
        customerId: String(CUSTOMER),
        ...parameters,
      });
      return fetch(`${url}${path}?${query.toString()}`, { headers: { authorization } });
    },
    post: (path, body) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    put: (path, bytes, headers = {}) =>
      fetch(`${url}${path}?environment=uat&customerId=${CUSTOMER}`, {
        method: 'PUT',
        headers: { authorization, ...headers },
        body: bytes,
      }),
  };
}

/** A relay in this process with a token for each of the cast, stopped when the test ends. */
export async function attackedRelay(
  cast: Cast,
  variables: RelayVariables = {},
  ports: RelayPorts = {},
): Promise<AttackedRelay> {
  const { url, store } = await runningRelay(variables, ports);
  const actors = await actorsOf(store, url, cast);
  return { url, store, actor: actors };
}

/** The callers of a relay, with the tokens of its store. */
export async function actorsOf(store: RelayStore, url: string, cast: Cast): Promise<AttackedRelay['actor']> {
  const actors = new Map<string, Actor>();
  for (const [name, role] of Object.entries(cast)) {
    const customers = role === 'admin' ? [] : [customerId.parse(CUSTOMER)];
    const made = await createToken(store, { name, role, customers }, 0);
    if (!made.ok) throw new Error(made.error);
    actors.set(name, actorOf(url, made.value));
  }
  return (name) => {
    const found = actors.get(name);
    if (found === undefined) throw new Error(`the cast has no ${name}`);
    return found;
  };
}

const PIECE = 500;

/** A long log of a token, in the store piece by piece: PostgreSQL takes one statement for a piece, and ends those that take long. */
export async function bringLongLog(store: RelayStore, tokenId: number, log: LogBatch): Promise<void> {
  for (let from = 0; from < log.entries.length; from += PIECE) {
    const entries = log.entries.slice(from, from + PIECE);
    const { kind } = await store.appendLog({ ...log, entries, tokenId, receivedAt: Date.now() });
    if (kind !== 'kept') throw new Error(`a piece of a log was not kept: ${kind}`);
  }
}
