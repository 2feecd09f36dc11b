import { z } from 'zod';
import type { WireRequest } from '../../electron/operator/transport.ts';
import type { OperatorClock } from '../operator/clock.ts';
import type { ReceivedRequest } from '../operator/http/received-request.ts';
import { takeRequest, type TakenRequest } from '../operator/http/take-request.ts';
import { type Journal, type JournalEntry, newJournal } from '../operator/journal.ts';
import type { Random } from '../operator/random.ts';
import { type AssignmentResults, newAssignmentResults } from '../operator/results/assignment-results.ts';
import type { ResultRules } from '../operator/results/result-rules.ts';
import type { Webhook } from '../operator/results/webhook-delivery.ts';
import { settingsFrom } from '../operator/settings.ts';
import type { OperatorState } from '../operator/state.ts';
import { newTokens } from '../operator/tokens.ts';
import { newViolations, type Violations } from '../operator/violations.ts';
import { foundFleet } from './fleet.ts';
import { createHistory, type History } from './history.ts';

/** The simulated operator without its sockets: the same routes, rules and journal. */
export interface OperatorInProcess {
  readonly state: OperatorState;
  readonly journal: Journal;
  readonly violations: Violations;
  /** Its results name the MD5 of the body that was sent, so that each is known by it. */
  readonly tellsBodies: boolean;
  /** Every state the operator was in, oldest first. */
  readonly history: History;
  /** A request of a laptop has arrived; the caller carries it out when its fate says so. */
  readonly receive: (request: WireRequest, laptop: number) => TakenRequest;
  /** The same for a read that is answered from the state `ageMs` ago. */
  readonly receiveLate: (request: WireRequest, ageMs: number) => TakenRequest;
  /** A colleague changes the state from the operator's portal. */
  readonly actElsewhere: (change: (state: OperatorState) => void) => void;
  /** The numbers of accesses that are gone may be given out again from now on. */
  readonly reuseNumbers: () => void;
  readonly revokeTokens: () => void;
  /** Accepted operations that have not taken effect yet. */
  readonly waiting: () => number;
  /** Every write of a laptop that took effect or was accepted, in that order, with how it ended. */
  readonly executed: () => readonly Execution[];
}

/** One write the operator has carried out. */
export interface Execution {
  readonly entry: JournalEntry;
  /** The laptop that sent it. */
  readonly laptop: number;
  /** True time of the effect, or of the acceptance. */
  readonly at: number;
  /** Of what is accepted first: null until it has ended. */
  readonly result: { readonly succeeded: boolean; readonly assignmentId: number | null } | null;
  /** The id of what it has made; null where it made nothing, or has only been accepted. */
  readonly made: number | null;
  /** The results it was reported by; more than one where accesses went with a Box. */
  readonly reports: readonly Readonly<Record<string, unknown>>[];
  /** Its place among all effects, by the moment at which they took effect; null while it has not, or where it failed. */
  readonly place: number | null;
}

/** The same while it is filled in. */
type UnderWay = { -readonly [Field in keyof Execution]: Execution[Field] } & {
  reports: Readonly<Record<string, unknown>>[];
};

const creation = z.object({ id: z.number() });
const settlement = z.object({ operationSucceeded: z.boolean(), assignmentId: z.number().nullable() });

/** Makes an operator with the found fleet. `send` carries a result to the partner. */
export function createOperatorInProcess(parts: {
  readonly clock: OperatorClock;
  readonly random: Random;
  readonly ruleFor: ResultRules['ruleFor'];
  readonly send: (webhook: Webhook) => void;
}): OperatorInProcess {
  const { clock, random } = parts;
  const settings = settingsFrom({
    tokenLifetimeSeconds: random.pick([90, 600, 3600]),
    tokenRequestsPerMinute: 1000,
    resultDelayMs: 300,
    resultJitterMs: random.pick([0, 2000, 20_000]),
    updatedResultCarriesUpdateData: random.chance(0.7),
    checksumAs: random.pick(['md5-upper', 'md5-lower', 'unknown']),
  });
  const rules: ResultRules = { add: () => undefined, clear: () => undefined, ruleFor: parts.ruleFor };
  const executed: Execution[] = [];
  let places = 0;
  const results = newAssignmentResults(settings, rules, { send: parts.send }, random, clock);
  /** The request that is executed now: an operation that is accepted meanwhile belongs to it. */
  let current: UnderWay | null = null;
  const watched: AssignmentResults = {
    ...results,
    accept: (operation) => {
      const belongsTo = current;
      results.accept({
        ...operation,
        settle: (failure) => {
          const payload = operation.settle(failure);
          const reported = settlement.parse(payload);
          if (belongsTo !== null) {
            belongsTo.reports.push(payload);
            belongsTo.result = {
              succeeded: reported.operationSucceeded,
              assignmentId: reported.assignmentId,
            };
            if (reported.operationSucceeded) belongsTo.place = nextPlace();
          }
          if (reported.operationSucceeded) history.note();
          return payload;
        },
      });
    },
  };
  const nextPlace = (): number => {
    places += 1;
    return places;
  };
  const fleet = foundFleet();
  const given = new Set<number>(fleet.assignments.keys());
  let reusing = false;
  const state: OperatorState = {
    ...fleet,
    nextId: (collection) => {
      if (collection !== 'assignments') return fleet.nextId(collection);
      const again = reusing ? [...given].find((id) => !fleet.assignments.has(id)) : undefined;
      const id = again ?? fleet.nextId('assignments');
      given.add(id);
      return id;
    },
  };
  const history = createHistory(state, clock.now);
  const api = {
    state,
    settings,
    random,
    tokens: newTokens(clock),
    results: watched,
    journal: newJournal(),
    violations: newViolations(),
    origin: 'http://127.0.0.1:1',
    clock,
  };
  return {
    state,
    journal: api.journal,
    violations: api.violations,
    tellsBodies: settings.checksumAs !== 'unknown',
    history,
    receive: (request, laptop) => {
      const taken = takeRequest(api, received(request));
      return {
        ...taken,
        carryOut: () => {
          const execution: UnderWay = {
            entry: taken.entry,
            laptop,
            at: clock.now(),
            result: null,
            made: null,
            reports: [],
            place: null,
          };
          current = execution;
          try {
            const answer = taken.carryOut();
            if (answer.kind === 'content' && answer.status === 201) {
              execution.made = creation.parse(JSON.parse(answer.body)).id;
            }
            return answer;
          } finally {
            current = null;
            if (taken.entry.applied) {
              if (!isAcceptedFirst(taken.entry)) execution.place = nextPlace();
              executed.push(execution);
              history.note();
            }
          }
        },
      };
    },
    receiveLate: (request, ageMs) =>
      takeRequest({ ...api, state: history.asOf(clock.now() - ageMs) }, received(request)),
    actElsewhere: (change) => {
      change(state);
      history.note();
    },
    reuseNumbers: () => {
      reusing = true;
    },
    revokeTokens: api.tokens.revokeAll,
    waiting: results.waiting,
    executed: () => executed,
  };
}

/** A write that is answered before it takes effect. */
export function isAcceptedFirst({ method, path }: Pick<JournalEntry, 'method' | 'path'>): boolean {
  return method !== 'GET' && path.startsWith('/assignments');
}

function received({ method, path: target, headers, body }: WireRequest): ReceivedRequest {
  const [path = '', rawQuery = ''] = target.split('?');
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string) => byName.get(name.toLowerCase()) ?? null;
  const text = body ?? '';
  return {
    method,
    path,
    query: new URLSearchParams(rawQuery),
    rawQuery,
    header,
    contentType: header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null,
    bytes: Buffer.from(text, 'utf8'),
    text,
  };
}
