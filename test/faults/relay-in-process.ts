import type { RelayClient, ResultsAnswer } from '../../electron/relay/client.ts';
import { relayError, type RelayError } from '../../electron/relay/relay-error.ts';
import { cursorAt, pointOf, resetOf } from '../../relay/feed/reading.ts';
import { readPayload } from '../../relay/http/webhook-payload.ts';
import { type FeedCursor, feedPage, type ResultDeliveries } from '../../shared/relay/results.ts';
import type { KeptLogEntry } from '../../shared/relay/log.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { Review, ReviewId } from '../../shared/relay/reviews.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import type { Random } from '../operator/random.ts';
import type { Webhook } from '../operator/results/webhook-delivery.ts';
import type { Chance } from './chance.ts';
import type { Incarnation } from './incarnation.ts';
import type { Storm } from './storm.ts';
import type { VirtualTime } from './time.ts';
import {
  keepReview,
  readReviews,
  takeLog,
  takePiece,
  wholeLogOf,
  reviewsFor,
  fileOf,
} from './relay-routes.ts';
import { ALL_ROWS, openRelayStore, owner, tokenId } from './relay-store.ts';
import type { Trace } from './trace.ts';

export interface RelayParts {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly storm: Storm;
  readonly trace: Trace;
  readonly random: Random;
  readonly isOffline: () => boolean;
}

/** The relay's own tables and rules without its sockets. */
export interface RelayInProcess {
  /** A result leaves the operator for the relay. */
  readonly post: (webhook: Webhook) => void;
  /** `token`: the laptop whose token it has, counted from 0. */
  readonly openClient: (app: Incarnation, token: number) => RelayClient;
  readonly setDown: (down: boolean) => void;
  /** Keeps a copy of the store, or puts the last kept one in its place. */
  readonly backUp: () => void;
  readonly restore: () => void;
  /** An empty store with another epoch. */
  readonly wipe: () => void;
  /** Results on their way to the relay. */
  readonly onTheirWay: () => number;
  /** The cursor of a reader that has read everything. */
  readonly position: () => FeedCursor;
  /** Every result the store keeps, as it was posted. */
  readonly kept: () => readonly unknown[];
  /** How many entries the store keeps of a laptop's log. */
  readonly entriesOf: (laptop: number) => number;
  /** Every entry that the store keeps of a laptop's log, in order of arrival. */
  readonly logOf: (laptop: number) => readonly KeptLogEntry[];
  /** Every review that a laptop may read, in order of arrival. */
  readonly reviews: (laptop: number) => readonly Review[];
  /** The one that a reader who has read everything has last. */
  readonly newestReview: () => ReviewId | null;
  /** A whole file; null where the relay does not have all of it. */
  readonly file: (sha256: AttachmentDigest) => Buffer | null;
  readonly close: () => void;
}

type Query = Parameters<RelayClient['results']>[0];
type Answer = Result<ResultsAnswer, RelayError>;
type OneQuery = Parameters<RelayClient['result']>[0];
type OneAnswer = Result<ResultDeliveries | null, RelayError>;

/** A running relay with an empty store. */
export function createRelayInProcess(parts: RelayParts): RelayInProcess {
  const { time, chance, storm, trace, random, isOffline } = parts;
  const freshEpoch = () => random.text('0123456789abcdef', 16);
  const opened = openRelayStore();
  let store = opened.empty(freshEpoch());
  let down = false;
  let onTheirWay = 0;
  /** Polls that wait; `gone` = the relay they wait at is not there any more. */
  const waiting = new Set<(gone: boolean) => void>();
  const endPolls = () => {
    for (const wake of waiting) wake(true);
  };

  const keep = (webhook: Webhook) => {
    const body = Buffer.from(JSON.stringify(webhook.payload), 'utf8');
    const anchors = readPayload(webhook.kind, 'uat', body);
    if (!anchors.ok) throw new Error(`the relay refuses a result: ${anchors.error.message}`);
    answers.clear();
    const [keeping] = store.results.keepAll([
      {
        environment: 'uat',
        kind: webhook.kind,
        ...anchors.value,
        body,
        receivedAt: Math.floor(time.now()),
      },
    ]);
    trace.note(`relay: ${keeping ?? '?'} ${webhook.kind} ${JSON.stringify(webhook.payload)}`);
    for (const wake of waiting) wake(false);
  };

  const deliver = (webhook: Webhook, attempt: number) => {
    onTheirWay += 1;
    const again = 2 ** attempt * SECOND;
    time.after(attempt === 0 ? random.integer(10, 500) : again, () => {
      onTheirWay -= 1;
      if (!down) keep(webhook);
      else if (attempt < 4) deliver(webhook, attempt + 1);
      else trace.note(`webhook: given up ${webhook.kind}`);
    });
  };

  const again = (webhook: Webhook, afterSeconds: number) => {
    onTheirWay += 1;
    time.after(afterSeconds * SECOND, () => {
      onTheirWay -= 1;
      deliver(webhook, 0);
    });
  };

  /** Answers since the store last changed: most polls of a day meet the same state. */
  const answers = new Map<string, ResultsAnswer>();
  const look = (query: Query): ResultsAnswer => {
    const asked = `${query.customerId} ${query.limit} ${query.after ?? ''}`;
    const known = answers.get(asked) ?? read(query);
    answers.set(asked, known);
    return known;
  };
  const read = ({ environment, customerId: id, limit, after }: Query): ResultsAnswer => {
    const place = after === null ? null : pointOf(after);
    const view = store.feed.read({ environment, customerId: id, limit, after: place });
    const reset = place === null ? null : resetOf(place, view);
    if (reset !== null) return { kind: 'reset', reset };
    return {
      kind: 'page',
      page: feedPage.parse({
        results: view.results.map(({ sequence, kind, firstReceivedAt: receivedAt, body }) => ({
          sequence,
          environment,
          customerId: id,
          receivedAt,
          kind,
          payload: parsed(body),
        })),
        run: view.run,
        newestReview: view.newestReview,
        cursor: cursorAt(view.readUpTo),
        upToDate: !view.more,
        lastReceivedAt: view.lastReceivedAt,
      }),
    };
  };

  const results = (app: Incarnation, query: Query): Promise<Answer> =>
    new Promise((resolve) => {
      let settled = false;
      const settle = (answer: Answer) => {
        if (settled) return;
        settled = true;
        query.signal?.removeEventListener('abort', onAbort);
        app.receive('relay answer', () => resolve(answer));
      };
      const fail = (code: RelayError['code']) => settle(err(relayError(code, 'simulated')));
      const onAbort = () => fail('aborted');
      if (!app.alive() || app.step('relay call')) return;
      query.signal?.addEventListener('abort', onAbort);
      if (query.signal?.aborted === true) return onAbort();
      const hit = chance.strikes('relay-call', 'results', storm.relayCall);
      const fate = hit?.pick(['unreachable', 'failing', 'unreadable', 'lost', 'slow']) ?? 'well';
      const timeoutMs = (query.waitSeconds + 15) * SECOND;
      const answer = (given: ResultsAnswer) => {
        if (fate === 'lost') time.after(timeoutMs, () => fail('unreachable'));
        else time.after(fate === 'slow' ? 8 * SECOND : 20, () => settle(ok(given)));
      };
      time.after(20, () => {
        if (down || isOffline() || fate === 'unreachable') return fail('unreachable');
        if (fate === 'failing' || fate === 'unreadable') return fail(fate);
        const first = look(query);
        const isOtherRun =
          (query.run ?? null) !== null && first.kind === 'page' && query.run !== first.page.run;
        const isOtherReview =
          first.kind === 'page' &&
          query.newestReview !== undefined &&
          query.newestReview !== first.page.newestReview;
        const news = first.kind === 'reset' || first.page.results.length > 0 || isOtherRun || isOtherReview;
        if (query.waitSeconds === 0 || news) return answer(first);
        const cancel = time.after(query.waitSeconds * SECOND, () => wake(false));
        const wake = (gone: boolean) => {
          waiting.delete(wake);
          cancel();
          if (gone || isOffline()) fail('unreachable');
          else answer(look(query));
        };
        waiting.add(wake);
      });
    });

  /** One row and its count; asked seldom, so it fails as a whole or not at all. */
  const result = (app: Incarnation, query: OneQuery): Promise<OneAnswer> =>
    new Promise((resolve) => {
      const settle = (answer: OneAnswer) => app.receive('relay answer', () => resolve(answer));
      if (!app.alive() || app.step('relay call')) return;
      const hit = chance.strikes('relay-call', 'result', storm.relayCall);
      time.after(20, () => {
        if (query.signal?.aborted === true) return settle(err(relayError('aborted', 'simulated')));
        if (down || isOffline() || hit !== null) return settle(err(relayError('unreachable', 'simulated')));
        const { environment, customerId: id, sequence } = query;
        const row = store.feed.readOne({ environment, customerId: id }, sequence);
        if (row === null) return settle(ok(null));
        const { kind, body, firstReceivedAt: receivedAt, lastReceivedAt, deliveries } = row;
        const payload = parsed(body);
        settle(
          ok({
            result: { sequence, environment, customerId: id, receivedAt, kind, payload },
            deliveries,
            lastReceivedAt,
            now: Math.floor(time.now()),
          }),
        );
      });
    });

  /** A call that fails as a whole or not at all; `lost`: it is carried out, and its answer does not arrive. */
  const call = <Value>(
    app: Incarnation,
    name: string,
    signal: AbortSignal | undefined,
    carryOut: () => Value | Promise<Value>,
  ): Promise<Result<Value, RelayError>> =>
    new Promise((resolve) => {
      let settled = false;
      const settle = (answer: Result<Value, RelayError>) => {
        if (settled) return;
        settled = true;
        signal?.removeEventListener('abort', onAbort);
        app.receive('relay answer', () => resolve(answer));
      };
      const fail = (code: RelayError['code']) => settle(err(relayError(code, 'simulated')));
      const onAbort = () => fail('aborted');
      if (!app.alive() || app.step('relay call')) return;
      signal?.addEventListener('abort', onAbort);
      const hit = chance.strikes('relay-call', name, storm.relayCall);
      const fate = hit?.pick(['unreachable', 'failing', 'lost'] as const) ?? 'well';
      time.after(20, () => {
        if (down || isOffline() || fate === 'unreachable') return fail('unreachable');
        if (fate === 'failing') return fail('failing');
        void Promise.resolve(carryOut()).then((answer) => {
          if (fate === 'lost') return fail('unreachable');
          time.after(20, () => settle(ok(answer)));
        });
      });
    });

  return {
    post: (webhook) => {
      const hit = chance.strikes('webhook', webhook.kind, storm.webhook);
      switch (hit?.pick(['lost', 'twice', 'late', 'late']) ?? 'well') {
        case 'lost':
          trace.note(`webhook: lost ${webhook.kind}`);
          return;
        case 'twice':
          deliver(webhook, 0);
          again(webhook, hit?.integer(0, 200) ?? 0);
          return;
        case 'late':
          again(webhook, hit?.integer(1, 90) ?? 0);
          return;
        default:
          deliver(webhook, 0);
      }
    },
    openClient: (app, token) => ({
      me: () => Promise.resolve(err(relayError('unreachable', 'not simulated'))),
      results: (query) => results(app, query),
      result: (query) => result(app, query),
      appendLog: (batch, signal) =>
        call(app, 'log', signal, () => {
          // A removal among the entries is announced with the results.
          answers.clear();
          return takeLog(store, token, batch, time.now());
        }),
      claimHandOver: () => Promise.resolve(ok(null)),
      plannedJobs: () => Promise.resolve(ok(null)),
      sendPlannedJob: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      claimPlannedJob: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      instructions: () => Promise.resolve(ok(null)),
      sendInstruction: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      attachedFile: () => Promise.resolve(ok(null)),
      publications: () => Promise.resolve(ok(null)),
      sendPublication: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      keepMirror: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      reportMirrors: () => Promise.resolve(ok(null)),
      mirrors: () => Promise.resolve(ok([])),
      mirror: () => Promise.resolve(ok(null)),
      claimRescue: () => Promise.resolve(ok('not-found')),
      putPiece: (query) => call(app, 'piece', query.signal, () => takePiece(store, token, query, time.now())),
      sendReview: (review, signal) =>
        call(app, 'review', signal, () => {
          const answer = keepReview(store, token, review, time.now());
          trace.note(`relay: ${answer.kind} review ${review.verdict} of ${review.jobId}`);
          answers.clear();
          for (const wake of waiting) wake(false);
          return answer;
        }),
      reviews: (query) => call(app, 'reviews', query.signal, () => readReviews(store, token, query)),
      removals: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      sharedNotes: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      logEntries: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      attachment: () => Promise.resolve(err(relayError('rejected', 'not simulated', { status: 404 }))),
      putDeviceKey: () => Promise.resolve(ok(null)),
      deviceKeys: () => Promise.resolve(ok(null)),
      close: () => Promise.resolve(),
    }),
    setDown: (isDown) => {
      down = isDown;
      if (down) endPolls();
    },
    backUp: opened.backUp,
    restore: () => {
      const restored = opened.restore(freshEpoch());
      if (restored === null) return;
      store = restored;
      answers.clear();
      endPolls();
    },
    wipe: () => {
      store = opened.empty(freshEpoch());
      answers.clear();
      endPolls();
    },
    onTheirWay: () => onTheirWay,
    position: () => cursorAt(store.feed.read({ ...owner, after: null, limit: 0 }).head),
    kept: () =>
      store.feed.read({ ...owner, after: null, limit: ALL_ROWS }).results.map(({ body }) => parsed(body)),
    logOf: (laptop) => wholeLogOf(store, laptop),
    reviews: (laptop) => reviewsFor(store, laptop),
    newestReview: () => store.feed.read({ ...owner, after: null, limit: 0 }).newestReview,
    file: (sha256) => fileOf(store, sha256),
    entriesOf: (laptop) => store.entriesOf(tokenId(laptop)),
    close: opened.giveBack,
  };
}

function parsed(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8'));
}
