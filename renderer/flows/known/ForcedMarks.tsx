import type { ForcedMark } from '../../../shared/domain/checklist.ts';
import { ForcedLine } from '../../components/checklist/ForcedLine.tsx';
import { useForcedValue } from '../../components/checklist/use-forced-value.ts';
import { useLocalText } from '../../components/checklist/use-local-text.ts';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './ForcedMarks.module.css';

/** The checks passed by force in this job: they stay in sight for good. */
export function ForcedMarks({ forced }: { readonly forced: readonly ForcedMark[] }) {
  const text = useText();
  const localText = useLocalText();
  const valueOf = useForcedValue();
  if (forced.length === 0) return null;
  return (
    <Section title={text('checklists.force.title')} count={forced.length}>
      <ul className={classes['list']}>
        {forced.map((mark, index) => (
          <li key={index}>
            <span className={classes['text']}>{localText(mark.text)}</span>
            <span className={classes['value']}>{valueOf(mark)}</span>
            <ForcedLine mark={mark} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
