import { Button, ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconFileTypePdf, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMemo, useState, useEffect } from 'react';
import type { JobId } from '../../../shared/ids.ts';
import type { ExportManner } from '../../../shared/domain/supervision-export.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { useFormat } from '../../format/use-format.ts';
import { viewOfText, type BoardView, textOfJobs, useAskedView } from './board-view.ts';
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
import { KeysButton } from './KeysButton.tsx';
import { ReviewBar } from './review/ReviewBar.tsx';
import { ReviewSection, useJobReviews } from './review/ReviewSection.tsx';
import { keepPlace } from './table/table-rows.ts';
import { MannerQuestions, type SavedFile, SavingDialog } from './exports/SavingDialog.tsx';
import { Row, Text } from '../../components/layout.tsx';
import { useMay } from '../../data/status.ts';
import { call, useMutation } from '../../data/call.ts';
import { createReadModel, useReadModel } from '../../data/read-model.ts';
import { usePreferencesOrDefaults } from '../../data/laptop.ts';

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

/** The position of the job in its table, and the links to the previous and the next one. */
function Neighbours({
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
function useNeighbours(view: BoardView, job: JobId): JobNeighbours {
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

/** One job as a PDF: the personal and car data in it, the language, and the place of the file. */
function JobPdfDialog({ jobId, onClose }: { readonly jobId: JobId; readonly onClose: () => void }) {
  const text = useText();
  const preferences = usePreferencesOrDefaults();
  const [manner, setManner] = useState<ExportManner>({
    people: 'named',
    cars: 'full',
    language: preferences.language,
  });
  const [saved, setSaved] = useState<SavedFile | null>(null);
  const saveJob = useMutation(window.boxwright.exports.saveJob);

  const save = async () => {
    setSaved(null);
    const answer = await saveJob.run({ jobId, manner });
    if (answer.ok && answer.value.path !== null) setSaved({ path: answer.value.path });
  };
  return (
    <SavingDialog
      title={text('exports.job.title')}
      saving={saveJob}
      saved={saved}
      onSave={save}
      onClose={onClose}
    >
      <Text as="p" quiet>
        {text('exports.job.says')}
      </Text>
      <MannerQuestions manner={manner} withLanguage onChange={setManner} />
    </SavingDialog>
  );
}
