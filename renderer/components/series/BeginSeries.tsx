import { Button, Modal, NumberInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MOST_IN_SERIES } from '../../../shared/domain/series-length.ts';
import type { JobId } from '../../../shared/ids.ts';
import { ProblemNotice } from '../ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import choice from './BeginSeries.module.css';
import { useSeries } from './use-series.ts';

/** Asks how many cars there are, optionally, and begins. */
export function BeginSeries({
  like,
  opened,
  onClose,
  before,
  children,
}: {
  /** The installation whose choices the next cars take over; null begins with the first car. */
  readonly like: JobId | null;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The act before it; false stops it. */
  readonly before?: () => Promise<boolean>;
  /** Its meaning. */
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
    <Modal
      opened={opened}
      onClose={onClose}
      title={text('series.begin')}
      closeButtonProps={{ 'aria-label': text('common.close') }}
      size={560}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        {children}
        <NumberInput
          mt="md"
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
        {series.problem !== null && <ProblemNotice problem={series.problem} />}
        <div className={choice['choice']}>
          <Button variant="default" onClick={onClose}>
            {text('common.cancel')}
          </Button>
          <Button type="submit" loading={series.busy}>
            {text('series.begin')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
