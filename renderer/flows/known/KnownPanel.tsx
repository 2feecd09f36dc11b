import { IconCar, IconKey } from '@tabler/icons-react';
import { KeyPicture } from '../../components/KeyPicture.tsx';
import { Section } from '../../components/Section.tsx';
import { Serial } from '../../components/Serial.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useFlow } from '../flow-context.ts';
import { ForcedMarks } from './ForcedMarks.tsx';
import { JobHistory } from './JobHistory.tsx';
import { KnownCar } from './KnownCar.tsx';
import classes from './KnownPanel.module.css';
import { LiveOperations } from './LiveOperations.tsx';
import { OpenAccess } from './OpenAccess.tsx';

/** What is known: the car, the key and the Box to take, the Box, what is under way, what happened. */
export function KnownPanel() {
  const text = useText();
  const { job } = useFlow();
  return (
    <div aria-label={text('flow.known.label')} role="group">
      <OpenAccess verification={job.verification} />
      <Section title={text('flow.known.car')}>
        {job.car === null ? (
          <Nothing icon={IconCar} says={text('flow.known.noCar')} />
        ) : (
          <KnownCar car={job.car} />
        )}
      </Section>
      <Section title={text('flow.known.key')}>
        {job.key === null ? (
          <Nothing
            icon={IconKey}
            says={text(job.steps.keyfob.state === 'skipped' ? 'flow.known.keySkipped' : 'flow.known.noKey')}
          />
        ) : (
          <div className={classes['key']}>
            <KeyPicture url={job.key.pictureUrl} name={job.key.keyFormName} size={72} />
            <div className={classes['lines']}>
              <span className={classes['strong']}>{job.key.keyFormName}</span>
              {job.key.boxName === null ? (
                <span>{text('flow.known.needsNothing')}</span>
              ) : (
                <span>{text('flow.known.needsBox', { box: job.key.boxName })}</span>
              )}
              {job.key.boxSapNumber !== null && (
                <span className={classes['mono']}>{job.key.boxSapNumber}</span>
              )}
            </div>
          </div>
        )}
      </Section>
      {job.box !== null && (
        <Section title={text('flow.known.box')}>
          <div className={classes['lines']}>
            <Serial serial={job.box.serialNumber} />
            {job.box.variant !== null && <span>{job.box.variant}</span>}
          </div>
        </Section>
      )}
      <ForcedMarks forced={job.forced} />
      <LiveOperations operations={job.operations} />
      <JobHistory history={job.history} />
    </div>
  );
}

function Nothing({ icon: Picture, says }: { readonly icon: typeof IconCar; readonly says: string }) {
  return (
    <p className={classes['nothing']}>
      <Picture size={20} stroke={1.7} aria-hidden />
      {says}
    </p>
  );
}
