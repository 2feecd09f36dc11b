import { defaultPolicy, type QueuePolicy } from '../../electron/operations/queue/parts.ts';
import { seededRandom } from '../operator/random.ts';
import { type Chance, createChance } from './chance.ts';
import { type Effect, keyOfEntry } from './effects.ts';
import { createNetwork, type Gateway, type Network } from './network.ts';
import { createOperatorInProcess, type OperatorInProcess } from './operator-in-process.ts';
import { createRelayInProcess, type RelayInProcess } from './relay-in-process.ts';
import { drawStorm, type Storm } from './storm.ts';
import { createVirtualTime, type VirtualTime } from './time.ts';
import { createTrace, type Trace } from './trace.ts';
import { createWire, type Wire } from './wire.ts';

/** Everything outside the app. */
export interface World {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly storm: Storm;
  readonly trace: Trace;
  readonly operator: OperatorInProcess;
  readonly network: Network;
  readonly relay: RelayInProcess;
  readonly wire: Wire;
  readonly policy: QueuePolicy;
  /** The operator's effects so far, in order. */
  readonly effects: () => readonly Effect[];
  readonly productOf: (serial: string) => number;
  /** The laptop whose data and token this one has; itself, unless it is a copy. */
  readonly ownerOf: (laptop: number) => number;
  readonly addCopy: (laptop: number, owner: number) => void;
  readonly setOffline: (offline: boolean) => void;
  readonly setGateway: (gateway: Gateway | null) => void;
  readonly calm: () => void;
}

const START = Date.UTC(2026, 5, 1, 8);

/** A world for one seed, with faults from now on. */
export function createWorld(seed: number, muted: ReadonlySet<string>, weather: Partial<Storm>): World {
  const stage = seededRandom(seed);
  let quiet = false;
  let offline = false;
  let gateway: Gateway | null = null;
  const tie = seededRandom(seed + 1);
  const time = createVirtualTime(START, tie.next);
  const trace = createTrace(() => (time.now() - START) / 1000);
  const chance = createChance(seed, muted, () => quiet);
  const storm = { ...drawStorm(stage), ...weather };
  const isOffline = () => offline && !quiet;
  const copies = new Map<number, number>();
  const relay = createRelayInProcess({
    time,
    chance,
    storm,
    trace,
    random: seededRandom(seed + 2),
    isOffline,
  });
  const operator = createOperatorInProcess({
    clock: { now: time.now, setTimer: (callback, delayMs) => time.after(delayMs, callback) },
    random: seededRandom(seed + 3),
    ruleFor: (kind) => {
      const failed = chance.strikes('result-failed', kind, storm.resultFailed);
      return failed === null ? null : { kind, nth: 1, count: 1, failWith: 'The operator could not do it.' };
    },
    send: relay.post,
  });
  const network = createNetwork({
    time,
    chance,
    storm,
    operator,
    trace,
    isOffline,
    gateway: () => (quiet ? null : gateway),
  });
  const productOf = (serial: string): number =>
    [...operator.state.products.values()].find(({ serialNumber }) => serialNumber === serial)?.id ?? 0;
  return {
    time,
    chance,
    storm,
    trace,
    operator,
    network,
    relay,
    wire: createWire(productOf, time.now),
    // A day of asking is made shorter; nothing else is.
    policy: { ...defaultPolicy, resultQuestions: 6 },
    effects: () =>
      operator.executed().map((execution) => ({ ...execution, key: keyOfEntry(execution.entry, productOf) })),
    productOf,
    ownerOf: (laptop) => copies.get(laptop) ?? laptop,
    addCopy: (laptop, of) => void copies.set(laptop, of),
    setOffline: (isNow) => {
      offline = isNow;
    },
    setGateway: (isNow) => {
      gateway = isNow;
    },
    calm: () => {
      quiet = true;
      relay.setDown(false);
    },
  };
}
