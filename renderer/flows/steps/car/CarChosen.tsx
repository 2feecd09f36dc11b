import { Button } from '@mantine/core';
import type { JobCar } from '../../../../shared/domain/job.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Card } from '../../../components/Section.tsx';
import { openRequest } from '../../../components/review-pins.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFlow } from '../../flow-context.ts';
import { StartHere } from '../../StartHere.tsx';
import { OperationTrouble } from '../../frame/OperationTrouble.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { KnownCar } from '../../known/KnownCar.tsx';
import { latestOperation } from '../../latest-operation.ts';
import classes from './CarChosen.module.css';

/** The step when the car is chosen. */
export function CarChosen({ car, onOther }: { readonly car: JobCar; readonly onOther: () => void }) {
  const text = useText();
  const { job, goOn } = useFlow();
  const operation = latestOperation(job.operations, 'create-car');
  // A car that was given up will never be: what hangs on it goes to another one.
  const lost = car.id === null && (operation?.state === 'cancelled' || operation?.state === 'failed');
  return (
    <StepFrame
      title={text('flow.car.titleChosen')}
      action={{ label: text('common.continue'), onAct: () => goOn(job), takesFocus: true }}
    >
      {/* Above the car: what a supervisor asked for is the one thing to do here. */}
      {job.carFixed && !lost && openRequest(job) !== null && <WrongCar car={car} />}
      <Card>
        <div className={classes['chosen']}>
          <KnownCar car={car} />
          {!job.carFixed || lost ? (
            <Button variant="default" onClick={onOther}>
              {text('flow.car.other')}
            </Button>
          ) : (
            <p className={classes['fixed']}>{text('flow.car.fixed')}</p>
          )}
        </div>
      </Card>
      <OperationTrouble operation={operation} />
    </StepFrame>
  );
}

/** A job that was sent back for its car: the words on the car are corrected, or the Box goes to the car in which it sits. */
function WrongCar({ car }: { readonly car: JobCar }) {
  const text = useText();
  return (
    <Card>
      <p>{text('flow.car.rework')}</p>
      <div className={classes['ways']}>
        {car.id !== null && (
          <Button
            component="a"
            variant="default"
            href={hashOf({ screen: 'directory', section: 'cars', id: String(car.id) })}
          >
            {text('flow.car.reworkCorrect')}
          </Button>
        )}
        <StartHere kind="removal" label={text('flow.car.reworkRemove')} />
      </div>
    </Card>
  );
}
