import { type Clock, SECOND } from '../../../shared/time.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import type { OperatorClient } from '../../operator/client.ts';
import { mayBeNotOffered, type OperatorError, problemOf } from '../../operator/operator-error.ts';
import type { Identified, Page } from '../../operator/paging.ts';
import type { OperatorRequest } from '../../operator/request.ts';
import { type Ending, EndRun, unfinished } from './terminal.ts';

const RETRY_AFTER_MS = 2 * SECOND;
const THE_ANSWER = "the operator's answer";

type ListRequest<Row> = (page: Page) => OperatorRequest<readonly Row[]>;

/**
 * Reads that the run needs before it can queue anything. They retry until an answer arrives, and throw EndRun when the
 * operator refuses or when the run is over.
 */
export interface Asking {
  readonly ask: <Value>(request: OperatorRequest<Value>) => Promise<Value>;
  /** Every page of a list. */
  readonly askAll: <Row extends Identified>(build: ListRequest<Row>) => Promise<readonly Row[]>;
  /** Null where the operator does not know or does not offer the resource. */
  readonly askForMaybe: <Value>(request: OperatorRequest<Value>) => Promise<Value | null>;
  readonly askForAllMaybe: <Row extends Identified>(
    build: ListRequest<Row>,
  ) => Promise<readonly Row[] | null>;
}

/** Sends reads over one client until `over` is aborted. `onWaiting` is called once per read that has to be retried. */
export function createAsking(
  {
    client,
    clock,
    over,
  }: { readonly client: OperatorClient; readonly clock: Clock; readonly over: AbortSignal },
  onWaiting: (what: string, problem: Problem) => void,
): Asking {
  const untilAnswered = async <Value>(
    assumed: boolean,
    call: () => Promise<Result<Value, OperatorError>>,
  ): Promise<Result<Value, OperatorError>> => {
    let problem: Problem | null = null;
    for (;;) {
      if (over.aborted) throw new EndRun(unfinished(over, THE_ANSWER, problem));
      const answer = await call();
      if (answer.ok || isFinal(answer.error) || (assumed && mayBeNotOffered(answer.error))) return answer;
      if (answer.error.code !== 'aborted') {
        if (problem === null) onWaiting(THE_ANSWER, problemOf(answer.error));
        problem = problemOf(answer.error);
      }
      await pause(clock, Math.max(RETRY_AFTER_MS, answer.error.retryAfterMs ?? 0), over);
    }
  };
  const one = <Value>(request: OperatorRequest<Value>) =>
    untilAnswered(request.assumed, () => client.call(request, { signal: over }));
  const all = <Row extends Identified>(build: ListRequest<Row>) =>
    untilAnswered(isAssumed(build), () => client.pages(build, { signal: over }));
  return {
    ask: async (request) => needed(await one(request)),
    askAll: async (build) => needed(await all(build)),
    askForMaybe: async (request) => orNull(await one(request), request.assumed),
    askForAllMaybe: async (build) => orNull(await all(build), isAssumed(build)),
  };
}

function needed<Value>(answer: Result<Value, OperatorError>): Value {
  if (answer.ok) return answer.value;
  throw new EndRun(endingFor(answer.error));
}

const isAssumed = <Row extends Identified>(build: ListRequest<Row>) => build({ top: 1, skip: 0 }).assumed;

function orNull<Value>(answer: Result<Value, OperatorError>, assumed: boolean): Value | null {
  if (answer.ok) return answer.value;
  const { code } = answer.error;
  if (code === 'not-found' || code === 'unreadable' || (assumed && mayBeNotOffered(answer.error)))
    return null;
  return needed(answer);
}

/** True when a retry cannot help. */
function isFinal({ code }: OperatorError): boolean {
  return [
    'login-refused',
    'untrusted',
    'proxy-login',
    'proxy-refused',
    'unauthorised',
    'customer-gone',
    'not-found',
    'invalid',
    'conflict',
    'content-type',
    'unreadable',
  ].includes(code);
}

/** Refused credentials are a configuration error; every other refusal by the operator needs a person. */
function endingFor(error: OperatorError): Ending {
  const problem = problemOf(error);
  const ofConfiguration = [
    'login-refused',
    'unauthorised',
    'customer-gone',
    'untrusted',
    'proxy-login',
    'proxy-refused',
  ];
  return ofConfiguration.includes(error.code)
    ? { code: 2, because: 'configuration', problem }
    : { code: 3, because: 'person-needed', problem };
}

/** Waits `delayMs`; resolves early when the run is over. */
export function pause(clock: Clock, delayMs: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      over.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.setTimer(end, delayMs);
    over.addEventListener('abort', end);
    if (over.aborted) end();
  });
}
