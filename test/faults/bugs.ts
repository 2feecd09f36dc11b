import { z } from 'zod';
import type { Database } from '../../electron/db/open.ts';
import type { LogEntryRow } from '../../electron/db/tables/queue/log-entries.ts';
import { entryHash, entryOf } from '../../electron/log/append.ts';
import type {
  OpenTransport,
  WireAnswer,
  WireFailure,
  WireRequest,
} from '../../electron/operator/transport.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { customer } from './fleet.ts';
import { bugsOfCopies } from './bugs-of-copies.ts';
import { bugsOfRelay } from './bugs-of-relay.ts';
import { type Sabotage, unwritten, withTrigger } from './sabotage.ts';

const IS_MENDED = `EXISTS (SELECT 1 FROM log_entry WHERE type = 'data-restored')`;

/**
 * Deliberate bugs, to see that the check sees. Each is what the app would do if it forgot one rule of the queue; it is
 * brought about through the ports, so that product code has no switch for it.
 */
export const bugs = {
  'what was said to be saved is not synced': onStart(
    `DELETE FROM operation WHERE seq = (SELECT max(seq) FROM operation) AND state = 'ready' AND attempt = 0
       AND id NOT IN (SELECT depends_on FROM operation_dependency)
       AND id NOT IN (SELECT operation_id FROM operation_dependency)`,
  ),
  'the commit before sending is not synced': onStart(
    `DELETE FROM attempt WHERE (operation_id, number) IN
       (SELECT id, attempt FROM operation WHERE state = 'sending')`,
    `UPDATE operation SET state = 'ready', attempt = attempt - 1 WHERE state = 'sending'`,
  ),
  'what a crash left under way is sent again': onStart(
    `UPDATE operation SET state = 'ready' WHERE state = 'sending'`,
  ),
  'a reset counts as not sent': answering((answer) =>
    !answer.ok && answer.error.code === 'reset' ? err({ ...answer.error, sent: 'no' }) : answer,
  ),
  'a 409 is retried blindly': answering((answer) =>
    answer.ok && answer.value.status === 409 ? ok({ ...answer.value, status: 503 }) : answer,
  ),
  'a page of another network counts as success': answering((answer) =>
    answer.ok && answer.value.text.startsWith('<html>Sign in')
      ? ok({ ...answer.value, status: 204, text: '' })
      : answer,
  ),
  'a negative read counts at once': { policy: (policy) => ({ ...policy, quarantineMs: 0 }) },
  'the cursor moves before the commit': {
    relay: (inner, database) => ({
      ...inner,
      results: async (query) => {
        const answer = await inner.results(query);
        if (answer.ok && answer.value.kind === 'page') {
          database()
            ?.sqlite.prepare(
              `INSERT INTO feed_position (id, cursor) VALUES (1, ?)
               ON CONFLICT (id) DO UPDATE SET cursor = excluded.cursor`,
            )
            .run(answer.value.page.cursor);
        }
        return answer;
      },
    }),
  },
  'what is brought twice counts twice': {
    relay: (inner) => ({
      ...inner,
      results: async (query) => {
        const answer = await inner.results(query);
        if (!answer.ok || answer.value.kind !== 'page') return answer;
        const { page } = answer.value;
        // As if a repeated result were a new one.
        const results = page.results.flatMap((raw) => [raw, underAnotherNumber(raw)]);
        return ok({ ...answer.value, page: { ...page, results } });
      },
    }),
  },
  'a car that was there before is adopted': withTrigger(
    'AFTER UPDATE OF context ON operation',
    `NEW.kind = 'create-car' AND NEW.context LIKE '%[_%]%'`,
    `UPDATE operation SET context = '{"knownBefore":[]}' WHERE id = NEW.id`,
  ),
  'the order of a car is ignored': withTrigger(
    'AFTER INSERT ON operation',
    'true',
    `UPDATE operation SET lane = 'any:' || NEW.id WHERE id = NEW.id`,
  ),
  'accepted counts as done': withTrigger(
    'AFTER UPDATE OF state ON operation',
    `NEW.state = 'awaiting-result'`,
    `UPDATE operation SET state = 'done', confirmed_by = 'answer', finished_at = NEW.updated_at WHERE id = NEW.id`,
  ),
  'an event in doubt is sent again': withTrigger(
    'AFTER UPDATE OF state ON operation',
    `NEW.state = 'unknown' AND NEW.kind = 'create-event'`,
    `UPDATE operation SET state = 'ready' WHERE id = NEW.id`,
  ),
  'an access is bound to the number of another one': withTrigger(
    'AFTER INSERT ON binding',
    `(SELECT kind FROM operation WHERE id = NEW.operation_id) = 'create-assignment'`,
    `UPDATE binding SET value = 500001 WHERE operation_id = NEW.operation_id AND field = NEW.field`,
  ),
  'a new car is bound to the number of another one': withTrigger(
    'AFTER INSERT ON binding',
    `(SELECT kind FROM operation WHERE id = NEW.operation_id) = 'create-car'`,
    `UPDATE binding SET value = 20002 WHERE operation_id = NEW.operation_id AND field = NEW.field`,
  ),
  'a 404 for everything counts as absence': answering((answer, { path }) =>
    answer.ok && answer.value.status === 404 && path.startsWith('/v3/customers')
      ? ok({
          ...answer.value,
          ...json,
          status: 200,
          text: JSON.stringify([{ id: customer, name: 'Fleet North' }]),
        })
      : answer,
  ),
  'an update is done without having been sent': insteadOf(
    ({ method, path }) => method === 'PATCH' && path.startsWith('/v3/cars/'),
    () => ok({ ...json, status: 204, text: '', sentAt: 0, receivedAt: 0 }),
  ),
  'a member is put in twice': withTrigger(
    'AFTER UPDATE OF state ON operation',
    `NEW.state = 'done' AND NEW.kind LIKE 'add-%' AND NEW.attempt = 1`,
    `UPDATE operation SET state = 'ready', confirmed_by = NULL, finished_at = NULL WHERE id = NEW.id`,
  ),
  'the tail of the log is cut': onStart(
    'DELETE FROM log_entry WHERE number = (SELECT max(number) FROM log_entry)',
  ),
  'the newest entry of the log is rewritten': { beforeStart: rewriteNewestEntry },
  'a lost write is sent again below the queue': {
    transport: (inner) => (options) => {
      const way = inner(options);
      return {
        ...way,
        exchange: async (request, signal) => {
          const answer = await way.exchange(request, signal);
          const lost = !answer.ok && answer.error.code === 'reset' && request.method !== 'GET';
          return lost ? way.exchange(request, signal) : answer;
        },
      };
    },
  },
  'a removal needs no quarantine': withTrigger(
    'AFTER UPDATE OF state ON operation',
    `NEW.state = 'unknown' AND NEW.kind IN ('delete-assignment', 'delete-group', 'remove-service-from-group')`,
    `UPDATE operation SET maybe_sent_at = NEW.maybe_sent_at - 120000, negative_reads = 1 WHERE id = NEW.id`,
  ),
  'the new end of an access is not shown': withTrigger(
    'AFTER UPDATE OF end_at ON assignment',
    'NEW.end_at IS NOT OLD.end_at',
    'UPDATE assignment SET end_at = OLD.end_at WHERE id = NEW.id',
  ),
  'a failed result counts as a success': ofResults((payload) =>
    payload['operationSucceeded'] === false
      ? {
          ...payload,
          operationSucceeded: true,
          errorMessage: null,
          assignmentId: payload['assignmentId'] ?? 500_001,
        }
      : payload,
  ),
  'results are dropped on their way': {
    relay: (inner) => ({
      ...inner,
      results: async (query) => {
        const answer = await inner.results(query);
        return answer.ok && answer.value.kind === 'page'
          ? ok({ ...answer.value, page: { ...answer.value.page, results: [] } })
          : answer;
      },
    }),
  },
  'a failure opens no incident': unwritten('incident', 'true'),
  'what a person has decided is not in the log': unwritten('log_entry', `NEW.type = 'operation-decided'`),
  'what a person has tried again is not in the log': unwritten('log_entry', `NEW.type = 'operation-retried'`),
  'an acceptance is not in the log': unwritten('log_entry', `NEW.type = 'operation-accepted'`),
  'an edit is not in the log': unwritten('log_entry', `NEW.type = 'edit-requested'`),
  'the end of a job is not in the log': unwritten('log_entry', `NEW.type = 'job-finished'`),
  'a review that was received is not in the log': unwritten('log_entry', `NEW.type = 'review-received'`),
  'what needs a person is given up by itself': withTrigger(
    'AFTER UPDATE OF state ON operation',
    `NEW.state = 'blocked'`,
    `UPDATE operation SET state = 'cancelled', finished_at = NEW.updated_at WHERE id = NEW.id`,
  ),
  'a photo is not asked for again where the relay was restored': withTrigger(
    'BEFORE UPDATE OF confirmed_at ON attachment',
    'NEW.confirmed_at IS NULL AND OLD.confirmed_run IS NOT NULL',
    'SELECT RAISE(IGNORE)',
  ),
  'a review is not brought again where the relay was restored': withTrigger(
    'BEFORE UPDATE OF is_doubted ON outgoing_review',
    'NEW.is_doubted = 1',
    'SELECT RAISE(IGNORE)',
  ),
  'a number that is given out again stays with the old access': withTrigger(
    'BEFORE UPDATE OF assignment_id ON assignment',
    'OLD.assignment_id IS NOT NULL AND NEW.assignment_id IS NULL',
    'SELECT RAISE(IGNORE)',
  ),
  'the car and the user of an access are not compared': answering((answer, { path }) =>
    answer.ok && path.startsWith('/v3/assignments/')
      ? ok({ ...answer.value, text: answer.value.text.replace(/("(?:carId|userId)":)\d+/g, '$1null') })
      : answer,
  ),
  'what needs a person goes with what has ended long ago': withTrigger(
    'AFTER DELETE ON operation',
    'true',
    `DELETE FROM attempt WHERE operation_id IN (SELECT id FROM operation WHERE state = 'blocked');
     DELETE FROM incident WHERE operation_id IN (SELECT id FROM operation WHERE state = 'blocked');
     DELETE FROM operation WHERE state = 'blocked'`,
  ),
  'the log goes with what has ended long ago': withTrigger(
    'AFTER DELETE ON operation',
    'true',
    'DELETE FROM log_entry WHERE number = 1',
  ),
  'the value before a doubt is forgotten': withTrigger(
    'AFTER UPDATE OF state ON operation',
    `NEW.state = 'ready' AND OLD.state = 'unknown' AND NEW.kind IN ('update-car', 'rename-group', 'update-assignment')`,
    `UPDATE operation SET context = NULL WHERE id = NEW.id`,
  ),
  'a failed removal of another laptop ends ours': withTrigger(
    'AFTER INSERT ON result',
    `NEW.kind = 'deleted' AND json_extract(NEW.payload, '$.payload.operationSucceeded') = 0`,
    `UPDATE operation SET state = 'failed', finished_at = updated_at WHERE state = 'awaiting-result' AND id IN (
       SELECT operation_id FROM expected_result WHERE kind = 'deleted' AND assignment_id = NEW.assignment_id)`,
  ),
  'a failed removal of another laptop ends what left with a Box': withTrigger(
    'AFTER INSERT ON result',
    `NEW.kind = 'deleted' AND json_extract(NEW.payload, '$.payload.operationSucceeded') = 0`,
    `UPDATE revoked_assignment SET state = 'deletion failed', confirmed_by = 'result', ask_at = NULL
       WHERE state = 'pending deletion' AND assignment_id = NEW.assignment_id`,
  ),
  'an access that left with a Box is not looked for': withTrigger(
    'AFTER INSERT ON revoked_assignment',
    'true',
    'UPDATE revoked_assignment SET ask_at = NULL WHERE operation_id = NEW.operation_id',
  ),
  'an access that is made again is bound to the old one': withTrigger(
    'AFTER INSERT ON binding',
    `(SELECT payload FROM operation WHERE id = NEW.operation_id) LIKE '%"again":true%'`,
    `UPDATE binding SET value = (SELECT min(assignment_id) FROM revoked_assignment)
       WHERE operation_id = NEW.operation_id AND field = NEW.field`,
  ),
  'a queue.db that was rebuilt forgets what has left': onStart(
    `UPDATE operation SET state = 'ready', maybe_sent_at = NULL, not_before = NULL WHERE state IN ('unknown', 'awaiting-result')
       AND kind IN ('create-event', 'create-assignment') AND ${IS_MENDED}`,
  ),
  'a queue.db that was rebuilt lacks the end of the log': onStart(
    `DELETE FROM log_entry WHERE number >= (SELECT max(number) FROM log_entry) - 1 AND ${IS_MENDED}`,
  ),
  'a backup under a queue.db that was rebuilt goes before the file itself': onStart(
    `UPDATE operation SET state = 'ready', maybe_sent_at = NULL, not_before = NULL, confirmed_by = NULL, finished_at = NULL
       WHERE kind = 'create-event' AND state IN ('done', 'unknown', 'blocked') AND updated_at > (
         SELECT json_extract(data, '$.backup') FROM log_entry WHERE type = 'data-restored' ORDER BY number DESC LIMIT 1)`,
  ),
  'an operation does not wait for what it builds on': withTrigger(
    'AFTER INSERT ON operation',
    `NEW.state = 'waiting'`,
    `UPDATE operation SET state = 'ready' WHERE id = NEW.id`,
  ),
  ...bugsOfCopies,
  ...bugsOfRelay,
} as const satisfies Record<string, Sabotage>;

export type BugName = keyof typeof bugs;

/** Their names. */
export const bugNames: readonly BugName[] = Object.keys(bugs).filter((name): name is BugName => name in bugs);

/** Done to the file before the app begins; only what a crash has left is concerned. */
function onStart(...statements: readonly string[]): Sabotage {
  return {
    beforeStart: ({ sqlite }) => {
      for (const sql of statements) sqlite.exec(sql);
    },
  };
}

type Answer = Result<WireAnswer, WireFailure>;

/** Answers of the operator, misread. */
function answering(misread: (answer: Answer, request: WireRequest) => Answer): Sabotage {
  const transport =
    (inner: OpenTransport): OpenTransport =>
    (options) => {
      const way = inner(options);
      return {
        ...way,
        exchange: async (request, signal) => misread(await way.exchange(request, signal), request),
      };
    };
  return { transport };
}

/** Requests that never leave, answered all the same. */
function insteadOf(which: (request: WireRequest) => boolean, answer: () => Answer): Sabotage {
  const transport =
    (inner: OpenTransport): OpenTransport =>
    (options) => {
      const way = inner(options);
      return {
        ...way,
        exchange: (request, signal) =>
          which(request) ? Promise.resolve(answer()) : way.exchange(request, signal),
      };
    };
  return { transport };
}

/** Results of the relay, misread. */
function ofResults(misread: (payload: Payload) => Payload): Sabotage {
  return {
    relay: (inner) => ({
      ...inner,
      results: async (query) => {
        const answer = await inner.results(query);
        if (!answer.ok || answer.value.kind !== 'page') return answer;
        const { page } = answer.value;
        const results = page.results.map((raw) => {
          const result = reported.parse(raw);
          return { ...result, payload: misread(result.payload) };
        });
        return ok({ ...answer.value, page: { ...page, results } });
      },
    }),
  };
}

/** Other words in the newest entry, in a chain that is sound in itself. */
function rewriteNewestEntry({ sqlite }: Database): void {
  const newest = sqlite
    .prepare<[], LogEntryRow>('SELECT * FROM log_entry ORDER BY number DESC LIMIT 1')
    .get();
  if (newest === undefined) return;
  const worker = 'Nobody at all';
  const hash = entryHash(entryOf({ ...newest, worker }));
  sqlite
    .prepare('UPDATE log_entry SET worker = ?, hash = ? WHERE number = ?')
    .run(worker, hash, newest.number);
}

const json = { headers: { 'content-type': 'application/json' } } as const;
type Payload = Readonly<Record<string, unknown>>;
const reported = z.looseObject({ payload: z.record(z.string(), z.unknown()) });
const numbered = z.looseObject({ sequence: z.number() });

function underAnotherNumber(raw: unknown): unknown {
  const result = numbered.parse(raw);
  return { ...result, sequence: result.sequence + 1_000_000 };
}
