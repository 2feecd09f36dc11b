import type { PlannedCar } from '../../../shared/domain/batch.ts';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './KnownPlan.module.css';

/** The data of the imported list about this car. None of it is taken without being confirmed in its step. The office's plan has a part of its own. */
export function KnownPlan({ planned }: { readonly planned: PlannedCar }) {
  const text = useText();
  const { serial, key, group, file, line } = planned;
  if (file === '') return null;
  const lines = [
    serial === '' ? '' : text('batch.saysBox', { serial }),
    key === '' ? '' : text('series.takenKey', { key }),
    group === '' ? '' : text('series.takenGroup', { group }),
    text('batch.from', { file, line }),
  ].filter((part) => part !== '');
  return (
    <Section title={text('batch.fromList')}>
      <ul className={classes['lines']}>
        {lines.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </Section>
  );
}
