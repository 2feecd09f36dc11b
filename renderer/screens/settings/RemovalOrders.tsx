import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReceivedRemoval, SentRemoval } from '../../../shared/domain/removal.ts';
import { useMutation } from '../../data/call.ts';
import { Card } from '../../components/Section.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { May } from '../../components/May.tsx';
import { Block, Grid, Row } from '../../components/layout.tsx';
import classes from './RemovalSettings.module.css';

/* Removal orders in Settings: those received and those sent. */

/** Orders of other laptops to remove personal data here: the data, the effective time, and the person's decision. */
export function ReceivedRemovals({
  received,
  busy,
}: {
  readonly received: readonly ReceivedRemoval[];
  readonly busy: boolean;
}) {
  const text = useText();
  if (received.length === 0) return null;
  return (
    <Block above="2" className={classes['received']}>
      <Card>
        <Grid gap="3" className={classes['found']}>
          <section>
            <h3>{text('removal.received.title')}</h3>
            <p>{text('removal.received.says')}</p>
          </section>
          {received.map((order) => (
            <ReceivedOrder key={order.id} order={order} busy={busy} />
          ))}
        </Grid>
      </Card>
    </Block>
  );
}

function ReceivedOrder({ order, busy }: { readonly order: ReceivedRemoval; readonly busy: boolean }) {
  const text = useText();
  const format = useFormat();
  const decide = useMutation(window.boxwright.removal.decide);
  const [asking, setAsking] = useState(false);
  const { id, laptop, seenAt, reason, here, effect, state } = order;
  const at = format.dateTime(seenAt);
  return (
    <Grid as="section" gap="1" className={classes['order']} aria-label={text('removal.received.title')}>
      <h4>
        {laptop === null
          ? text('removal.received.fromUnknown', { at })
          : text('removal.received.from', { laptop, at })}
      </h4>
      <ul>
        <li>{text(`removal.received.signature.${order.signature}`)}</li>
        {reason !== '' && <li>{text('removal.received.reason', { reason })}</li>}
        <li>
          {text('removal.received.here', {
            jobs: format.number(here.jobs),
            photos: format.number(here.photos),
            reviews: format.number(here.reviews),
          })}
          {order.shownJobs.length > 0 && (
            <ul>
              {order.shownJobs.map(({ id: job, startedAt, car, open }) => (
                <li key={job}>
                  {text('removal.job', {
                    at: format.dateTime(startedAt),
                    car: car ?? text('removal.jobNoCar'),
                  })}
                  {open && ` · ${text('removal.received.open')}`}
                </li>
              ))}
            </ul>
          )}
        </li>
        {effect !== null && (
          <li>
            {text('removal.received.effect', {
              jobs: format.number(effect.jobs),
              photos: format.number(effect.photos),
              reviews: format.number(effect.reviews),
              entries: format.number(effect.entries),
            })}
          </li>
        )}
      </ul>
      <p role="status">
        <Status order={order} />
      </p>
      {(state === 'waiting' || state === 'kept') && (
        <Row gap="1" justify="end" wrap>
          <Button
            variant="default"
            disabled={busy || decide.busy}
            onClick={() => void decide.run({ id, decision: state === 'waiting' ? 'keep' : 'wait' })}
          >
            {text(state === 'waiting' ? 'removal.received.keep' : 'removal.received.wait')}
          </Button>
          <May ask="removal.decide" strictest>
            <Button variant="danger" disabled={busy || decide.busy} onClick={() => setAsking(true)}>
              {text('removal.received.now')}
            </Button>
          </May>
        </Row>
      )}
      {decide.problem !== null && !asking && <ProblemNotice problem={decide.problem} />}
      <Confirmation
        open={asking}
        title={text('removal.received.askTitle')}
        about={order.shownJobs.map(({ car }) => car ?? text('removal.jobNoCar')).join(', ')}
        says={[text('removal.received.asks')]}
        yes={text('removal.received.yes')}
        no={text('removal.received.no')}
        danger
        calling={decide}
        onYes={() => decide.run({ id, decision: 'now' })}
        onClose={() => setAsking(false)}
      />
    </Grid>
  );
}

function Status({ order: { state, dueAt, decidedAt } }: { readonly order: ReceivedRemoval }) {
  const text = useText();
  const format = useFormat();
  if (state !== 'waiting') {
    return <>{text(`removal.received.${state}`, { at: format.dateTime(decidedAt ?? 0) })}</>;
  }
  return (
    <>
      {dueAt === null
        ? text('removal.received.noDue')
        : text('removal.received.due', { at: format.dateTime(dueAt) })}
    </>
  );
}

/** Removal orders that this laptop sent to others: the data, and the button that withdraws the order. */
export function SentRemovals({ sent }: { readonly sent: readonly SentRemoval[] }) {
  const text = useText();
  if (sent.length === 0) return null;
  return (
    <Block above="2" className={classes['received']}>
      <Card>
        <Grid gap="3" className={classes['found']}>
          <section>
            <h3>{text('removal.sent.title')}</h3>
            <p>{text('removal.sent.says')}</p>
          </section>
          {sent.map((order) => (
            <SentOrder key={order.id} order={order} />
          ))}
        </Grid>
      </Card>
    </Block>
  );
}

function SentOrder({ order: { id, at, reason, named, withdrawnAt } }: { readonly order: SentRemoval }) {
  const text = useText();
  const format = useFormat();
  const withdraw = useMutation(window.boxwright.removal.withdraw);
  const [asking, setAsking] = useState(false);
  return (
    <Grid as="section" gap="1" className={classes['order']} aria-label={text('removal.sent.title')}>
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
          <Row gap="1" justify="end" wrap>
            <Button variant="default" disabled={withdraw.busy} onClick={() => setAsking(true)}>
              {text('removal.sent.withdraw')}
            </Button>
          </Row>
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
    </Grid>
  );
}
