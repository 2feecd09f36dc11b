import { useId, useState } from 'react';
import { TextInput } from '@mantine/core';
import { type Instant, MINUTE } from '../../../../shared/time.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { useFormat } from '../../../format/use-format.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DayInput } from '../../../components/day/DayInput.tsx';
import { Disclosure } from '../../../components/Disclosure.tsx';
import {
  type EndChoice,
  type PeriodForm,
  readPeriod,
  type StartChoice,
  type OfflineForm,
  readOffline,
} from './access-form.ts';
import { useMoment } from './PeriodLines.tsx';
import { instantOf, type MomentFaults, type TypedMoment } from '../../../components/day/typed-moment.ts';
import { Pairs, Stack, Text } from '../../../components/layout.tsx';
import classes from './PeriodFields.module.css';

const startWords: Readonly<Record<StartChoice, TextKey>> = {
  now: 'directory.period.now',
  at: 'directory.period.fromDate',
};
const endWords: Readonly<Record<EndChoice, TextKey>> = {
  hour: 'directory.period.hour',
  day: 'directory.period.day',
  week: 'directory.period.week',
  at: 'directory.period.until',
  open: 'directory.period.open',
};

/** A duration in full minutes, rounded up, so that the seconds of the present time do not appear. */
const toMinutes = (milliseconds: number) => Math.ceil(milliseconds / MINUTE) * MINUTE;

/** Beginning and end of a period, repeated as a sentence, so that a month is not mistaken for a day. */
export function PeriodFields({
  form,
  onChange,
  now,
  tried,
  starts = ['now', 'at'],
  ends = ['hour', 'day', 'week', 'at', 'open'],
}: {
  readonly form: PeriodForm;
  readonly onChange: (change: Partial<PeriodForm>) => void;
  readonly now: Instant;
  readonly tried: boolean;
  /** The offered beginnings; an empty list = the beginning cannot be changed. */
  readonly starts?: readonly StartChoice[];
  readonly ends?: readonly EndChoice[];
}) {
  const text = useText();
  const format = useFormat();
  const moment = useMoment();
  const name = useId();
  const read = readPeriod(form, now);
  const faults = tried && !read.ok ? read.faults : null;
  const order = read.ok ? null : read.faults.order;
  return (
    <>
      {starts.length > 0 && (
        <Stack as="fieldset" gap="1-half" narrow>
          <Text as="legend" size="small" line="body" weight="strong" below="half">
            {text('directory.period.starts')}
          </Text>
          {starts.length > 1 && (
            <ChoiceTiles label={text('directory.period.starts')}>
              {starts.map((choice) => (
                <ChoiceTile
                  key={choice}
                  name={`${name}-start`}
                  checked={form.starts === choice}
                  onChoose={() => onChange({ starts: choice })}
                >
                  {text(startWords[choice])}
                </ChoiceTile>
              ))}
            </ChoiceTiles>
          )}
          {form.starts === 'at' && (
            <MomentFields
              label={text('directory.period.starts')}
              value={form.start}
              faults={faults?.start ?? null}
              onChange={(start) => onChange({ start })}
            />
          )}
        </Stack>
      )}
      <Stack as="fieldset" gap="1-half" narrow>
        <Text as="legend" size="small" line="body" weight="strong" below="half">
          {text('directory.period.ends')}
        </Text>
        <ChoiceTiles label={text('directory.period.ends')}>
          {ends.map((choice) => (
            <ChoiceTile
              key={choice}
              name={`${name}-end`}
              checked={form.ends === choice}
              onChoose={() => onChange({ ends: choice })}
            >
              {text(endWords[choice])}
            </ChoiceTile>
          ))}
        </ChoiceTiles>
        {form.ends === 'at' && (
          <MomentFields
            label={text('directory.period.ends')}
            value={form.end}
            faults={faults?.end ?? null}
            onChange={(end) => onChange({ end })}
          />
        )}
      </Stack>
      <Text
        as="p"
        size="lead"
        line="body"
        quiet
        className={classes['reads']}
        data-fault={order !== null || undefined}
        role="status"
      >
        {order === 'end-before-start' && text('directory.period.endBeforeStart')}
        {order === 'end-past' && text('directory.period.endPast')}
        {read.ok &&
          (read.period.end === null
            ? text('directory.period.readsOpen', { start: moment(read.period.start) })
            : text('directory.period.reads', {
                start: moment(read.period.start),
                end: moment(read.period.end),
                length: format.duration(toMinutes(read.period.end - read.period.start)),
              }))}
      </Text>
    </>
  );
}

/** The fields for a day and a time. */
export function MomentFields({
  label,
  value,
  faults,
  onChange,
}: {
  /** The name of the pair of fields for screen readers. */
  readonly label: string;
  readonly value: TypedMoment;
  /** Null while no fault is shown yet. */
  readonly faults: MomentFaults | null;
  readonly onChange: (value: TypedMoment) => void;
}) {
  const text = useText();
  const format = useFormat();
  const day = instantOf({ date: value.date, time: '12:00' });
  return (
    <Pairs gap="2" role="group" aria-label={label}>
      <DayInput
        label={text('directory.period.date')}
        // The date in words, so that a month is not mistaken for a day.
        description={day.ok ? format.date(day.at) : null}
        value={value.date}
        error={faults?.date === true ? text('directory.period.dateBad') : null}
        onChange={(date) => onChange({ ...value, date })}
      />
      <TextInput
        label={text('directory.period.time')}
        description={text('directory.period.timeSays')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value.time}
        error={faults?.time === true ? text('directory.period.timeBad') : null}
        autoComplete="off"
        onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
      />
    </Pairs>
  );
}

/** How long a phone may open the car without reaching the operator, and when the phone renews that permission. */
export function OfflineFields({
  form,
  onChange,
  says,
}: {
  readonly form: OfflineForm;
  readonly onChange: (change: Partial<OfflineForm>) => void;
  readonly says: string;
}) {
  const text = useText();
  const { lifetime, renewableAfter, renewsLate } = readOffline(form);
  const [startsOpen] = useState(form.lifetime + form.renewable !== '');
  return (
    <Disclosure label={text('directory.period.advanced')} startsOpen={startsOpen}>
      <Text as="p" size="small" quiet below="1-half">
        {says}
      </Text>
      <Pairs gap="2">
        <TextInput
          label={text('directory.period.lifetime')}
          inputMode="decimal"
          value={form.lifetime}
          error={lifetime === undefined ? text('directory.period.hoursBad') : null}
          onChange={(event) => onChange({ lifetime: event.currentTarget.value })}
        />
        <TextInput
          label={text('directory.period.renewable')}
          inputMode="decimal"
          value={form.renewable}
          error={
            renewableAfter === undefined
              ? text('directory.period.hoursBad')
              : renewsLate
                ? text('directory.period.renewLate')
                : null
          }
          onChange={(event) => onChange({ renewable: event.currentTarget.value })}
        />
      </Pairs>
    </Disclosure>
  );
}
