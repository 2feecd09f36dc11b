import { createGuardedClient } from '../../../electron/operator/customer-guard.ts';
import { isNotOffered } from '../../../electron/operator/operator-error.ts';
import { TOKEN_PATH } from '../../../electron/operator/token-source.ts';
import type { WireAnswer, WireRequest } from '../../../electron/operator/transport.ts';
import type {
  LoadedOperation,
  Reading,
  RegisteredKind,
} from '../../../electron/operations/queue/kinds/kind.ts';
import type { BoundValue } from '../../../electron/operations/queue/kinds/references.ts';
import { customerId, operationId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { standardAssumptions } from '../../../shared/operator/assumptions.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { ok } from '../../../shared/result.ts';
import { manualClock } from '../relay-client/manual-clock.ts';

/** A refusal: its status, and the operator's words where it has any. */
interface Refusal {
  readonly status: number;
  readonly words: string;
}

/** The answer to `GET /cars/1` and the like: a status that refuses, a refusal with words, or the JSON of a success. */
type Answer = number | Refusal | readonly object[] | object;

/** A request that reached the operator. */
interface Arrived {
  readonly call: string;
  readonly filter: string | null;
  readonly top: string | null;
  readonly body: unknown;
}

const CUSTOMER = 7;
const SEEN = 'GET /customers';

/**
 * An operator in memory that answers from a table: no server and no waiting. A read that the table lacks is a fault of the test; a write
 * that it lacks is accepted, and a list whose filter is refused fails. Every request must carry the signal of the reading.
 */
export function scriptedOperator(
  script: Readonly<Record<string, Answer>> = {},
  refuses: (filter: string) => boolean = () => false,
) {
  const answers = new Map<string, Answer>([
    [SEEN, [{ id: CUSTOMER, name: 'Fleet' }]],
    ...Object.entries(script),
  ]);
  const arrived: Arrived[] = [];
  const clock = manualClock();
  const { signal } = new AbortController();

  const exchange = (request: WireRequest, given: AbortSignal | undefined): WireAnswer => {
    const url = new URL(request.path, 'http://operator');
    if (url.pathname === TOKEN_PATH) return answered(200, { access_token: 'token', expires_in: 3600 });
    if (given !== signal) throw new Error(`${request.path} cannot be given up`);
    const call = `${request.method} ${url.pathname}`;
    const [filter, top] = [url.searchParams.get('$filter'), url.searchParams.get('$top')];
    if (call !== SEEN) arrived.push({ call, filter, top, body: readJson(request.body ?? 'null') });
    if (refuses(filter ?? '')) return answered(500, '');
    const answer = answers.get(call) ?? (request.method === 'GET' ? undefined : 204);
    if (answer === undefined) throw new Error(`the script has no ${call}`);
    if (typeof answer === 'number') return answered(answer, '');
    if (isRefusal(answer)) return answered(answer.status, answer.words);
    if (!Array.isArray(answer)) return answered(200, answer);
    const skip = Number(url.searchParams.get('$skip') ?? 0);
    return answered(200, answer.slice(skip, skip + Number(top ?? answer.length)));
  };

  const client = createGuardedClient({
    baseUrl: 'http://operator',
    apiKeyHeader: 'x-api-key',
    credentials: { apiKey: 'key', username: 'name', password: 'word' },
    customerId: customerId.parse(CUSTOMER),
    clock,
    random: () => 0,
    openTransport: () => ({
      exchange: (request, given) => Promise.resolve(ok(exchange(request, given))),
      close: () => Promise.resolve(),
    }),
  });

  return {
    client,
    arrived,
    answers,
    /** From now on this login does not see the customer: "no such thing" is said of everything. */
    losesCustomer: () => answers.set(SEEN, []),
    /** The parts that a read gets; `known` replaces some of them. */
    reading: (known: Partial<Reading> = {}): Reading => ({
      client,
      signal,
      now: clock.now(),
      takenOut: () => ({ listed: false, accesses: [] }),
      isTaken: () => false,
      hasLeft: () => false,
      carsNamed: () => [],
      notOffered: (error) => isNotOffered(error, 0),
      wasAbsent: () => false,
      isChanging: () => false,
      changesOf: () => [],
      isReused: () => false,
      isReplaced: () => false,
      isDone: () => false,
      isReported: () => false,
      ...known,
    }),
    /** Sends the write of an operation; its answer is what it brings. */
    send: (operation: LoadedOperation, context: unknown = null) =>
      operation
        .request(bound, JSON.stringify(context), standardAssumptions)
        .send(client, { signal, mayLeave: () => true }),
  };
}

const answered = (status: number, body: unknown): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: status === 204 ? '' : JSON.stringify(body),
  sentAt: 0,
  receivedAt: 0,
});

function isRefusal(answer: object): answer is Refusal {
  return 'words' in answer;
}

/** The operation whose result is the car 20. */
export const making = operationId.parse('5b0cb4c0-0000-4000-8000-000000000020');
/** Another operation of ours. */
export const other = operationId.parse('5b0cb4c0-0000-4000-8000-000000000021');
/** The car that `making` makes. */
export const madeCar = { op: making, field: 'id' };
export const bound: BoundValue = (operation, field) =>
  operation === making && field === 'id' ? 20 : undefined;
/** While nothing has a number. */
export const unbound: BoundValue = () => undefined;

/** An operation as the queue loads it from its row. */
export function loaded<Payload>(kind: RegisteredKind<Payload>, payload: Payload): LoadedOperation {
  const operation = kind.load(kind.store(payload).payload);
  if (!operation.ok) throw new ProblemError(operation.error);
  return operation.value;
}
