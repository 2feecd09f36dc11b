import { createStore, type StoreApi, useStore } from 'zustand';
import { useCallback } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { OperationState, OperationView } from '../../../../shared/domain/operation.ts';
import type { OperationId } from '../../../../shared/ids.ts';
import { type BridgeFunction, call, type Mutation, useMutation } from '../../../data/call.ts';
import { createReadModel } from '../../../data/read-model.ts';
import { type Listen, listenToCommits } from '../../../data/topics.ts';

/**
 * The subject of a write: `car:12`, `user:3`, `group:5`, `product:9`, `groups`, `users`. The screen of the subject
 * shows the state of the write.
 */
export type Subject = string;

/** A write of this window with its operation. */
interface Write {
  readonly about: readonly Subject[];
  readonly operation: OperationView;
}

/** The state for the screens. */
interface WritesState {
  /** Newest first. */
  readonly writes: readonly Write[];
  /** The number of confirmed changes of each subject; it only grows. */
  readonly confirmed: Readonly<Record<Subject, number>>;
}

/**
 * The writes since the app was started. The Queue lists all operations; these are the ones whose result a person awaits
 * here.
 */
interface Writes {
  readonly store: StoreApi<WritesState>;
  /** Notes a write that this laptop has accepted. It replaces the notes of settled writes. */
  readonly note: (operation: OperationView, about: readonly Subject[]) => void;
  readonly dismiss: (id: OperationId) => void;
  /** Removes confirmed and cancelled writes; a failed write stays until a person has handled it. */
  readonly dismissSettled: () => void;
}

/** Upper bound of operations read, newest first. Older ones are only in the Queue. */
const MOST_ROWS_READ = 100;

/** Whether the state is final. */
function isOver(state: OperationState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** Creates the store. It watches the queue until every write has a final state. */
export function createWrites({
  list,
  listen = listenToCommits,
}: {
  readonly list: BridgeFunction<{ which: 'all'; limit: number }, { operations: OperationView[] }>;
  readonly listen?: Listen;
}): Writes {
  const store = createStore<WritesState>(() => ({ writes: [], confirmed: {} }));
  const queue = createReadModel({
    read: () => call(list, { which: 'all', limit: MOST_ROWS_READ }),
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
        // Another profile has other cars and users.
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

/** Neither confirmed nor cancelled: the result is awaited, or a person has to act. */
const isOpen = ({ operation: { state } }: Write) => state !== 'done' && state !== 'cancelled';

function counted(confirmed: WritesState['confirmed'], through: readonly Write[]): WritesState['confirmed'] {
  const counts = { ...confirmed };
  for (const subject of through.flatMap(({ about }) => about)) counts[subject] = (counts[subject] ?? 0) + 1;
  return counts;
}

const writes = createWrites({ list: (input) => window.boxwright.queue.list(input) });

/** Removes a note; the operation itself stays in the Queue. */
export const dismissWrite = writes.dismiss;

/** Removes the notes of settled writes when the subject is left. */
export const dismissSettledWrites = writes.dismissSettled;

/** The writes of this window about a subject, newest first. */
export function useWritesAbout(subject: Subject): readonly Write[] {
  return useStore(
    writes.store,
    useShallow((state) => state.writes.filter(({ about }) => about.includes(subject))),
  );
}

/** The number of confirmed changes to a subject; when it grows, earlier reads are stale. */
export function useConfirmedAbout(subject: Subject): number {
  return useStore(writes.store, ({ confirmed }) => confirmed[subject] ?? 0);
}

/** A write whose operation is noted at its subjects once this laptop has accepted it. */
export function useWrite<Input>(
  ask: BridgeFunction<Input, OperationView>,
  about: readonly Subject[],
): Mutation<Input, OperationView> {
  const calling = useMutation(ask);
  const { run: send } = calling;
  const subjects = about.join(' ');
  const run = useCallback(
    async (input: Input) => {
      const answer = await send(input);
      if (answer.ok) writes.note(answer.value, subjects.split(' '));
      return answer;
    },
    [send, subjects],
  );
  return { ...calling, run };
}
