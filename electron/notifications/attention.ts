import { z } from 'zod';
import { type Clock, SECOND } from '../../shared/time.ts';
import { type ConnectionState, canSend } from '../../shared/domain/status.ts';
import type { Place, Topic } from '../../shared/ipc/messages.ts';
import type { Sentence } from '../../shared/problem.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import type { Log, Notifier, Presence } from '../base/ports.ts';
import type { Database } from '../db/open.ts';
import { insertNotice, unreportedFailures } from '../db/tables/queue/operation-history.ts';
import { countQueue } from '../db/tables/queue/queue-lines.ts';
import { newestArrival, unbegunReworkSince } from '../db/tables/queue/reviews.ts';

/* The notifications and signs of one customer, and of all open customers together. */

/** A notification of one customer. Other people may see `title` and `body` on the screen. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly place: Place;
}

/** The state of one customer's work for the icon, the tray and the power lock. */
export interface WorkSigns {
  readonly needPerson: number;
  /** Operations that have not ended. */
  readonly waiting: number;
  readonly isSending: boolean;
}

/** The dependencies of the notifications. */
export interface AttentionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly notifier: { readonly show: (notice: Notice) => void };
  readonly signs: { readonly show: (work: WorkSigns) => void };
  readonly connection: () => ConnectionState;
  /** The person's setting, read at each notification. */
  readonly wanted: () => boolean;
  /** False while the window is locked, so that a passer-by can read neither plate nor serial. */
  readonly namesCars: () => boolean;
  /** Translates into the current language. */
  readonly translate: (sentence: Sentence) => string;
  readonly report: (cause: unknown) => void;
}

/** The notifications and signs of one customer. */
export type Calling = Pick<AttentionParts, 'notifier' | 'signs' | 'wanted' | 'namesCars' | 'translate'>;

/** Notifies a person when one is needed, and updates the icon and the tray. */
interface Attention {
  /** Schedules a check after a change, debounced: changes until then are checked together. */
  readonly update: () => void;
  readonly stop: () => void;
}

/** Delay in which failures with one cause are reported together. */
const GATHERING_MS = SECOND;

/** Watches one profile. Never throws, because notifications are optional: the queue shows the same facts. */
export function createAttention(parts: AttentionParts): Attention {
  let cancel: (() => void) | null = null;
  let stopped = false;
  let reportedPauseSince: number | null = null;
  // Older failures are already on Home. The newest review is remembered, so that each review is notified only once.
  let reportedReviews = newestArrival(parts.database.sqlite);
  const say = (title: Sentence, body: Sentence, place: Place) => {
    if (!parts.wanted()) return;
    parts.notifier.show({ title: parts.translate(title), body: parts.translate(body), place });
  };
  const notifyFailures = () => {
    const { database, clock } = parts;
    const troubles = unreportedFailures(database.sqlite);
    const [first] = troubles;
    if (first === undefined) return;
    database.write((context) => {
      for (const { id, code } of troubles) insertNotice(context, id, code, clock.now());
    });
    say(
      { key: 'notices.title', params: { count: troubles.length } },
      failureSentence(first, parts.namesCars()),
      {
        screen: 'queue',
        operation: troubles.length === 1 ? first.id : null,
      },
    );
  };
  const notifyPause = () => {
    const connection = parts.connection();
    if (connection.state !== 'paused' || connection.since === reportedPauseSince) return;
    reportedPauseSince = connection.since;
    const { code, params } = connection.problem;
    const body = { key: `problems.${code}.says`, params };
    say({ key: 'notices.paused', params: {} }, body, { screen: 'queue', operation: null });
  };
  const notifyReworks = () => {
    const { sqlite } = parts.database;
    const asked = unbegunReworkSince(sqlite, reportedReviews);
    reportedReviews = newestArrival(sqlite);
    const [first] = asked;
    if (first === undefined) return;
    say(
      { key: 'notices.rework.title', params: { count: asked.length } },
      reworkSentence(first, parts.namesCars()),
      asked.length === 1 ? { screen: 'job', jobId: first.job_id } : { screen: 'home' },
    );
  };
  const showSigns = () => {
    const { byState, byGroup } = countQueue(parts.database.sqlite);
    const needPerson = byGroup.get('needs-you') ?? 0;
    const isSending =
      canSend(parts.connection()) && (byState.get('ready') ?? 0) + (byState.get('sending') ?? 0) > 0;
    const waiting = [...byState.values()].reduce((sum, count) => sum + count, 0);
    parts.signs.show({ needPerson, waiting, isSending });
  };
  return {
    update: () => {
      // The last commits of a closing profile arrive here; its database is closed before the delay ends.
      if (stopped) return;
      cancel ??= parts.clock.setTimer(() => {
        cancel = null;
        try {
          notifyFailures();
          notifyPause();
          notifyReworks();
          showSigns();
        } catch (cause) {
          parts.report(cause);
        }
      }, GATHERING_MS);
    },
    stop: () => {
      stopped = true;
      cancel?.();
      cancel = null;
      parts.signs.show({ needPerson: 0, waiting: 0, isSending: false });
    },
  };
}

const known = z.object({
  serialNumber: z.string().optional().catch(undefined),
  carLabel: z.string().optional().catch(undefined),
  licensePlate: z.string().nullish().catch(undefined),
});

const turns: Readonly<Record<string, 'failed' | 'blocked' | undefined>> = {
  failed: 'failed',
  blocked: 'blocked',
};

/**
 * The text of a notification about an operation. It contains at most plate and serial, never a person or a group,
 * and neither if `namesCars` is false.
 */
function failureSentence(
  trouble: { readonly state: string; readonly payload: string },
  namesCars: boolean,
): Sentence {
  const parsed = known.safeParse(JSON.parse(trouble.payload));
  const fields = parsed.success && namesCars ? parsed.data : {};
  const car = fields.carLabel ?? fields.licensePlate ?? null;
  const serial = fields.serialNumber ?? null;
  const turn = turns[trouble.state] ?? 'incident';
  if (car !== null && serial !== null) return { key: `notices.${turn}.box`, params: { car, serial } };
  if (car !== null) return { key: `notices.${turn}.car`, params: { car } };
  return { key: `notices.${turn}.other`, params: {} };
}

const ofJob = z.object({
  car: z.object({ licensePlate: z.string().nullish(), name: z.string().optional() }).nullable().catch(null),
});

/**
 * The text of a notification about a job that was sent back: its car if `namesCars`, and never the supervisor's
 * words.
 */
function reworkSentence({ data }: { readonly data: string }, namesCars: boolean): Sentence {
  const car = namesCars ? (ofJob.safeParse(JSON.parse(data)).data?.car ?? null) : null;
  const label = car?.licensePlate ?? car?.name ?? '';
  return label === ''
    ? { key: 'notices.rework.other', params: {} }
    : { key: 'notices.rework.car', params: { car: label } };
}

/** Notifies a person about an open profile, at its opening and after commits (`onCommit`). No effect without `calling`. */
export function keepAttention(
  { calling, clock, log }: { readonly calling?: Calling; readonly clock: Clock; readonly log: Log },
  opened: Pick<AttentionParts, 'database' | 'connection'>,
): { readonly onCommit: (topics: ReadonlySet<Topic>) => void; readonly stop: () => void } {
  if (calling === undefined) return { onCommit: () => undefined, stop: () => undefined };
  const attention = createAttention({
    ...calling,
    ...opened,
    clock,
    report: (cause) => log('warn', 'notification.not-shown', String(cause)),
  });
  attention.update();
  return {
    onCommit: (topics) => {
      if (topics.has('queue') || topics.has('status') || topics.has('reviews')) attention.update();
    },
    stop: attention.stop,
  };
}

/** The notifications and signs of all open customers, which share one icon and one tray. */
export interface CombinedCalling {
  /** `name`: the customer's name, asked at each notification. */
  readonly of: (id: ConnectionId, name: () => string) => Calling;
  /** Removes the counts of a closed customer. */
  readonly clear: (id: ConnectionId) => void;
}

/** Sums the counts over all customers. A notification names its customer if several are open. */
export function createCombinedCalling(
  parts: Pick<Calling, 'wanted' | 'namesCars' | 'translate'> & {
    readonly notifier: Notifier;
    readonly presence: Presence;
    /** Whether the window shows this customer now. */
    readonly isShown: (id: ConnectionId) => boolean;
  },
): CombinedCalling {
  const { translate, presence } = parts;
  const works = new Map<ConnectionId, WorkSigns>();
  const show = () => {
    const all = [...works.values()];
    const needPerson = all.reduce((sum, work) => sum + work.needPerson, 0);
    const waiting = all.reduce((sum, work) => sum + work.waiting, 0);
    const idle: Sentence = { key: 'tray.idle', params: {} };
    const says = all.length === 0 ? '' : translate({ key: 'notices.title', params: { count: needPerson } });
    const state =
      needPerson > 0
        ? says
        : translate(waiting > 0 ? { key: 'tray.waiting', params: { count: waiting } } : idle);
    presence.show({ needPerson, says, state, isSending: all.some(({ isSending }) => isSending) });
  };
  return {
    of: (id, name) => {
      works.set(id, { needPerson: 0, waiting: 0, isSending: false });
      return {
        wanted: parts.wanted,
        namesCars: parts.namesCars,
        translate,
        notifier: {
          show: ({ title, body, place }) =>
            parts.notifier.show({
              title:
                works.size > 1
                  ? translate({ key: 'notices.ofCustomer', params: { customer: name(), title } })
                  : title,
              body,
              place,
              away: () => (parts.isShown(id) ? null : id),
            }),
        },
        signs: {
          show: (work) => {
            works.set(id, work);
            show();
          },
        },
      };
    },
    clear: (id) => {
      works.delete(id);
      show();
    },
  };
}
