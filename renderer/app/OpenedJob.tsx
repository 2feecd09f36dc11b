import { lazy, Suspense, useState } from 'react';
import type { OpenedFile } from '../../shared/ipc/calls/hand-over.ts';
import { call } from '../data/call.ts';
import { useQuery } from '../data/lookup.ts';

// Taking a job over is rare: its dialog comes when it is wanted.
const TakeJob = lazy(async () => ({ default: (await import('../screens/home/TakeJob.tsx')).TakeJob }));
const nothing = {};
const topics = ['opened-file'] as const;

/** A hand-over file that was opened with the app leads to the take-over, on whichever screen the person is. */
export function OpenedJob() {
  const waiting = useQuery(window.boxwright.handover.opened, nothing, topics).value;
  const [shown, setShown] = useState<OpenedFile | null>(null);
  // Kept while the dialog fades out.
  if (waiting !== null && waiting !== shown) setShown(waiting);
  if (shown === null) return null;
  return (
    <Suspense>
      <TakeJob
        key={shown.number}
        given={shown}
        opened={waiting !== null}
        onClose={() => void call(window.boxwright.handover.setAside, nothing)}
      />
    </Suspense>
  );
}
