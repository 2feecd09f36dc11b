import { ok } from '../../../shared/result.ts';
import { onTestFinished } from 'vitest';
import { createPuller, type PulledPage, type Puller } from '../../../electron/relay/puller.ts';
import type { RelayState } from '../../../shared/domain/status.ts';
import { customerId } from '../../../shared/ids.ts';
import type { FeedCursor, FeedReset } from '../../../shared/relay/results.ts';
import { eventually } from './eventually.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';
import { scriptedRelay, type ScriptedRelay } from './scripted-relay.ts';

/** Of the laptop of a puller that takes results alone. */
export const onlyResults = {
  refreshKeys: () => Promise.resolve(ok(undefined)),
  reviews: {
    place: () => null,
    watchResets: () => () => false,
    take: () => undefined,
    missed: () => undefined,
  },
  removals: { newest: () => null, take: () => undefined },
  plans: {
    place: () => 0,
    from: () => '2026-01-01',
    take: () => undefined,
    reread: () => undefined,
    watchRereads: () => () => false,
  },
};

/** A puller over a scripted relay, with a store that the test can look into and break. */
export interface Pulling {
  readonly relay: ScriptedRelay;
  readonly clock: ManualClock;
  readonly puller: Puller;
  readonly pages: readonly PulledPage[];
  readonly resets: readonly FeedReset[];
  readonly states: readonly RelayState[];
  readonly notStored: readonly unknown[];
  /** How often the puller reported another run of the store. */
  readonly otherRuns: { readonly count: number };
  readonly store: { cursor: FeedCursor | null; refuses: Error | null };
  /** Waits until the relay has been asked `count` times and the last question is open. */
  readonly asked: (count: number) => Promise<void>;
  /** Waits until the puller sleeps, and answers for how long. */
  readonly sleeping: () => Promise<number>;
}

/** `random` is what the jitter draws: 0.5 = half of the bound, by default. */
export function pulling(random = 0.5): Pulling {
  const relay = scriptedRelay();
  const clock = manualClock();
  const pages: PulledPage[] = [];
  const resets: FeedReset[] = [];
  const states: RelayState[] = [];
  const notStored: unknown[] = [];
  const otherRuns = { count: 0 };
  const store: Pulling['store'] = { cursor: null, refuses: null };
  const puller = createPuller({
    client: {
      ...relay,
      removals: () => Promise.reject(new Error('not asked')),
      plannedJobs: () => Promise.reject(new Error('not asked')),
    },
    environment: 'uat',
    customerId: customerId.parse(4711),
    clock,
    random: () => random,
    readCursor: () => store.cursor,
    takePage: (page) => {
      if (store.refuses !== null) throw store.refuses;
      pages.push(page);
      store.cursor = page.cursor;
    },
    takeReset: (reset) => {
      resets.push(reset);
      store.cursor = reset.cursor;
    },
    ...onlyResults,
    onOtherRun: () => (otherRuns.count += 1),
    onState: (state) => states.push(state),
    onNotStored: (cause) => notStored.push(cause),
  });
  onTestFinished(puller.stop);
  return {
    relay,
    clock,
    puller,
    pages,
    resets,
    states,
    notStored,
    otherRuns,
    store,
    asked: async (count) => {
      await eventually(() => {
        if (relay.asked.length !== count || !relay.isAsked()) throw new Error(`asked ${relay.asked.length}`);
      });
    },
    sleeping: () =>
      eventually(() => {
        const [delay] = clock.pending();
        if (delay === undefined) throw new Error('awake');
        return delay;
      }),
  };
}
