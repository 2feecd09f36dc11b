import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import type { JobBox } from '../../../shared/domain/job.ts';
import { Section } from '../../components/Section.tsx';
import { Serial } from '../../components/Serial.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useFlow } from '../flow-context.ts';
import classes from './Known.module.css';

/** A Box by its serial, with its variant; without a photo of its label also the way to one, which is open when the job is done. */
export function KnownBox({ title, box }: { readonly title: string; readonly box: JobBox }) {
  const text = useText();
  const { step, goTo } = useFlow();
  return (
    <Section title={title}>
      <div className={classes['lines']}>
        <Serial serial={box.serialNumber} />
        {box.variant !== null && <span>{box.variant}</span>}
        {box.sapNumber !== null && <span className={classes['mono']}>{box.sapNumber}</span>}
      </div>
      {box.label === null && step !== 'box' && (
        <Button
          className={classes['label'] ?? ''}
          variant="default"
          leftSection={<IconCamera size={20} stroke={1.8} aria-hidden />}
          onClick={() => goTo('box')}
        >
          {text('flow.box.compare.photograph')}
        </Button>
      )}
    </Section>
  );
}
