import { machineClock, type OperatorClock } from '../clock.ts';
import type { Journal, JournalEntry } from '../journal.ts';
import type { Random } from '../random.ts';
import type { AssignmentResults } from '../results/assignment-results.ts';
import { routes } from '../routes.ts';
import type { OperatorSettings } from '../settings.ts';
import type { OperatorState } from '../state.ts';
import type { Tokens } from '../tokens.ts';
import type { Violations } from '../violations.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { perform, tookEffect } from './perform.ts';
import type { ReceivedRequest } from './received-request.ts';
import { matchRoute, type Route } from './route.ts';

/** The path every operation lies below. */
export const basePath = '/v3';

/** The input of an answer to a request of the API; nothing of it is a socket. */
export type ApiParts = {
  readonly state: OperatorState;
  readonly settings: OperatorSettings;
  readonly random: Random;
  readonly tokens: Tokens;
  readonly results: AssignmentResults;
  readonly journal: Journal;
  readonly violations: Violations;
  /** Address of the server without a path. */
  readonly origin: string;
  readonly clock?: OperatorClock;
};

/** A request that has reached the operator and may be carried out, now, later or never. */
export type TakenRequest = {
  /** Its path is the one below the base address. */
  readonly request: ReceivedRequest;
  readonly entry: JournalEntry;
  /** Carries it out in one go and notes in the journal whether it took effect. */
  readonly carryOut: () => Answer;
};

/** Takes a request of the API: into the journal, and to the one operation it is for. */
export function takeRequest(parts: ApiParts, received: ReceivedRequest): TakenRequest {
  const path = received.path.slice(basePath.length);
  const request = { ...received, path };
  const match = matchRoute(
    routes.map((route) => inItsPlace(parts, route)),
    request.method,
    path,
  );
  const customerId = Number(request.header('customer-id') ?? Number.NaN);
  const entry = parts.journal.open({
    at: (parts.clock ?? machineClock).now(),
    method: request.method,
    path,
    query: request.rawQuery,
    operation: match?.route.operation ?? null,
    customerId: Number.isInteger(customerId) ? customerId : null,
    contentType: request.contentType,
    body: match?.route.scope === 'login' ? null : request.text,
  });
  const call: Call = {
    ...parts,
    request,
    params: match?.params ?? {},
    violated: (rule, detail) => {
      const target = request.rawQuery === '' ? path : `${path}?${request.rawQuery}`;
      parts.violations.record({ rule, method: request.method, path: target, detail });
    },
  };
  return {
    request,
    entry,
    carryOut: () => {
      const answer = perform(call, match);
      entry.applied = match?.route.scope === 'customer' && tookEffect(request.method, answer);
      return answer;
    },
  };
}

/** A route where this environment has it. */
function inItsPlace({ settings }: ApiParts, route: Route): Route {
  const moved = settings.movedOperations[route.operation];
  return moved === undefined ? route : { ...route, segments: moved.split('/').slice(1) };
}
