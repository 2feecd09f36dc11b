import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import type { JobId } from '../../../../shared/ids.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../data/call.ts';
import { createReadModel, useReadModel } from '../../../data/read-model.ts';
import { type BoardView, textOfJobs } from '../board-view.ts';
import { keepPlace } from '../table/last-place.ts';
import { useAskedView } from '../use-asked-view.ts';
import { Row } from '../../../components/layout.tsx';

/** The position of the job in its table, and the links to the previous and the next one. */
export function Neighbours({
  previous,
  next,
  place,
  of,
  onGo,
}: JobNeighbours & { readonly onGo: (job: JobId | null) => void }) {
  const text = useText();
  const format = useFormat();
  const ways = [
    { to: previous, says: text('installations.job.previous'), key: 'K', icon: IconChevronUp },
    { to: next, says: text('installations.job.next'), key: 'J', icon: IconChevronDown },
  ];
  return (
    <Row gap="1" align="center" quiet tabular size="small" line="inherit">
      {place !== null && (
        <span>{text('installations.job.place', { place: format.number(place), of: format.number(of) })}</span>
      )}
      {ways.map(({ to, says, key, icon: Picture }) => (
        <ActionIcon
          key={key}
          variant="default"
          size={44}
          disabled={to === null}
          aria-label={says}
          title={`${says} (${key})`}
          onClick={() => onGo(to)}
        >
          <Picture size={20} aria-hidden />
        </ActionIcon>
      ))}
    </Row>
  );
}

/** Upper bound of jobs that the arrows step through. */
const MOST = 10_000;

/** The position of a job in the table from which it was opened. */
interface JobNeighbours {
  readonly previous: JobId | null;
  readonly next: JobId | null;
  /** Counted from 1; null where the job is not in the table. */
  readonly place: number | null;
  readonly of: number;
}

/**
 * The previous and the next job, in the table's order at the moment when the first job was opened. A job that leaves
 * the table, because it was approved, does not change that order.
 */
export function useNeighbours(view: BoardView, job: JobId): JobNeighbours {
  const asked = useAskedView(view);
  const model = useMemo(
    () =>
      createReadModel({
        read: () => call(window.boxwright.supervision.ids, { ...asked, limit: MOST }),
        concerns: (topic) => topic === 'profile',
      }),
    [asked],
  );
  const jobs = useReadModel(model).value?.jobs ?? [];
  const index = jobs.indexOf(job);
  useEffect(() => {
    if (index >= 0) keepPlace(textOfJobs(view), index);
  }, [view, index]);
  return {
    previous: index < 0 ? null : (jobs[index - 1] ?? null),
    next: index < 0 ? null : (jobs[index + 1] ?? null),
    place: index < 0 ? null : index + 1,
    of: jobs.length,
  };
}
