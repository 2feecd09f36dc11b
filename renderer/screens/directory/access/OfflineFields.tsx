import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { type OfflineForm, readOffline } from './offline-form.ts';
import classes from './PeriodFields.module.css';

/** How long a phone may open the car without reaching the operator, and when it renews that. */
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
      <p className={classes['quiet']}>{says}</p>
      <div className={classes['hours']}>
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
      </div>
    </Disclosure>
  );
}
