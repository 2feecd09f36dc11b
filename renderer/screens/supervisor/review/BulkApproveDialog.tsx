import { Button, Group, Modal, Progress } from '@mantine/core';
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { CustomerName } from '../../../components/customers.tsx';
import type { JobId } from '../../../../shared/ids.ts';
import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import { type ApprovalOutcome, MOST_APPROVED_AT_ONCE } from '../../../../shared/ipc/calls/supervision.ts';
import { neverReached } from '../../../../shared/never.ts';
import { hashOf } from '../../../navigation/route.ts';
import { useMutation } from '../../../data/call.ts';
import { Plate } from '../../../components/CarLine.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText, useProblemText } from '../../../i18n/use-text.ts';
import { sortedForApproval, type NotApproved } from './sorted-for-approval.ts';
import { Block, Grid, Row, Text } from '../../../components/layout.tsx';
import classes from './Review.module.css';

/** Upper bound of rows that are listed; more are counted. */
const MOST_LISTED = 100;

/** Shows the jobs of the selection that will be approved, and the others with the reason; afterwards the result. */
export function BulkApproveDialog({
  rows,
  onClose,
  onDone,
}: {
  readonly rows: readonly SupervisionRow[];
  readonly onClose: () => void;
  /** Called after the approval; clears the selection. */
  readonly onDone: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const { run, outcomes, problem } = useApproval();
  const blockerText = useBlockerText();
  const { green, others } = sortedForApproval(rows);
  const WillIcon = green.length > 0 ? IconCircleCheck : IconCircleMinus;
  const close = outcomes === null ? onClose : onDone;
  const done = outcomes?.filter(({ kind }) => kind === 'written').length ?? 0;
  const left = (outcomes ?? []).filter((outcome) => outcome.kind !== 'written');
  const rowOf = (outcome: Outcome) => rows.find(({ jobId }) => jobId === outcome.jobId);
  return (
    <Modal opened onClose={close} title={text('installations.bulk.title')} size={720}>
      <div>
        <CustomerName />
        {outcomes === null ? (
          <>
            <Row as="p" gap="1" align="center" weight="strong">
              <WillIcon data-tone={green.length > 0 ? 'done' : 'quiet'} size={20} stroke={2} aria-hidden />
              {text(green.length > 0 ? 'installations.bulk.will' : 'installations.bulk.willNone', {
                count: green.length,
                jobs: format.number(green.length),
              })}
            </Row>
            {others.length > 0 && (
              <>
                {green.length > 0 && (
                  <Row as="p" gap="1" align="center" weight="strong">
                    <IconCircleMinus data-tone="quiet" size={20} stroke={2} aria-hidden />
                    {text('installations.bulk.willNot', {
                      count: others.length,
                      jobs: format.number(others.length),
                    })}
                  </Row>
                )}
                <Listed
                  lines={others.map(({ row, why }) => ({ row, why: blockerText.expected(row, why) }))}
                />
              </>
            )}
          </>
        ) : (
          <>
            <Row as="p" gap="1" align="center" weight="strong" role="status">
              <IconCircleCheck data-tone="done" size={20} stroke={2} aria-hidden />
              {text('installations.bulk.done', { count: done, jobs: format.number(done) })}
            </Row>
            <Listed
              lines={left.flatMap((outcome) => {
                const row = rowOf(outcome);
                return row === undefined ? [] : [{ row, why: blockerText.found(outcome) }];
              })}
            />
          </>
        )}
        {problem !== null && <ProblemNotice problem={problem} />}
        {run.progress !== null && <ApprovalProgress {...run.progress} />}
        <Group justify="flex-end" gap={8} className={classes['acts'] ?? ''}>
          {run.progress === null ? (
            <Button variant="default" onClick={close}>
              {text(outcomes === null ? 'common.cancel' : 'common.close')}
            </Button>
          ) : (
            <Button variant="default" onClick={run.stop}>
              {text('installations.bulk.stop')}
            </Button>
          )}
          {outcomes === null && green.length > 0 && (
            <Button data-autofocus loading={run.progress !== null} onClick={() => void run.start(green)}>
              {text('installations.bulk.yes', { count: green.length, jobs: format.number(green.length) })}
            </Button>
          )}
        </Group>
      </div>
    </Modal>
  );
}

/** A job that was not reached: the approval was stopped, or a call was refused. */
type Outcome = ApprovalOutcome | { readonly kind: 'not-reached'; readonly jobId: JobId };

/** The approval in calls of a few jobs each, so that main answers other calls in between. */
function useApproval() {
  const { run, problem } = useMutation(window.boxwright.reviewing.approveMany);
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
  };
  // A dialog that is closed goes no further.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const start = async (green: readonly SupervisionRow[]) => {
    const jobs = green.map(({ jobId, review }) => ({ jobId, basedOn: review.revision }));
    const found: ApprovalOutcome[] = [];
    isStopped.current = false;
    while (found.length < jobs.length && !isStopped.current) {
      setProgress({ done: found.length, of: jobs.length });
      const answer = await run({ jobs: jobs.slice(found.length, found.length + MOST_APPROVED_AT_ONCE) });
      if (!answer.ok) break;
      found.push(...answer.value.outcomes);
    }
    setProgress(null);
    if (found.length === 0) return;
    const rest = jobs.slice(found.length).map(({ jobId }) => ({ kind: 'not-reached', jobId }) as const);
    setOutcomes([...found, ...rest]);
  };
  return { run: { start, stop, progress }, outcomes, problem };
}

function ApprovalProgress({ done, of }: { readonly done: number; readonly of: number }) {
  const text = useText();
  const format = useFormat();
  const word = text('installations.bulk.progress', { done: format.number(done), of: format.number(of) });
  return (
    <Text as="div" tabular className={classes['progress']}>
      <p>{word}</p>
      <Progress value={(100 * done) / of} aria-label={word} />
    </Text>
  );
}

function Listed({
  lines,
}: {
  readonly lines: readonly { readonly row: SupervisionRow; readonly why: string }[];
}) {
  const text = useText();
  if (lines.length === 0) return null;
  return (
    <Block
      as="ul"
      plain
      className={classes['lines']}
      tabIndex={0}
      aria-label={text('installations.bulk.list')}
    >
      {lines.slice(0, MOST_LISTED).map(({ row, why }) => (
        <Grid as="li" key={row.jobId} gap="1-half" align="center" size="lead" line="inherit">
          <Row
            as="a"
            align="center"
            lit
            tone="accent"
            href={hashOf({ screen: 'installation', jobId: row.jobId, view: '' })}
          >
            <Plate plate={row.plate} name={row.carName ?? text('installations.noCar')} />
          </Row>
          <span>{why}</span>
        </Grid>
      ))}
      {lines.length > MOST_LISTED && (
        <Grid as="li" gap="1-half" align="center" size="lead" line="inherit">
          {text('installations.bulk.more', { count: lines.length - MOST_LISTED })}
        </Grid>
      )}
    </Block>
  );
}

/** Checks with a translated text; a newer version may report others. */
const namedChecks = [
  'car',
  'box',
  'box-checked',
  'finished',
  'confirmed',
  'access-removed',
  'nothing-forced',
  'checklist',
  'access-proven',
] as const;

/** The reason why a job is not approved: `expected` before the approval, `found` from its result. */
function useBlockerText() {
  const text = useText();
  const problemText = useProblemText();
  const checksOf = (checks: readonly string[]) => {
    const known = namedChecks.filter((name) => checks.includes(name));
    if (known.length === 0) return text('installations.bulk.why.risk');
    return known.map((name) => text(`installations.bulk.check.${name}`)).join(', ');
  };
  return {
    expected: ({ risk }: SupervisionRow, why: NotApproved) =>
      why === 'risk'
        ? text('installations.bulk.riskOf', { why: text('installations.bulk.why.risk'), risk })
        : text(`installations.bulk.why.${why}`),
    found: (outcome: Outcome): string => {
      switch (outcome.kind) {
        case 'written':
          return text('installations.reviewing.verdict.approved');
        case 'not-green':
          return checksOf(outcome.checks);
        case 'approved-already':
          return text('installations.bulk.why.approved-already');
        case 'sent-back':
          return text('installations.bulk.why.rework');
        case 'not-reached':
          return text('installations.bulk.why.not-reached');
        case 'failed':
          return problemText(outcome.problem).says;
        default:
          return neverReached(outcome);
      }
    },
  };
}
