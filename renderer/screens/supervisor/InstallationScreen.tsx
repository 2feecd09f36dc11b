import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileTypePdf } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { JobId } from '../../../shared/ids.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { viewOfText } from './board-view.ts';
import { hashOf, replaceRoute } from '../../navigation/route.ts';
import { carTitle } from '../../components/CarLine.tsx';
import type { KeyHelp } from '../../components/KeyHint.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';
import { useQuery } from '../../data/lookup.ts';
import { supervisionTopics } from '../../data/supervision.ts';
import { JobFacts } from './job/JobFacts.tsx';
import { JobParts } from './job/JobParts.tsx';
import { Neighbours, useNeighbours } from './job/Neighbours.tsx';
import { JobPdfDialog } from './exports/JobPdfDialog.tsx';
import { KeysButton } from './KeysButton.tsx';
import { ReviewBar } from './review/ReviewBar.tsx';
import { ReviewSection, useJobReviews } from './review/ReviewSection.tsx';
import { Row } from '../../components/layout.tsx';
import { useMay } from '../../data/status.ts';

/** One job in full: its events, its evidence, its risks. */
export function InstallationScreen({
  jobId,
  view: viewText,
}: {
  readonly jobId: JobId;
  /** The view of the table from which the job was opened, as the text in the URL. */
  readonly view: string;
}) {
  const text = useText();
  const view = useMemo(() => viewOfText(viewText), [viewText]);
  const question = useMemo(() => ({ jobId }), [jobId]);
  const { value, answers, problem, refetch } = useQuery(
    window.boxwright.supervision.job,
    question,
    supervisionTopics,
  );
  const job = answers?.jobId === jobId ? value : null;
  const reviews = useJobReviews(jobId);
  const neighbours = useNeighbours(view, jobId);
  const go = (to: JobId | null) => {
    if (to !== null) replaceRoute({ screen: 'installation', jobId: to, view: viewText });
  };
  const [onPaper, setOnPaper] = useState(false);
  const back = { screen: 'installations', part: 'table', view: viewText } as const;
  useShortcuts([
    ['J', () => go(neighbours.next)],
    ['K', () => go(neighbours.previous)],
  ]);
  const may = useMay();
  const keys: readonly KeyHelp[] = [
    ['J', text('installations.job.next')],
    ['K', text('installations.job.previous')],
    ...(may('reviewing.review')
      ? ([
          [text('letter.approve'), text('installations.key.approveThis')],
          [text('letter.rework'), text('installations.key.rework')],
        ] as const)
      : []),
    ['← →', text('installations.key.photos')],
  ];
  const title =
    job === null
      ? text(problem === null ? 'common.loading' : 'installations.title')
      : carTitle({
          name: job.row.carName ?? text('installations.noCar'),
          brand: job.row.brand,
          model: job.row.model,
          licensePlate: job.row.plate,
        });
  return (
    <PageLayout
      ofCustomer
      rail={
        <>
          <NavigationRail />
          <Button
            component="a"
            href={hashOf(back)}
            variant="subtle"
            fullWidth
            justify="flex-start"
            mt={16}
            leftSection={<IconArrowLeft size={18} aria-hidden />}
          >
            {text('installations.job.back')}
          </Button>
        </>
      }
      title={title}
      lead={
        job !== null &&
        text('installations.job.lead', {
          kind: text(`installations.kind.${job.row.kind}`),
          installer: job.row.installer,
          at: job.row.startedAt,
        })
      }
      titleAside={
        <Row gap="1" align="center" quiet tabular size="small" line="inherit">
          {job !== null && (
            <Button
              variant="default"
              leftSection={<IconFileTypePdf size={18} stroke={2} aria-hidden />}
              onClick={() => setOnPaper(true)}
            >
              {text('exports.job.open')}
            </Button>
          )}
          <KeysButton keys={keys} />
          <Neighbours {...neighbours} onGo={go} />
        </Row>
      }
      action={
        job !== null &&
        reviews !== null &&
        may('reviewing.review') && <ReviewBar key={jobId} job={job} reviews={reviews} />
      }
      known={job === null ? problem === null && <RowsSkeleton rows={2} /> : <JobFacts job={job} />}
    >
      {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
      {onPaper && <JobPdfDialog jobId={jobId} onClose={() => setOnPaper(false)} />}
      {job === null ? (
        problem === null && <RowsSkeleton rows={5} />
      ) : (
        <JobParts
          key={jobId}
          job={job}
          review={reviews !== null && <ReviewSection job={job} reviews={reviews} />}
        />
      )}
    </PageLayout>
  );
}
