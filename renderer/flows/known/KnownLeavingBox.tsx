import { IconBoxOff } from '@tabler/icons-react';
import type { JobRemoval } from '../../../shared/domain/job-removal.ts';
import { Section } from '../../components/Section.tsx';
import { Serial } from '../../components/Serial.tsx';
import { useText } from '../../i18n/use-text.ts';
import { countAccesses } from '../steps/leaving/access-words.ts';
import classes from './Known.module.css';
import { NotYet } from './NotYet.tsx';

/** The Box that leaves, and how many accesses end with it. */
export function KnownLeavingBox({ removal }: { readonly removal: JobRemoval }) {
  const text = useText();
  const { box, losses } = removal;
  const ending = countAccesses(removal).ending.total;
  return (
    <Section title={text('flow.known.oldBox')}>
      {box === null ? (
        <NotYet icon={IconBoxOff} says={text('flow.known.noOldBox')} />
      ) : (
        <div className={classes['lines']}>
          <Serial serial={box.serialNumber} />
          {box.sapNumber !== null && <span className={classes['mono']}>{box.sapNumber}</span>}
          {losses !== null && losses.source !== 'none' && (
            <span>
              {ending === 0 ? text('flow.leaving.noAccesses') : text('flow.known.goAlong', { count: ending })}
            </span>
          )}
        </div>
      )}
    </Section>
  );
}
