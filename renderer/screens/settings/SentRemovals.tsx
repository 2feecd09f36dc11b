import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SentRemoval } from '../../../shared/domain/removal.ts';
import { useMutation } from '../../data/call.ts';
import { Card } from '../../components/Section.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './RemovalSettings.module.css';
import { May } from '../../components/May.tsx';

/** Removals that this laptop ordered elsewhere too: what each names, and taking it back. */
export function SentRemovals({ sent }: { readonly sent: readonly SentRemoval[] }) {
  const text = useText();
  if (sent.length === 0) return null;
  return (
    <div className={classes['received']}>
      <Card>
        <div className={classes['found']}>
          <section>
            <h3>{text('removal.sent.title')}</h3>
            <p>{text('removal.sent.says')}</p>
          </section>
          {sent.map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </div>
      </Card>
    </div>
  );
}

function Order({ order: { id, at, reason, named, withdrawnAt } }: { readonly order: SentRemoval }) {
  const text = useText();
  const format = useFormat();
  const withdraw = useMutation(window.boxwright.removal.withdraw);
  const [asking, setAsking] = useState(false);
  return (
    <section className={classes['order']} aria-label={text('removal.sent.title')}>
      <h4>{text('removal.sent.at', { at: format.dateTime(at) })}</h4>
      <ul>
        <li>{text('removal.received.reason', { reason })}</li>
        <li>
          {text('removal.sent.named', {
            jobs: format.number(named.jobs),
            photos: format.number(named.photos),
            reviews: format.number(named.reviews),
            plans: format.number(named.plans),
          })}
        </li>
      </ul>
      <p role="status">
        {withdrawnAt === null
          ? text('removal.sent.stands')
          : text('removal.received.withdrawn', { at: format.dateTime(withdrawnAt) })}
      </p>
      {withdrawnAt === null && (
        <May ask="removal.withdraw">
          <div className={classes['decide']}>
            <Button variant="default" disabled={withdraw.busy} onClick={() => setAsking(true)}>
              {text('removal.sent.withdraw')}
            </Button>
          </div>
        </May>
      )}
      <Confirmation
        open={asking}
        title={text('removal.sent.askTitle')}
        about={reason}
        says={[text('removal.sent.asks')]}
        yes={text('removal.sent.yes')}
        no={text('removal.sent.no')}
        calling={withdraw}
        onYes={() => withdraw.run({ id })}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
