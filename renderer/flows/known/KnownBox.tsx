import type { JobBox } from '../../../shared/domain/job.ts';
import { Section } from '../../components/Section.tsx';
import { Serial } from '../../components/Serial.tsx';
import classes from './Known.module.css';

/** A Box by its serial, with its variant. */
export function KnownBox({ title, box }: { readonly title: string; readonly box: JobBox }) {
  return (
    <Section title={title}>
      <div className={classes['lines']}>
        <Serial serial={box.serialNumber} />
        {box.variant !== null && <span>{box.variant}</span>}
      </div>
    </Section>
  );
}
