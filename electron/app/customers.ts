import type { ConnectedCustomer } from '../../shared/domain/status.ts';
import type { Policy } from '../../shared/domain/profile.ts';
import type { Environment, ConnectionId, CustomerId } from '../../shared/ids.ts';
import { MOST_NEEDED, type NeedsOfCustomer } from '../../shared/ipc/calls/connect.ts';
import type { Place } from '../../shared/ipc/messages.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { countQueue, queueOrder } from '../db/tables/queue/queue-lines.ts';
import type { Connected } from '../handlers/access.ts';
import { listJobs } from '../jobs/view.ts';
import { viewLines } from '../operations/queue/views.ts';
import { listCustomers } from '../operator/endpoints/groups-and-users.ts';
import { problemOf } from '../operator/operator-error.ts';
import { outsidePolicy } from '../profiles/machine-policy.ts';
import { connectionIdOf, type Profile, type ProfileCustomer, type RelayAccess } from '../profiles/profile.ts';
import { idOfSaved, type ProfileStore, type SavedConnection } from '../profiles/profile-store.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { Sessions } from '../session/sessions.ts';
import type { KnownConnection, StartProfile } from './start-profile.ts';

/** The customers of this laptop: which are saved, which are open, which one the window shows. */
export interface Customers {
  /**
   * The customers in the order in which they were added; empty if the environment or the demonstration sets the
   * connection.
   */
  readonly list: () => ConnectedCustomer[];
  /**
   * Shows a customer and navigates to a place in it. If it cannot be opened, the window shows the reason, and the
   * others continue. ProblemError `not-found`.
   */
  readonly show: (id: ConnectionId, place: Place | null) => Promise<void>;
  /**
   * The work that needs a person in open profiles that the asking page does not show; profiles without such work are
   * left out.
   */
  readonly needsYou: () => NeedsOfCustomer[];
  /** The customers that the shown one's login reaches and this laptop does not have. Rejects with the operator's problem. */
  readonly offered: () => Promise<readonly ProfileCustomer[]>;
  /** Adds one of them, with the login and the relay of the shown one. ProblemErrors as of Connect's tests. */
  readonly add: (customer: CustomerId) => Promise<void>;
  /** Forgets a customer; its databases stay. The next one is shown. ProblemError `not-found`. */
  readonly remove: (id: ConnectionId) => Promise<void>;
  /** Opens saved profiles in the background: those that are closed, and those whose secrets have changed. Never rejects. */
  readonly openOthers: () => Promise<void>;
  /** Every saved connection, also one that the policy no longer allows. */
  readonly connected: () => readonly Connected[];
  /** The relays of the customers that are not shown; `relayToken` null = its secret is not here. */
  readonly otherRelays: () => readonly NonNullable<KnownConnection['relay']>[];
  /** Reads the tokens of the saved connections, because the role of a customer without a relay depends on them. */
  readonly learnRelays: () => Promise<void>;
}

/** Creates the switching between the customers of this laptop. No customer is opened by it alone. */
export function createCustomers(parts: {
  readonly store: ProfileStore;
  readonly sessions: Sessions;
  readonly starting: Pick<StartProfile, 'start' | 'forget'>;
  readonly policy: Policy;
  /** The environment variables set the connection, so no saved one is used. */
  readonly isManaged: boolean;
  /** Tests whether the relay's token is for this customer. */
  readonly checkRelay: (
    access: RelayAccess & { readonly environment: Environment; readonly customerId: CustomerId },
  ) => Promise<unknown>;
  /** The window loads its page again, and goes to the place. */
  readonly loadPage: (place: Place | null) => void;
}): Customers {
  const { store, sessions, starting, policy } = parts;
  const tokens = new Map<ConnectionId, string | null>();

  const isAllowed = ({ address, customer, relayUrl }: SavedConnection) =>
    outsidePolicy(policy, { address, customerId: customer.id, relayUrl }) === null;
  const saved = (): readonly SavedConnection[] =>
    parts.isManaged || !sessions.isKept() ? [] : store.list().filter(isAllowed);
  const refuseUnknown = (id: ConnectionId) => {
    if (!saved().some((one) => idOfSaved(one) === id)) throw new ProblemError(makeProblem('not-found'));
  };
  const show = async (id: ConnectionId, place: Place | null): Promise<void> => {
    store.show(id);
    if (await sessions.show(id, place)) return;
    await sessions.showNone();
    await starting.start();
    if (sessions.shown() === null) parts.loadPage(null);
  };
  const offered = async () => {
    const { client, profile } = sessions.current();
    const found = await client.pages((page) => listCustomers(page));
    if (!found.ok) throw new ProblemError(problemOf(found.error));
    const have = new Set(store.list().map(idOfSaved));
    const { address } = profile;
    return found.value.filter(
      ({ id }) =>
        outsidePolicy(policy, { customerId: id }) === null &&
        !have.has(connectionIdOf({ address, customerId: id })),
    );
  };
  const learnRelays = async (): Promise<void> => {
    for (const one of saved()) {
      const id = idOfSaved(one);
      const loaded = await store.loadOne(id);
      tokens.set(id, loaded.state === 'ready' ? (loaded.profile.relay?.relayToken ?? null) : null);
    }
  };

  return {
    list: () => {
      // The customer of the asking page, which keeps it until the window loads another page.
      const shown = sessions.id() ?? store.shown();
      return saved().map((one) => {
        const id = idOfSaved(one);
        const open = sessions.find(id);
        return {
          id,
          environment: one.address.environment,
          name: one.customer.name,
          isShown: id === shown,
          connection: open?.engine.connection() ?? null,
          problem: sessions.failure(id),
          ...countsOf(open),
        };
      });
    },
    needsYou: () => {
      const shown = sessions.id() ?? store.shown();
      return saved().flatMap((one) => {
        const id = idOfSaved(one);
        const open = id === shown ? null : sessions.find(id);
        if (open === null) return [];
        const needs = readNeeds(open);
        return needs.jobCount + needs.lineCount === 0 ? [] : [{ id, name: one.customer.name, ...needs }];
      });
    },
    show: async (id, place) => {
      refuseUnknown(id);
      await show(id, place);
    },
    offered,
    add: async (wanted) => {
      const { address, credentials, relay } = sessions.current().profile;
      const customer = sessions.isKept() ? (await offered()).find(({ id }) => id === wanted) : undefined;
      if (customer === undefined) throw new ProblemError(makeProblem('not-found'));
      const { environment } = address;
      if (relay !== null) await parts.checkRelay({ ...relay, environment, customerId: wanted });
      const { id, name } = customer;
      await sessions.use(await store.save({ address, credentials, customer: { id, name }, relay }));
      await learnRelays();
    },
    remove: async (id) => {
      refuseUnknown(id);
      const wasShown = store.shown() === id;
      await sessions.close(id);
      await store.remove(id);
      tokens.delete(id);
      const next = store.shown();
      if (next === null) starting.forget();
      else if (wasShown) await show(next, null);
    },
    openOthers: async () => {
      await learnRelays();
      for (const one of saved()) {
        const id = idOfSaved(one);
        if (id === store.shown()) continue;
        const loaded = await store.loadOne(id);
        if (loaded.state !== 'ready') continue;
        const open = sessions.find(id);
        if (open !== null && !isSameLogin(open.profile, loaded.profile)) await sessions.close(id);
        await sessions.openBeside(loaded.profile);
      }
    },
    connected: () =>
      store.list().map(({ address, customer, relayUrl }) => ({
        address,
        customer,
        relay: relayUrl === null ? null : { relayUrl },
      })),
    otherRelays: () => {
      const shown = store.shown();
      return saved().flatMap((one) => {
        const id = idOfSaved(one);
        if (id === shown || one.relayUrl === null) return [];
        return [{ relayUrl: one.relayUrl, relayToken: tokens.get(id) ?? null }];
      });
    },
    learnRelays,
  };
}

function countsOf(open: OpenProfile | null): Pick<ConnectedCustomer, 'needPerson' | 'unfinished'> {
  if (open === null) return { needPerson: 0, unfinished: 0 };
  const { byState, byGroup } = countQueue(open.database.sqlite);
  return {
    needPerson: byGroup.get('needs-you') ?? 0,
    unfinished: [...byState.values()].reduce((sum, count) => sum + count, 0),
  };
}

function readNeeds(open: OpenProfile): Omit<NeedsOfCustomer, 'id' | 'name'> {
  const { sqlite } = open.database;
  const jobs = listJobs({ ...open.jobs, connection: open.engine.connection })
    .filter(({ status }) => status === 'needs-person')
    .toSorted((one, other) => one.startedAt - other.startedAt);
  const { needPersonByJob: byJob } = countQueue(sqlite);
  const sum = (counts: typeof byJob) => counts.reduce((total, { count }) => total + count, 0);
  const seqs = queueOrder(sqlite, { show: 'needs-you', car: null, limit: MOST_NEEDED }).map(({ seq }) => seq);
  return {
    jobs: jobs.slice(0, MOST_NEEDED),
    jobCount: jobs.length,
    lines: viewLines(sqlite, seqs),
    lineCount: sum(byJob),
    besidesJobs: sum(byJob.filter(({ job }) => !jobs.some(({ id }) => id === job))),
  };
}

function isSameLogin(one: Profile, other: Profile): boolean {
  const { credentials: a } = one;
  const { credentials: b } = other;
  return (
    a.apiKey === b.apiKey &&
    a.username === b.username &&
    a.password === b.password &&
    isSameRelay(one.relay, other.relay)
  );
}

const isSameRelay = (one: RelayAccess | null, other: RelayAccess | null): boolean =>
  one?.relayUrl === other?.relayUrl && one?.relayToken === other?.relayToken;
