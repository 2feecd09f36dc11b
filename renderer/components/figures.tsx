import type { Instant } from '../../shared/time.ts';
import { clock } from '../../shared/words/speak.ts';
import { useNow } from '../format/use-now.ts';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { Text, Row } from './layout.tsx';
import { serialGroups } from '../format/printed.ts';
import distanceClasses from './Distance.module.css';
import serialClasses from './Serial.module.css';
import clockClasses from './RelativeClock.module.css';

/**
 * A Box's serial number in monospaced type. The groups are separated by CSS and not by blanks, so that a copy is the
 * original serial.
 */
export function Serial({
  serial,
  size = 'md',
}: {
  readonly serial: string;
  readonly size?: 'sm' | 'md' | 'lg';
}) {
  return (
    <Text
      weight="medium"
      mono
      size="body"
      line="inherit"
      className={serialClasses['serial']}
      data-size={size}
    >
      {serialGroups(serial).map((group, index) => (
        <span key={index} className={serialClasses['group']}>
          {group}
        </span>
      ))}
    </Text>
  );
}

/** The running duration of something: 02:14. Both ends are read from this laptop's clock. */
export function RelativeClock({
  since,
  size = 'md',
}: {
  readonly since: Instant;
  readonly size?: 'sm' | 'md';
}) {
  const now = useNow();
  return (
    <Text
      weight="strong"
      mono
      tabular
      line="title"
      className={clockClasses['clock']}
      data-size={size}
      role="timer"
      aria-live="off"
    >
      {clock(now - since)}
    </Text>
  );
}

/** The age of a local copy. */
export function AsOf({ asOf }: { readonly asOf: Instant | null }) {
  const text = useText();
  return (
    <Text size="caption" quiet>
      {asOf === null ? text('flow.frame.neverRead') : text('flow.frame.asOf', { at: asOf })}
    </Text>
  );
}

/** The progress of a number of cars, in words and as a bar: "7 of 12 done". */
export function Distance({
  done,
  waiting = 0,
  total,
}: {
  readonly done: number;
  /** Number of cars that are finished and not confirmed by the operator. */
  readonly waiting?: number;
  readonly total: number;
}) {
  const text = useText();
  const format = useFormat();
  const numbers = {
    done: format.number(done),
    waiting: format.number(waiting),
    total: format.number(total),
  };
  return (
    <Row
      as="span"
      align="center"
      wrap
      quiet
      tabular
      size="small"
      line="inherit"
      className={distanceClasses['distance']}
    >
      <span>{text(waiting > 0 ? 'plan.distanceWaiting' : 'plan.distance', numbers)}</span>
      <progress className={distanceClasses['bar']} max={Math.max(1, total)} value={done} aria-hidden />
    </Row>
  );
}
