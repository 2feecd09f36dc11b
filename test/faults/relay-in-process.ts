import type { RelayClient, ResultsAnswer } from '../../electron/relay/client.ts';
import { relayError, type RelayError } from '../../electron/relay/relay-error.ts';
import type { LogAnswer } from '../../electron/relay/upload-answers.ts';
import { cursorAt, pointOf, resetOf } from '../../relay/feed/cursor.ts';
import { readPayload } from '../../relay/http/webhook-payload.ts';
import { firstBadEntry } from '../../relay/log/chain.ts';
import { type FeedCursor, feedPage, type ResultDeliveries } from '../../shared/relay/feed.ts';
import type { KeptLogEntry, LogBatch } from '../../shared/relay/log.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import type { Random } from '../operator/random.ts';
import type { Webhook } from '../operator/results/webhook-delivery.ts';
import type { Chance } from './chance.ts';
import type { Incarnation } from './incarnation.ts';
import { ALL_ROWS, openRelayStore, owner, tokenId, tokenName } from './relay-store.ts';
import type { Storm } from './storm.ts';
import type { VirtualTime } from './time.ts';
import { wholeLog } from './whole-log.ts';
import type { Trace } from './trace.ts';

export interface RelayParts {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly storm: Storm;
  readonly trace: Trace;
  readonly random: Random;
  readonly isOffline: () => boolean;
}

/** The relay's own tables and cursor rules without its sockets. */
export interface RelayInProcess {
  /** A result leaves the operator for the relay. */
  readonly post: (webhook: Webhook) => void;
  readonly openClient: (app: Incarnation) => RelayClient;
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
        const news = first.kind === 'reset' || first.page.results.length > 0 || isOtherRun;
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

  /** The route's answer to a batch of log entries. */
  const take = (app: Incarnation, batch: LogBatch): LogAnswer => {
    const bad = firstBadEntry(batch.entries);
    if (bad !== null)
      return { kind: 'broken', detail: `${bad.reason}, entry ${bad.entry.number}`, other: null };
    const receivedAt = Math.floor(time.now());
    // A removal among the entries is announced with the results.
    answers.clear();
    const appending = store.log.append({ ...batch, tokenId: tokenId(app.laptop), receivedAt });
    switch (appending.kind) {
      case 'kept':
      case 'gap':
        return { kind: appending.kind, head: appending.head };
      case 'broken': {
        const { reason, entry, head } = appending;
        return {
          kind: 'broken',
          detail: `${reason}, entry ${entry.number}`,
          other: { head, entry: entry.number },
        };
      }
      case 'other-owner':
        return { kind: 'broken', detail: 'not-your-chain', other: null };
      case 'over-quota':
        throw new Error('a simulated day has fewer entries than a token may bring');
    }
  };

  const appendLog = (
    app: Incarnation,
    batch: LogBatch,
    signal: AbortSignal | undefined,
  ): Promise<Result<LogAnswer, RelayError>> =>
    new Promise((resolve) => {
      let settled = false;
      const settle = (answer: Result<LogAnswer, RelayError>) => {
        if (settled) return;
        settled = true;
        signal?.removeEventListener('abort', onAbort);
        app.receive('relay answer', () => resolve(answer));
      };
      const onAbort = () => settle(err(relayError('aborted', 'simulated')));
      if (!app.alive() || app.step('relay call')) return;
      signal?.addEventListener('abort', onAbort);
      const hit = chance.strikes('relay-call', 'log', storm.relayCall);
      const fate = hit?.pick(['unreachable', 'failing', 'lost'] as const) ?? 'well';
      time.after(20, () => {
        if (down || isOffline() || fate === 'unreachable')
          return settle(err(relayError('unreachable', 'simulated')));
        if (fate === 'failing') return settle(err(relayError('failing', 'simulated')));
        const answer = take(app, batch);
        if (fate === 'lost') return settle(err(relayError('unreachable', 'simulated')));
        time.after(20, () => settle(ok(answer)));
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
    openClient: (app) => ({
      me: () => Promise.resolve(err(relayError('unreachable', 'not simulated'))),
      results: (query) => results(app, query),
      result: (query) => result(app, query),
      appendLog: (batch, signal) => appendLog(app, batch, signal),
      claimHandOver: () => Promise.resolve(ok(null)),
      // A relay from before there were photos and reviews: the simulated days are about operations and the log.
      putPiece: () => Promise.resolve(err(relayError('unreadable', 'not simulated', { status: 404 }))),
      sendReview: () => Promise.resolve(err(relayError('unreadable', 'not simulated', { status: 404 }))),
      reviews: () => Promise.resolve(err(relayError('unreadable', 'not simulated', { status: 404 }))),
      removals: () => Promise.resolve(err(relayError('unreadable', 'not simulated', { status: 404 }))),
      sharedNotes: () => Promise.resolve(err(relayError('unreadable', 'not simulated', { status: 404 }))),
      logEntries: () => Promise.resolve(err(relayError('unreadable', 'not simulated', { status: 404 }))),
      attachment: () => Promise.resolve(err(relayError('unreadable', 'not simulated', { status: 404 }))),
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
    logOf: (laptop) =>
      wholeLog((after) => store.log.read({ ...owner, limit: ALL_ROWS, after, ...anyEntry })).filter(
        (entry) => entry.laptop === tokenName(laptop),
      ),
    entriesOf: (laptop) => store.entriesOf(tokenId(laptop)),
    close: opened.giveBack,
  };
}

const anyEntry = { jobId: null, worker: null, type: null, from: null, until: null, ofToken: null } as const;

function parsed(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8'));
}
