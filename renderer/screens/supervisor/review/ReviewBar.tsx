import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type JobReviews, verdictsIn, reasonsFor } from '../../../../shared/domain/reviewing.ts';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { WHOLE_JOB, type ReviewPin, reviewPin, reworkReason } from '../../../../shared/relay/reviews.ts';
import { stepsOf } from '../../../../shared/domain/job-steps.ts';
import { useMutation } from '../../../data/call.ts';
import { KeyHint } from '../../../components/KeyHint.tsx';
import { PrimaryAction } from '../../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useShortcuts } from '../../../navigation/use-shortcuts.ts';
import { useLocalText } from '../../../components/checklist/use-checklist-words.ts';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { Photo } from '../job/Photo.tsx';
import { Block, Row } from '../../../components/layout.tsx';

/** The verdicts that a job's state allows: approve it, ask for rework, withdraw the last verdict. */
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
  // One verdict at a time, because the next one is based on the result of the one before.
  const ready = !say.busy && reviews.own.every(({ state }) => state !== 'waiting');
  useShortcuts(ready ? [[text('letter.rework'), () => setAsking(true)]] : []);
  return (
    <>
      {say.problem !== null && (
        <Block below="1-half">
          <ProblemNotice problem={say.problem} />
        </Block>
      )}
      <PrimaryAction
        label={text('installations.reviewing.approve')}
        hotkey={text('letter.approve')}
        busy={say.busy}
        disabled={!ready || !can.includes('approved')}
        onAct={() => word('approved')}
        hint={text(`installations.reviewing.${adviceOf(job, reviews.state)}`)}
        back={
          <Row as="span" gap="1" wrap>
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
          </Row>
        }
      />
      {asking && <ReworkDialog job={job} revision={reviews.revision} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The advice before a verdict. */
function adviceOf({ row }: SupervisionJob, state: JobReviews['state']) {
  if (state === 'approved') return 'isApproved';
  if (row.finishedAt === null) return 'notFinished';
  return row.green ? 'isGreen' : 'notGreen';
}

/** Upper bound of a review's comment in characters. */
const LONGEST_COMMENT = 4000;

/** The rework request: comment, reason and place. The installer sees it at that place. */
function ReworkDialog({
  job,
  revision,
  onClose,
}: {
  readonly job: SupervisionJob;
  /** The revision of the newest review in view. A later one, which the dialog covers, is left for the relay to name. */
  readonly revision: number;
  readonly onClose: () => void;
}) {
  const text = useText();
  const pins = usePins(job);
  const say = useMutation(window.boxwright.reviewing.review);
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const [basedOn] = useState(revision);
  // By its content: answers and photos that arrive meanwhile move the others.
  const [place, setPlace] = useState(JSON.stringify(WHOLE_JOB));
  const pin = pins.find((one) => JSON.stringify(one.pin) === place)?.pin ?? WHOLE_JOB;
  const chosen = reworkReason.safeParse(reason);
  const send = async () => {
    if (!chosen.success) return;
    const answer = await say.run({
      jobId: job.row.jobId,
      verdict: 'rework',
      reason: chosen.data,
      comment: comment.trim(),
      pin,
      basedOn,
    });
    if (answer.ok) onClose();
  };
  return (
    <FormDialog
      title={text('installations.reviewing.reworkAsk')}
      size={620}
      act={text('installations.reviewing.reworkSend')}
      calling={say}
      ready={chosen.success && comment.trim() !== ''}
      onSubmit={send}
      onClose={onClose}
    >
      <NativeSelect
        data-autofocus
        label={text('installations.reviewing.reason')}
        value={reason}
        required
        withAsterisk={false}
        onChange={(event) => setReason(event.currentTarget.value)}
        data={[
          { value: '', label: text('installations.reviewing.chooseReason') },
          ...reasonsFor(job.row.kind).map((value) => ({ value, label: text(`reviewing.reason.${value}`) })),
        ]}
      />
      <NativeSelect
        label={text('installations.reviewing.place')}
        description={text('installations.reviewing.placeSays')}
        value={JSON.stringify(pin)}
        onChange={(event) => setPlace(event.currentTarget.value)}
        data={pins.map((one) => ({ value: JSON.stringify(one.pin), label: one.label }))}
      />
      {pin.at === 'photo' && <Photo digest={pin.digest} label={text('installations.job.photo')} />}
      <Textarea
        label={text('installations.reviewing.what')}
        description={text('installations.reviewing.whatSays')}
        value={comment}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={LONGEST_COMMENT}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** The places that a request can name: the whole job first, then its steps, the checklist's items, its photos. */
function usePins(job: SupervisionJob): readonly { readonly pin: ReviewPin; readonly label: string }[] {
  const text = useText();
  const localText = useLocalText();
  const items = job.checklist?.items ?? [];
  const photos = job.photos.filter(
    ({ kind, removedAt, original }) => kind === 'photo' && removedAt === null && original === null,
  );
  return [
    { pin: WHOLE_JOB, label: text('installations.reviewing.wholeJob') },
    ...stepsOf[job.row.kind].map((step) => ({
      pin: reviewPin.parse({ at: 'step', step }),
      label: text('installations.reviewing.pin.step', { step: text(`step.${step}`) }),
    })),
    ...items.map(({ item, asked, words }) => ({
      pin: reviewPin.parse({ at: 'item', item }),
      label: text('installations.reviewing.pin.item', {
        item: asked === null ? words : localText(asked.text),
      }),
    })),
    ...(job.checklist?.unanswered ?? []).map(({ id, text: asked }) => ({
      pin: reviewPin.parse({ at: 'item', item: id }),
      label: text('installations.reviewing.pin.unanswered', { item: localText(asked) }),
    })),
    ...photos.map(({ digest, item, words }, index) => ({
      pin: reviewPin.parse({ at: 'photo', digest, item }),
      label: text('installations.reviewing.pin.photo', {
        number: index + 1,
        words: words ?? text('installations.job.photo'),
      }),
    })),
  ];
}
