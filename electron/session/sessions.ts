import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConnectionId } from '../../shared/ids.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import { type Clock, MINUTE, SECOND } from '../../shared/time.ts';
import type { Place as WindowPlace, Topic } from '../../shared/ipc/messages.ts';
import { createIds } from '../base/ids.ts';
import type { CorePorts } from '../base/ports.ts';
import { withItsCommits } from '../db/shared-commit.ts';
import type { CombinedCalling } from '../notifications/attention.ts';
import { listCustomers } from '../operator/endpoints/groups-and-users.ts';
import { connectionIdOf, type Profile } from '../profiles/profile.ts';
import type { CustomerNames } from '../profiles/profile-store.ts';
import { createSerialExecutor, createPages } from './switching.ts';
import { openCrewKey } from '../jobs/rescue/crew-key.ts';
import { openDeviceKey } from '../trust/device-key.ts';
import { openProfile, type OpenProfile, type OpenProfileParts } from './open-profile.ts';

const REFETCH_NAME_AFTER_MS = MINUTE;
/** Interval at which the local copies are refreshed while the app is open. */
const FRESHEN_EVERY_MS = 30 * MINUTE;
/** Debounce of the status changes of hidden customers, so that they do not slow down the window. */
const GATHERING_MS = SECOND;
/** The changes of a hidden customer that the window shows: counts, and work that needs a person. */
const noticed = ['queue', 'jobs', 'status'] as const satisfies readonly Topic[];

/** The folder of a profile's data. */
export interface Place {
  readonly dataDir: string;
  /** False for a managed laptop and for the demonstration: changes there last until the app is closed. */
  readonly kept: boolean;
}

/** One of the open profiles. */
interface Session {
  readonly open: OpenProfile;
  readonly place: Place;
}

/**
 * The open profiles of this laptop, side by side: each has its folder, its lock, its databases, its queue and its feed.
 * The window shows one of them; the others send and receive in the background.
 */
export interface Sessions {
  /** The profile of the running call; outside of a call the shown one. Null while there is none. */
  readonly open: () => OpenProfile | null;
  /** Like `open`, with ProblemError `not-connected` instead of null. */
  readonly current: () => OpenProfile;
  /** The connection of the running call, or the shown one. */
  readonly id: () => ConnectionId | null;
  /** All open profiles; the shown one is the first. */
  readonly all: () => readonly OpenProfile[];
  /** Sends requests to the operator and the relay for all customers at once. */
  readonly wake: () => void;
  /** Like `wake`, after sleep. It never throws, because no person asked: the work then runs at its scheduled time. */
  readonly resume: () => void;
  readonly find: (id: ConnectionId) => OpenProfile | null;
  /** The connection that the window shows; null = none is open. */
  readonly shown: () => ConnectionId | null;
  /** Why a connection could not be opened in the background; null = it is open, or was not tried. */
  readonly failure: (id: ConnectionId) => Problem | null;
  /** Whether the open profile is saved in the store. */
  readonly isKept: () => boolean;
  /**
   * Opens a profile and shows it, by default among the app's own data. An open profile of the same customer is closed
   * first. A profile that is not saved is the only open one.
   */
  readonly use: (profile: Profile, where?: Place) => Promise<void>;
  /**
   * Opens a profile in the background, unless it is open. A failure is stored; calls of the window do not wait. Never
   * rejects.
   */
  readonly openBeside: (profile: Profile) => Promise<void>;
  /** Closes the profile of this call and reopens it in the same position with these settings. */
  readonly reopen: (profile: Profile) => Promise<void>;
  /** Shows another open profile; the previous one continues in the background. False = it is not open. */
  readonly show: (id: ConnectionId, place: WindowPlace | null) => Promise<boolean>;
  /** Shows no profile; all continue in the background. */
  readonly showNone: () => Promise<void>;
  /** Closes one profile. */
  readonly close: (id: ConnectionId) => Promise<void>;
  /** Closes all profiles, one after the other; the shown one is the last. */
  readonly leave: () => Promise<void>;
  /** Asks the operator for the name of the shown customer, with retries until it returns one. */
  readonly learnCustomerName: () => Promise<void>;
  /** The window has shown its first frame. */
  readonly painted: () => void;
  /** Resolves when no profile is being exchanged. Bounded; never rejects. */
  readonly settled: () => Promise<void>;
  /**
   * Runs a call of a page of the window, and resolves once its commits are on the disk (ProblemError
   * `last-steps-unsaved`). A page works only with the customer that its first call found: ProblemError `customer-gone`
   * once that one is closed and another is shown.
   */
  readonly inPage: <Value>(page: string, work: () => Promise<Value>) => Promise<Value>;
}

/** No profile is open before `use`. */
export function createSessions(parts: {
  readonly deps: Pick<CorePorts, 'dataDir' | 'version' | 'clock' | 'log' | 'publish' | 'secrets'>;
  readonly opening: Pick<
    OpenProfileParts,
    'random' | 'policy' | 'checklists' | 'examples' | 'publishers' | 'worker' | 'outside'
  >;
  readonly calling: CombinedCalling;
  readonly customerNames: CustomerNames;
  /** Awaited before the shown profile is left: ends the work that runs with it. */
  readonly beforeLeaving: () => Promise<void>;
  /** Another customer is shown: the window reloads its page and navigates to the place. */
  readonly loadPage: (place: WindowPlace | null) => void;
}): Sessions {
  const { deps, customerNames } = parts;
  const { clock, publish } = deps;
  const turns = createSerialExecutor(clock);
  const home: Place = { dataDir: deps.dataDir, kept: true };
  const sessions = new Map<ConnectionId, Session>();
  const failures = new Map<ConnectionId, Problem>();
  const pages = createPages();
  const ofCall = new AsyncLocalStorage<ConnectionId>();
  let shown: ConnectionId | null = null;
  /** The last connection that was shown: the pages of the window belong to it. */
  let last: ConnectionId | null = null;
  let painted = false;
  /** All were closed on purpose: none is opened in the background until one is shown again. */
  let left = false;

  const idNow = (): ConnectionId | null => ofCall.getStore() ?? shown;
  const session = (): Session | null => {
    const id = idNow();
    return id === null ? null : (sessions.get(id) ?? null);
  };
  const current = (): OpenProfile => {
    const found = session();
    if (found === null) throw new ProblemError(makeProblem('not-connected'));
    return found.open;
  };
  const everythingChanged = () => publish(new Set(['profile', 'status', 'jobs', 'queue', 'directory']));
  const hiddenChanges = createHiddenChanges(clock, publish);
  const publishOf = (id: ConnectionId) => (topics: ReadonlySet<Topic>) =>
    id === shown ? publish(topics) : hiddenChanges.note(topics);
  const freshness = createFreshness(clock, () => {
    const found = shown === null ? undefined : sessions.get(shown);
    if (found === undefined) return;
    const { sync, others, supervision } = found.open;
    void sync.refresh();
    others.startReading();
    if (painted) supervision.startReading();
  });
  const names = createNameLearning({
    clock,
    customerNames,
    isOpen: (asking) => sessions.get(idOf(asking.profile))?.open === asking,
    onLearned: (asking, name) => {
      const id = idOf(asking.profile);
      const still = sessions.get(id);
      if (still === undefined) return;
      const profile = { ...asking.profile, customer: { id: asking.profile.customer.id, name } };
      sessions.set(id, { ...still, open: { ...asking, profile } });
      publish(new Set(['profile', 'status']));
    },
  });
  const closeOne = async (id: ConnectionId) => {
    const leaving = sessions.get(id);
    if (leaving === undefined) return;
    if (id === shown) {
      freshness.stop();
      await parts.beforeLeaving();
      shown = null;
    }
    sessions.delete(id);
    names.cancel(id);
    try {
      await leaving.open.close();
    } finally {
      parts.calling.clear(id);
    }
  };
  const closeAll = async () => {
    failures.clear();
    for (const id of sessions.keys()) if (id !== shown) await closeOne(id);
    if (shown !== null) await closeOne(shown);
    freshness.stop();
    // A profile that closes commits, and is hidden by then.
    hiddenChanges.cancel();
  };
  const openAt = async (profile: Profile, place: Place): Promise<ConnectionId> => {
    const id = idOf(profile);
    const deviceKey = await openDeviceKey(deps.secrets, profile.address);
    const crew = await openCrewKey(deps.secrets, profile.address);
    const calling = parts.calling.of(id, () => sessions.get(id)?.open.profile.customer.name ?? '');
    try {
      const open = openProfile({
        ...parts.opening,
        calling,
        profile,
        deviceKey,
        crew,
        dataDir: place.dataDir,
        clock,
        ids: createIds(),
        userAgent: `Boxwright/${deps.version}`,
        log: deps.log,
        publish: publishOf(id),
        pid: process.pid,
      });
      sessions.set(id, { open, place });
    } catch (cause) {
      parts.calling.clear(id);
      throw cause;
    }
    failures.delete(id);
    return id;
  };
  const showIt = (id: ConnectionId, place: WindowPlace | null = null) => {
    const isOther = last !== null && last !== id;
    shown = id;
    last = id;
    freshness.keep();
    everythingChanged();
    if (isOther) parts.loadPage(place);
  };
  const wake = () => {
    for (const { open } of sessions.values()) open.wake();
  };

  return {
    open: () => session()?.open ?? null,
    wake,
    resume: () => {
      try {
        wake();
      } catch (cause) {
        deps.log('warn', 'power.resume', String(cause));
      }
    },
    current,
    id: idNow,
    all: () => {
      const first = shown === null ? undefined : sessions.get(shown);
      const others = [...sessions.values()].filter((one) => one !== first);
      return [...(first === undefined ? [] : [first]), ...others].map(({ open }) => open);
    },
    find: (id) => sessions.get(id)?.open ?? null,
    shown: () => shown,
    failure: (id) => failures.get(id) ?? null,
    isKept: () => session()?.place.kept ?? true,
    use: (profile, where = home) =>
      turns.take(async () => {
        const isAlone = !where.kept || [...sessions.values()].some(({ place }) => !place.kept);
        if (isAlone) await closeAll();
        else await closeOne(idOf(profile));
        if (shown !== null && shown !== idOf(profile)) await parts.beforeLeaving();
        shown = null;
        left = false;
        everythingChanged();
        showIt(await openAt(profile, where));
      }),
    openBeside: (profile) =>
      turns.takeQuietly(async () => {
        const id = idOf(profile);
        if (left || sessions.has(id)) return;
        try {
          await openAt(profile, home);
        } catch (cause) {
          const problem =
            cause instanceof ProblemError ? cause.problem : makeProblem('unexpected', {}, String(cause));
          failures.set(id, problem);
          deps.log('error', 'profile.not-opened', problem.code);
        }
        publish(new Set(['status', 'customers']));
      }),
    // The fleet is read again, because parts that were not offered may be available now. The short close is not
    // announced, because the window would show it as a lost connection.
    reopen: (profile) =>
      turns.take(async () => {
        const id = idOf(profile);
        const wasShown = shown === id;
        const place = sessions.get(id)?.place ?? home;
        await closeOne(id);
        try {
          await openAt(profile, place);
        } catch (cause) {
          everythingChanged();
          throw cause;
        }
        if (wasShown) showIt(id);
        const reopened = sessions.get(id);
        if (reopened === undefined) return;
        void reopened.open.sync.start();
        if (!place.kept) void names.learn(reopened.open);
      }),
    show: async (id, place) => {
      let found = false;
      await turns.take(async () => {
        found = sessions.has(id);
        if (!found || shown === id) return;
        await parts.beforeLeaving();
        showIt(id, place);
      });
      return found;
    },
    showNone: () =>
      turns.take(async () => {
        if (shown === null) return;
        freshness.stop();
        await parts.beforeLeaving();
        shown = null;
        everythingChanged();
      }),
    close: (id) =>
      turns.take(async () => {
        await closeOne(id);
        everythingChanged();
      }),
    leave: () =>
      turns.take(async () => {
        left = true;
        await closeAll();
        everythingChanged();
      }),
    learnCustomerName: async () => {
      const found = shown === null ? undefined : sessions.get(shown);
      if (found !== undefined) await names.learn(found.open);
    },
    painted: () => {
      painted = true;
      if (shown !== null) sessions.get(shown)?.open.supervision.startReading();
    },
    settled: turns.over,
    inPage: async (page, work) => {
      const id = pages.of(page, shown, (bound) => sessions.has(bound));
      if (id === null) return ofCall.exit(work);
      const database = sessions.get(id)?.open.database;
      return ofCall.run(id, database === undefined ? work : () => withItsCommits(database, work));
    },
  };
}

const idOf = ({ address, customer }: Profile): ConnectionId =>
  connectionIdOf({ address, customerId: customer.id });

/** Publishes the changes of hidden customers, many as one, and only those that the window shows. */
function createHiddenChanges(clock: Clock, publish: (topics: ReadonlySet<Topic>) => void) {
  let stop: (() => void) | null = null;
  return {
    note: (topics: ReadonlySet<Topic>): void => {
      if (!noticed.some((topic) => topics.has(topic))) return;
      stop ??= clock.setTimer(() => {
        stop = null;
        publish(new Set(['status', 'customers']));
      }, GATHERING_MS);
    },
    cancel: (): void => {
      stop?.();
      stop = null;
    },
  };
}

/** Runs `freshen` at each `keep`, and every `FRESHEN_EVERY_MS` after it until `stop`. */
function createFreshness(clock: Clock, freshen: () => void) {
  let stop: () => void = () => undefined;
  const keep = (): void => {
    stop();
    stop = clock.setTimer(keep, FRESHEN_EVERY_MS);
    freshen();
  };
  return { keep, stop: (): void => stop() };
}

/** Asks the operator for the names of open customers, each with retries until the operator returns one. */
function createNameLearning(parts: {
  readonly clock: Clock;
  readonly customerNames: CustomerNames;
  /** False once the profile is closed, or has its name: then the answer has no effect. */
  readonly isOpen: (asking: OpenProfile) => boolean;
  readonly onLearned: (asking: OpenProfile, name: string) => void;
}) {
  /** Cancels the next request of a connection. */
  const retries = new Map<ConnectionId, () => void>();
  const cancel = (id: ConnectionId): void => {
    retries.get(id)?.();
    retries.delete(id);
  };
  const learn = async (asking: OpenProfile): Promise<void> => {
    const { address, customer } = asking.profile;
    const found = await asking.client.pages((page) => listCustomers(page));
    if (!parts.isOpen(asking)) return;
    const name = found.ok ? found.value.find((one) => one.id === customer.id)?.name : undefined;
    if (name === undefined || name === '') {
      const id = idOf(asking.profile);
      cancel(id);
      retries.set(
        id,
        parts.clock.setTimer(() => void learn(asking), REFETCH_NAME_AFTER_MS),
      );
      return;
    }
    parts.customerNames.remember(address, customer.id, name);
    parts.onLearned(asking, name);
  };
  return { learn, cancel };
}
