import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { MINUTE } from '../../shared/time.ts';
import { createIds } from '../base/ids.ts';
import { openProfile, type OpenProfile, type OpenProfileParts } from './open-profile.ts';
import { listCustomers } from '../operator/endpoints/users.ts';
import type { CorePorts } from '../base/ports.ts';
import type { CustomerNames } from '../profiles/profile-store.ts';
import type { Profile } from '../profiles/profile.ts';
import { openDeviceKey } from '../trust/device-key.ts';
import { createSerialExecutor } from '../profiles/serial-executor.ts';

const REFETCH_NAME_AFTER_MS = MINUTE;
/** How often the local copies learn of what is new while the app is open. */
const FRESHEN_EVERY_MS = 30 * MINUTE;

/** Where a profile's data lives. */
export interface Place {
  readonly dataDir: string;
  /** False for a managed laptop and for the demonstration: changes there last until the app is closed. */
  readonly kept: boolean;
}

/** The one profile that the window works with; it is opened, exchanged and left, one after the other. */
export interface ProfileInUse {
  /** Null while there is none. */
  readonly open: () => OpenProfile | null;
  /** ProblemError `not-connected` while there is none. */
  readonly current: () => OpenProfile;
  /** Whether the open profile is the one that is kept in the store. */
  readonly isKept: () => boolean;
  /** Closes what is open and opens this one; where nothing else is said, among the app's own data. */
  readonly use: (profile: Profile, where?: Place) => Promise<void>;
  /** Closes what is open and opens the same profile at the same place as it is given here. */
  readonly reopen: (profile: Profile) => Promise<void>;
  readonly leave: () => Promise<void>;
  /** Asks the operator for the customer's name, with retries until it returns one. */
  readonly learnCustomerName: () => Promise<void>;
  /** The window has shown its first frame. */
  readonly painted: () => void;
  /** Resolves when no profile is being exchanged. Bounded; never rejects. */
  readonly settled: () => Promise<void>;
}

/** Nothing is open before `use`. */
export function createProfileInUse(parts: {
  readonly deps: Pick<CorePorts, 'dataDir' | 'version' | 'clock' | 'log' | 'publish' | 'secrets'>;
  readonly opening: Pick<
    OpenProfileParts,
    'random' | 'policy' | 'checklists' | 'worker' | 'calling' | 'outside'
  >;
  readonly customerNames: CustomerNames;
  /** The work with the open profile comes to its end first. */
  readonly beforeClosing: () => Promise<void>;
}): ProfileInUse {
  const { deps, customerNames } = parts;
  const { clock, publish } = deps;
  const turns = createSerialExecutor(clock);
  const home: Place = { dataDir: deps.dataDir, kept: true };
  let open: OpenProfile | null = null;
  let place = home;
  let painted = false;
  let stopFreshening: () => void = () => undefined;

  const current = (): OpenProfile => {
    if (open === null) throw new ProblemError(makeProblem('not-connected'));
    return open;
  };
  const everythingChanged = () => publish(new Set(['profile', 'status', 'jobs', 'queue', 'directory']));
  const keepFresh = ({ sync, others, supervision }: OpenProfile) => {
    void sync.refresh();
    others.keepRead();
    if (painted) supervision.keepRead();
    stopFreshening = clock.setTimer(() => {
      if (open !== null) keepFresh(open);
    }, FRESHEN_EVERY_MS);
  };
  const shut = async () => {
    stopFreshening();
    await parts.beforeClosing();
    const leaving = open;
    open = null;
    await leaving?.close();
  };
  const openAt = async (profile: Profile, where: Place) => {
    const deviceKey = await openDeviceKey(deps.secrets, profile.address);
    place = where;
    open = openProfile({
      ...parts.opening,
      profile,
      deviceKey,
      dataDir: where.dataDir,
      clock,
      ids: createIds(),
      userAgent: `Boxwright/${deps.version}`,
      log: deps.log,
      publish,
      pid: process.pid,
    });
    keepFresh(open);
    everythingChanged();
  };
  const learnNameOf = async (asking: OpenProfile): Promise<void> => {
    const { address, customer } = asking.profile;
    const found = await asking.client.pages((page) => listCustomers(page));
    if (open !== asking) return;
    const name = found.ok ? found.value.find(({ id }) => id === customer.id)?.name : undefined;
    if (name === undefined || name === '') {
      clock.setTimer(() => {
        if (open === asking) void learnNameOf(asking);
      }, REFETCH_NAME_AFTER_MS);
      return;
    }
    customerNames.remember(address, customer.id, name);
    open = { ...asking, profile: { ...asking.profile, customer: { id: customer.id, name } } };
    publish(new Set(['profile', 'status']));
  };

  return {
    open: () => open,
    current,
    isKept: () => place.kept,
    use: (profile, where = home) =>
      turns.take(async () => {
        await shut();
        everythingChanged();
        await openAt(profile, where);
      }),
    // Its fleet is read again: parts that were not offered may be by now. The short close is not announced: the window
    // would take that for being disconnected.
    reopen: (profile) =>
      turns.take(async () => {
        await shut();
        try {
          await openAt(profile, place);
        } catch (cause) {
          everythingChanged();
          throw cause;
        }
        const reopened = current();
        void reopened.sync.start();
        if (!place.kept) void learnNameOf(reopened);
      }),
    leave: () =>
      turns.take(async () => {
        await shut();
        everythingChanged();
      }),
    learnCustomerName: () => learnNameOf(current()),
    painted: () => {
      painted = true;
      open?.supervision.keepRead();
    },
    settled: turns.over,
  };
}
