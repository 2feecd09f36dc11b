import { Button } from '@mantine/core';
import { useState } from 'react';
import { type JobReviews, verdictsIn } from '../../../../shared/domain/reviewing.ts';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { WHOLE_JOB } from '../../../../shared/relay/reviews.ts';
import { useMutation } from '../../../data/call.ts';
import { KeyHint } from '../../../components/KeyHint.tsx';
import { PrimaryAction } from '../../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useShortcuts } from '../../../navigation/use-shortcuts.ts';
import { ReworkDialog } from './ReworkDialog.tsx';
import classes from './Review.module.css';

/** The verdicts of a supervisor on a job in its state: approve it, ask for rework, take the last one back. */
export function ReviewBar({ job, reviews }: { readonly job: SupervisionJob; readonly reviews: JobReviews }) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const say = useMutation(window.boxwright.reviewing.review);
  const can = verdictsIn[reviews.state];
  const word = (verdict: 'approved' | 'reopened') =>
    void say.run({
      jobId: job.row.jobId,
      verdict,
      reason: null,
      comment: '',
      pin: WHOLE_JOB,
      basedOn: reviews.revision,
    });
  // One word at a time: the next one is based on what became of it.
  const ready = !say.busy && reviews.own.every(({ state }) => state !== 'waiting');
  useShortcuts(ready ? [[text('letter.rework'), () => setAsking(true)]] : []);
  return (
    <>
      {say.problem !== null && (
        <div className={classes['problem']}>
          <ProblemNotice problem={say.problem} />
        </div>
      )}
      <PrimaryAction
        label={text('installations.reviewing.approve')}
        hotkey={text('letter.approve')}
        busy={say.busy}
        disabled={!ready || !can.includes('approved')}
        onAct={() => word('approved')}
        hint={text(`installations.reviewing.${standing(job, reviews.state)}`)}
        back={
          <span className={classes['words']}>
            <Button
              size="lg"
              variant="default"
              disabled={!ready}
              rightSection={<KeyHint keys={text('letter.rework')} />}
              onClick={() => setAsking(true)}
            >
              {text('installations.reviewing.rework')}
            </Button>
            {can.includes('reopened') && (
              <Button size="lg" variant="subtle" disabled={!ready} onClick={() => word('reopened')}>
                {text('installations.reviewing.reopen')}
              </Button>
            )}
          </span>
        }
      />
      {asking && <ReworkDialog job={job} revision={reviews.revision} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The facts to know before a verdict. */
function standing({ row }: SupervisionJob, state: JobReviews['state']) {
  if (state === 'approved') return 'isApproved';
  if (row.finishedAt === null) return 'notFinished';
  return row.green ? 'isGreen' : 'notGreen';
}
