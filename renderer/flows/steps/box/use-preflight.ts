import { useEffect, useMemo, useState } from 'react';
import { looksLikeSerial } from '../../../../shared/domain/serial.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { CallOutput } from '../../../../shared/ipc/contract.ts';
import type { BridgeFunction } from '../../../data/call.ts';
import { useQuery } from '../../../data/lookup.ts';
import { listenToCommits } from '../../../data/topics.ts';

interface Question {
  readonly jobId: JobId;
  readonly serialNumber: string;
  /** Commits of the job heard so far: each may have brought facts about the Box. */
  readonly commits: number;
}

/** Asks what can be said about a serial; what cannot be one is not asked about. */
const ask: BridgeFunction<Question, CallOutput<'jobs.preflight'>> = ({ jobId, serialNumber }) =>
  looksLikeSerial(serialNumber)
    ? window.boxwright.jobs.preflight({ jobId, serialNumber })
    : Promise.resolve({ ok: true, value: { checks: [], variant: null, product: null, near: [] } });

/** The pre-flight of a serial, asked again when something new about it was read from the operator. */
export function usePreflight(jobId: JobId, serialNumber: string) {
  const [commits, setCommits] = useState(0);
  useEffect(
    () =>
      listenToCommits((topics) => {
        if (topics.includes(`job:${jobId}`)) setCommits((count) => count + 1);
      }),
    [jobId],
  );
  return useQuery(
    ask,
    useMemo(() => ({ jobId, serialNumber, commits }), [jobId, serialNumber, commits]),
  );
}
