import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type OutgoingReview, speakerOf } from '../../../../shared/domain/reviewing.ts';
import { neverReached } from '../../../../shared/never.ts';
import { useMutation } from '../../../data/call.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import classes from './Review.module.css';
import { May } from '../../../components/May.tsx';

/** A review of this laptop that has not arrived: on its way, overtaken by another one, or refused. */
export function OwnReview({ own }: { readonly own: OutgoingReview }) {
  const text = useText();
  const away = useMutation(window.boxwright.reviewing.putAway);
  const again = useMutation(window.boxwright.reviewing.sendAgain);
  const verdict = text(`installations.reviewing.verdict.${own.verdict}`);
  const putAway = (
    <May ask="reviewing.putAway">
      <Button variant="default" loading={away.busy} onClick={() => void away.run({ id: own.id })}>
        {text('installations.reviewing.seen')}
      </Button>
    </May>
  );
  switch (own.state) {
    case 'waiting':
    case 'arrived':
      return (
        <p className={classes['waiting']} role="status">
          {text('installations.reviewing.waiting', { verdict })}
        </p>
      );
    case 'stale': {
      const { current } = own;
      return (
        <div className={classes['stale']} role="alert">
          <p className={classes['sign']}>
            <IconAlertTriangle size={20} stroke={1.9} aria-hidden />
            <strong>
              {current === null
                ? text('installations.reviewing.staleUnknown', { verdict })
                : text('installations.reviewing.stale', {
                    verdict,
                    name: speakerOf(current),
                    other: text(`installations.reviewing.verdict.${current.verdict}`),
                    at: current.at,
                  })}
            </strong>
          </p>
          {current !== null && current.comment !== '' && (
            <p className={classes['comment']}>{current.comment}</p>
          )}
          {own.comment !== '' && (
            <p className={classes['quiet']}>
              {text('installations.reviewing.yours', { comment: own.comment })}
            </p>
          )}
          <p>{text('installations.reviewing.staleNext')}</p>
          {putAway}
        </div>
      );
    }
    case 'refused':
      return own.problem === null ? null : (
        <ProblemNotice problem={own.problem}>
          <May ask="reviewing.sendAgain">
            <Button loading={again.busy} onClick={() => void again.run({ id: own.id })}>
              {text('installations.reviewing.again')}
            </Button>
          </May>
          {putAway}
        </ProblemNotice>
      );
    default:
      return neverReached(own.state);
  }
}
