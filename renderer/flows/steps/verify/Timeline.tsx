import { IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type JobVerification, type VerificationEvent, wordOf } from '../../../../shared/domain/proof.ts';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { RelativeClock } from '../../../components/figures.tsx';
import { Section } from '../../../components/Section.tsx';
import { useAccordingTo } from '../../../components/StateBadge.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { eventSigns, rounds, stepsToCome } from './test-access.ts';
import { Block, Row, Text } from '../../../components/layout.tsx';
import classes from './Verify.module.css';

/** The dated steps of the test access and those still expected; below them the previous tests. */
export function Timeline({
  verification,
  aside,
}: {
  readonly verification: JobVerification;
  /** Content at the right end of the timeline's heading. */
  readonly aside?: ReactNode;
}) {
  const text = useText();
  const { now, before } = rounds(verification.phase, verification.events);
  const toCome = stepsToCome(verification.phase, now);
  const since = now.at(-1)?.at ?? null;
  return (
    <Section title={text('flow.verify.timeline')} {...(aside === undefined ? {} : { aside })}>
      <Block as="ol" card className={classes['line']} aria-live="polite" data-testid="verification-timeline">
        {now.map((event, index) => (
          <Happened key={index} event={event} />
        ))}
        {toCome.map((what, index) => (
          <Row as="li" key={what} gap="1-half" align="start" className={classes['step']} data-tone="to-come">
            <Text fixed size="small" line="lead" quiet mono className={classes['time']}>
              {index === 0 && since !== null && <RelativeClock since={since} size="sm" />}
            </Text>
            <IconCircleDashed className={classes['sign']} size={22} stroke={1.9} aria-hidden />
            <Text line="body" weight="medium" breaks className={classes['words']}>
              {text(`flow.verify.coming.${what}`)}
              <Text weight="regular" quiet size="small" line="inherit" className={classes['by']}>
                {text('flow.verify.expected')}
              </Text>
            </Text>
          </Row>
        ))}
      </Block>
      {before.length > 0 && (
        <Disclosure label={text('flow.verify.earlier')}>
          <Block as="ol" card className={classes['line']}>
            {before.map((event, index) => (
              <Happened key={index} event={event} />
            ))}
          </Block>
        </Disclosure>
      )}
      {verification.earlier.map(({ proof, events }, index) => (
        <Disclosure
          key={index}
          label={text('flow.verify.earlierTest', {
            number: index + 1,
            shown: text(`proof.${wordOf(proof)}`),
          })}
        >
          <Block as="ol" card className={classes['line']}>
            {events.map((event, place) => (
              <Happened key={place} event={event} />
            ))}
          </Block>
        </Disclosure>
      ))}
    </Section>
  );
}

function Happened({ event }: { readonly event: VerificationEvent }) {
  const text = useText();
  const format = useFormat();
  const reported = useAccordingTo();
  const { icon: Sign, tone } = eventSigns[event.what];
  return (
    <Row as="li" gap="1-half" align="start" className={classes['step']} data-tone={tone}>
      <Text
        as="time"
        fixed
        size="small"
        line="lead"
        quiet
        mono
        className={classes['time']}
        dateTime={new Date(event.at).toISOString()}
      >
        {format.timeWithSeconds(event.at)}
      </Text>
      <Sign className={classes['sign']} size={22} stroke={1.9} aria-hidden />
      <Text line="body" weight="medium" breaks className={classes['words']}>
        {text(`flow.verify.event.${event.what}`)}
        {event.confirmedBy !== null && (
          <Text weight="regular" quiet size="small" line="inherit" className={classes['by']}>
            {text(`flow.verify.by.${event.confirmedBy}`)}
          </Text>
        )}
        {event.reportedBy !== null && (
          <Text weight="regular" quiet size="small" line="inherit" className={classes['by']}>
            {reported(event.reportedBy)}
          </Text>
        )}
        {event.raw !== null && event.raw !== '' && (
          <Text size="small" weight="regular" quiet mono above="hair" block>
            {event.raw}
          </Text>
        )}
      </Text>
    </Row>
  );
}

/**
 * The stronger evidence: the operator's own events of the car during the test. Renders nothing before they are read.
 */
export function OperatorEvents({
  verification: { operatorEvents },
}: {
  readonly verification: JobVerification;
}) {
  const text = useText();
  if (operatorEvents === null) return null;
  const { asOf, opened, closed } = operatorEvents;
  return (
    <p role="note">
      {opened === null && closed === null && text('flow.verify.events.none', { at: asOf })}
      {opened !== null && text('flow.verify.events.opened', { at: opened })}{' '}
      {closed !== null && text('flow.verify.events.closed', { at: closed })}
    </p>
  );
}
