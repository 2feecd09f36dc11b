import { createStore, type StoreApi } from 'zustand';
import type { OperationState, OperationView } from '../../../../shared/domain/operation.ts';
import type { OperationId } from '../../../../shared/ids.ts';
import { type BridgeFunction, call } from '../../../data/call.ts';
import { createReadModel } from '../../../data/read-model.ts';
import { type Listen, listenToCommits } from '../../../data/topics.ts';

/** The subject of a write: `car:12`, `user:3`, `group:5`, `product:9`, `groups`, `users`. Its screen shows its state. */
export type Subject = string;

/** A change asked for here, and how it stands. */
export interface Write {
  readonly about: readonly Subject[];
  readonly operation: OperationView;
}

/** The view for the screens. */
export interface WritesState {
  /** Newest first. */
  readonly writes: readonly Write[];
  /** How often something about a subject has been confirmed; only grows. */
  readonly confirmed: Readonly<Record<Subject, number>>;
}

/** The changes asked for since the app was opened. The Queue has them all; these are those a person waits for. */
export interface Writes {
  readonly store: StoreApi<WritesState>;
  /** A write was accepted by this laptop. It takes the place of those that are settled. */
  readonly note: (operation: OperationView, about: readonly Subject[]) => void;
  readonly dismiss: (id: OperationId) => void;
  /** Removes all that are confirmed or given up; a failure stays until a person has dealt with it. */
  readonly dismissSettled: () => void;
}

/** Operations looked through: the newest. Older ones stand in the Queue. */
const LOOKED_AT = 100;

/** States an operation does not leave any more. */
export function isOver(state: OperationState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** Follows writes through the queue for as long as one of them is not over. */
export function createWrites({
  list,
  listen = listenToCommits,
}: {
  readonly list: BridgeFunction<{ which: 'all'; limit: number }, { operations: OperationView[] }>;
  readonly listen?: Listen;
}): Writes {
  const store = createStore<WritesState>(() => ({ writes: [], confirmed: {} }));
  const queue = createReadModel({
    read: () => call(list, { which: 'all', limit: LOOKED_AT }),
    concerns: (topic) => topic === 'queue',
    listen,
  });
  let stop: (() => void) | null = null;

  const follow = () => {
    const open = store.getState().writes.some(({ operation }) => !isOver(operation.state));
    if (open && stop === null) stop = queue.watch();
    if (open || stop === null) return;
    stop();
    stop = null;
  };
  queue.store.subscribe(({ value }) => {
    if (value === null) return;
    const now = new Map(value.operations.map((operation) => [operation.id, operation]));
    store.setState(({ writes, confirmed }) => {
      const fresh = writes.map((write) => ({
        ...write,
        operation: now.get(write.operation.id) ?? write.operation,
      }));
      const through = fresh.filter(
        ({ operation }, index) => operation.state === 'done' && writes[index]?.operation.state !== 'done',
      );
      return { writes: fresh, confirmed: counted(confirmed, through) };
    });
    follow();
  });
  let profileHeard = false;

  return {
    store,
    note: (operation, about) => {
      if (!profileHeard) {
        profileHeard = true;
        // Another profile: its cars and users are others.
        listen((topics) => {
          if (!topics.includes('profile')) return;
          store.setState({ writes: [] });
          follow();
        });
      }
      store.setState(({ writes }) => ({ writes: [{ about, operation }, ...writes.filter(isOpen)] }));
      follow();
    },
    dismiss: (id) => {
      store.setState(({ writes }) => ({ writes: writes.filter(({ operation }) => operation.id !== id) }));
      follow();
    },
    dismissSettled: () => {
      store.setState(({ writes }) => ({ writes: writes.filter(isOpen) }));
    },
  };
}

/** Neither confirmed nor given up: it is awaited, or a person has to deal with it. */
const isOpen = ({ operation: { state } }: Write) => state !== 'done' && state !== 'cancelled';

function counted(confirmed: WritesState['confirmed'], through: readonly Write[]): WritesState['confirmed'] {
  const counts = { ...confirmed };
  for (const subject of through.flatMap(({ about }) => about)) counts[subject] = (counts[subject] ?? 0) + 1;
  return counts;
}
