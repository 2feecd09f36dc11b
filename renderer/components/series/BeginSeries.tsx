import { NumberInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MOST_IN_SERIES } from '../../../shared/domain/planned-work.ts';
import type { JobId } from '../../../shared/ids.ts';
import { FormDialog } from '../FormDialog.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useSeries } from './series.ts';

/** Asks for the number of cars, which is optional, and begins. */
export function BeginSeries({
  like,
  opened,
  onClose,
  before,
  children,
}: {
  /** The installation whose choices the next cars copy; null begins with the first car. */
  readonly like: JobId | null;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Runs before the series begins; false cancels it. */
  readonly before?: () => Promise<boolean>;
  /** The explanation of the series. */
  readonly children: ReactNode;
}) {
  const text = useText();
  const series = useSeries();
  const [planned, setPlanned] = useState<number | null>(null);
  const begin = async () => {
    if (before !== undefined && !(await before())) return;
    await series.begin({ planned, like });
  };
  return (
    <FormDialog
      title={text('series.begin')}
      opened={opened}
      size={560}
      act={text('series.begin')}
      calling={series}
      onSubmit={begin}
      onClose={onClose}
    >
      {children}
      <NumberInput
        label={text('series.howMany')}
        description={text('series.howManySays')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={1}
        max={MOST_IN_SERIES}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        hideControls
        data-autofocus
        value={planned ?? ''}
        onChange={(value) => setPlanned(typeof value === 'number' && value >= 1 ? value : null)}
      />
    </FormDialog>
  );
}
