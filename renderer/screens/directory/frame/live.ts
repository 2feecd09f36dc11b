import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../../shared/problem.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import type { Instant } from '../../../../shared/time.ts';
import { type BridgeFunction, call } from '../../../data/call.ts';
import { createReadModel, useReadModel } from '../../../data/read-model.ts';
import { useStatus } from '../../../data/status.ts';

type BroughtNothing = { state: 'not-offered' } | { state: 'stopped' } | { state: 'failed'; problem: Problem };

/** The answer of the main process when a list is read from the operator. */
export type LiveAnswer<Row> = { state: 'read'; rows: Row[]; at: Instant } | BroughtNothing;

/** The answer of the main process when a single object is read from the operator. */
type LiveOneAnswer<Value> = { state: 'read'; value: Value; at: Instant } | BroughtNothing;

/** A list that is read from the operator on demand. */
export interface Live<Row> {
  readonly state: 'reading' | 'read' | 'not-offered' | 'stopped' | 'failed';
  /** The last received rows, kept while a later read fails; null before the first answer. */
  readonly rows: readonly Row[] | null;
  readonly at: Instant | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
  /** The id of the read under way; null = none. */
  readonly reading: string | null;
  readonly refetch: () => void;
}

interface Known<Row> {
  readonly state: 'read' | 'not-offered' | 'stopped' | 'failed';
  readonly rows: readonly Row[] | null;
  readonly at: Instant | null;
  readonly problem: Problem | null;
}

let readings = 0;

/** An id that is unique among the reads of this window. */
function nextReading(): string {
  readings += 1;
  return `${performance.timeOrigin}-${readings}`;
}

/**
 * Reads on the first render, when `confirmed` grows (an operation on it was confirmed), when the connection returns
 * after a failure, and on request. Only the `input` of the first render counts, so the component needs a key.
 */
export function useLive<Input, Row>(
  ask: BridgeFunction<Input & { readonly reading: string }, LiveAnswer<Row>>,
  input: Input,
  confirmed: number,
): Live<Row> {
  return useReading((reading) => call(ask, { ...input, reading }), confirmed);
}

/** One object, read as `useLive` reads a list; `rows` holds this object alone. */
export function useLiveOne<Input, Value>(
  ask: BridgeFunction<Input & { readonly reading: string }, LiveOneAnswer<Value>>,
  input: Input,
  confirmed: number,
): Live<Value> {
  return useReading(async (reading) => {
    const answer = await call(ask, { ...input, reading });
    return answer.ok ? ok(asList(answer.value)) : answer;
  }, confirmed);
}

function asList<Value>(answer: LiveOneAnswer<Value>): LiveAnswer<Value> {
  return answer.state === 'read' ? { state: 'read', rows: [answer.value], at: answer.at } : answer;
}

function useReading<Row>(
  ask: (reading: string) => Promise<Result<LiveAnswer<Row>, Problem>>,
  confirmed: number,
): Live<Row> {
  const [reading, setReading] = useState<string | null>(null);
  const [model] = useState(() => {
    let before: Known<Row> | null = null;
    return createReadModel<Known<Row>>({
      read: async () => {
        const name = nextReading();
        setReading(name);
        const answer = await ask(name);
        setReading(null);
        if (!answer.ok) return answer;
        before = known(answer.value, before);
        return { ok: true, value: before };
      },
      concerns: (topic) => topic === 'profile',
    });
  });
  const { value, problem } = useReadModel(model);
  const [busy, setBusy] = useState(false);
  const refetch = useCallback(async () => {
    setBusy(true);
    await model.refresh();
    setBusy(false);
  }, [model]);

  // A closed view stops its read, so that the next one can begin; stopping a finished read has no effect.
  useEffect(
    () => () => {
      if (reading !== null) stopReading(reading);
    },
    [reading],
  );

  const seen = useRef(confirmed);
  useEffect(() => {
    if (seen.current === confirmed) return;
    seen.current = confirmed;
    void refetch();
  }, [confirmed, refetch]);

  const online = useStatus().value?.connection.state === 'online';
  const wasOnline = useRef(online);
  const failed = value?.state === 'failed';
  useEffect(() => {
    if (online && !wasOnline.current && failed) void refetch();
    wasOnline.current = online;
  }, [online, failed, refetch]);

  return {
    state: problem !== null ? 'failed' : (value?.state ?? 'reading'),
    rows: value?.rows ?? null,
    at: value?.at ?? null,
    problem: problem ?? value?.problem ?? null,
    busy,
    reading,
    refetch: () => void refetch(),
  };
}

/** Stops a read; its call answers `stopped`. */
export function stopReading(reading: string): void {
  void call(window.boxwright.directory.stopReading, { reading });
}

function known<Row>(answer: LiveAnswer<Row>, before: Known<Row> | null): Known<Row> {
  switch (answer.state) {
    case 'read':
      return { state: 'read', rows: answer.rows, at: answer.at, problem: null };
    case 'not-offered':
      return { state: 'not-offered', rows: null, at: null, problem: null };
    case 'stopped':
      return { state: 'stopped', rows: before?.rows ?? null, at: before?.at ?? null, problem: null };
    case 'failed':
      return { state: 'failed', rows: before?.rows ?? null, at: before?.at ?? null, problem: answer.problem };
  }
}
