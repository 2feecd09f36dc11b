import { useCallback } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { OperationView } from '../../../../shared/domain/operation.ts';
import { type BridgeFunction, type Mutation, useMutation } from '../../../data/call.ts';
import { createWrites, type Subject, type Write } from './writes.ts';

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
