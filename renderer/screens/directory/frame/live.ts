import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../../shared/problem.ts';
import type { Instant } from '../../../../shared/time.ts';
import { type BridgeFunction, call } from '../../../bridge/call.ts';
import { createReadModel, useReadModel } from '../../../stores/read-model.ts';
import { useStatus } from '../../../stores/status.ts';

/** What the main process answers when a list is read from the operator. */
export type LiveAnswer<Row> =
  | { state: 'read'; rows: Row[]; at: Instant }
  | { state: 'not-offered' }
  | { state: 'failed'; problem: Problem };

/** A list read from the operator because somebody looks. */
export interface Live<Row> {
  readonly state: 'reading' | 'read' | 'not-offered' | 'failed';
  /** The last rows that came, also while a later reading fails; null before the first. */
  readonly rows: readonly Row[] | null;
  readonly at: Instant | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
  readonly again: () => void;
}

interface Known<Row> {
  readonly state: 'read' | 'not-offered' | 'failed';
  readonly rows: readonly Row[] | null;
  readonly at: Instant | null;
  readonly problem: Problem | null;
}

/**
 * Reads when it is first shown, when `confirmed` grows (a change about it has come through), when the connection comes
 * back after a failure, and when somebody asks again. `input` is that of the first time: give the component a key.
 */
export function useLive<Input, Row>(
  ask: BridgeFunction<Input, LiveAnswer<Row>>,
  input: Input,
  confirmed: number,
): Live<Row> {
  const [model] = useState(() => {
    let before: Known<Row> | null = null;
    return createReadModel<Known<Row>>({
      read: async () => {
        const answer = await call(ask, input);
        if (!answer.ok) return answer;
        before = known(answer.value, before);
        return { ok: true, value: before };
      },
      concerns: (topic) => topic === 'profile',
    });
  });
  const { value, problem } = useReadModel(model);
  const [busy, setBusy] = useState(false);
  const again = useCallback(async () => {
    setBusy(true);
    await model.refresh();
    setBusy(false);
  }, [model]);

  const seen = useRef(confirmed);
  useEffect(() => {
    if (seen.current === confirmed) return;
    seen.current = confirmed;
    void again();
  }, [confirmed, again]);

  const online = useStatus().value?.connection.state === 'online';
  const wasOnline = useRef(online);
  const failed = value?.state === 'failed';
  useEffect(() => {
    if (online && !wasOnline.current && failed) void again();
    wasOnline.current = online;
  }, [online, failed, again]);

  return {
    state: problem !== null ? 'failed' : (value?.state ?? 'reading'),
    rows: value?.rows ?? null,
    at: value?.at ?? null,
    problem: problem ?? value?.problem ?? null,
    busy,
    again: () => void again(),
  };
}

function known<Row>(answer: LiveAnswer<Row>, before: Known<Row> | null): Known<Row> {
  switch (answer.state) {
    case 'read':
      return { state: 'read', rows: answer.rows, at: answer.at, problem: null };
    case 'not-offered':
      return { state: 'not-offered', rows: null, at: null, problem: null };
    case 'failed':
      return { state: 'failed', rows: before?.rows ?? null, at: before?.at ?? null, problem: answer.problem };
  }
}
