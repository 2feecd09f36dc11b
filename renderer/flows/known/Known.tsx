import { Button } from '@mantine/core';
import { IconCamera, IconBoxOff, type Icon, IconClockExclamation } from '@tabler/icons-react';
import type { JobCar, JobBox } from '../../../shared/domain/job.ts';
import type { JobVerification } from '../../../shared/domain/proof.ts';
import type { JobKey } from '../../../shared/domain/directory.ts';
import type { JobRemoval } from '../../../shared/domain/job-removal.ts';
import { clock } from '../../../shared/words/speak.ts';
import type { ForcedMark } from '../../../shared/domain/checklist.ts';
import { carTitle, Plate } from '../../components/CarLine.tsx';
import { useText } from '../../i18n/use-text.ts';
import { KeyPicture } from '../../components/key-catalogue.tsx';
import { Section } from '../../components/Section.tsx';
import { Serial } from '../../components/figures.tsx';
import { useNow } from '../../format/use-now.ts';
import { ForcedLine } from '../../components/checklist/item-notes.tsx';
import { useForcedValue, useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { useFlow } from '../flow-context.ts';
import { countAccesses } from '../steps/leaving/leaving.ts';
import { accessIsOpen } from '../steps/verify/test-access.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './Known.module.css';

/* The facts of a job beside its steps: car, key, Box, open test access and overridden checks. */

/** The car of the job, readable from two metres away. */
export function KnownCar({ car }: { readonly car: JobCar }) {
  const text = useText();
  const title = carTitle(car);
  // Without a plate the full name stands in its place.
  const hasPlate = car.licensePlate !== null && car.licensePlate.trim() !== '';
  return (
    <Stack gap="hair" align="start" narrow size="lead" quiet breaks>
      <Plate plate={car.licensePlate} name={car.name} size="lg" />
      {(hasPlate || title !== car.name) && (
        <Text size="body" weight="bold" above="1" className={classes['title']}>
          {title}
        </Text>
      )}
      {hasPlate && car.name !== title && car.name !== car.licensePlate && <span>{car.name}</span>}
      {car.vin !== null && (
        <Text size="small" mono breaks aria-label={`${text('flow.known.vin')} ${car.vin}`}>
          {car.vin}
        </Text>
      )}
      {car.origin === 'created' && <span>{text('flow.known.carNew')}</span>}
    </Stack>
  );
}

/** The key by its picture, with the Box that it needs. */
export function KnownKey({ jobKey }: { readonly jobKey: JobKey }) {
  const text = useText();
  return (
    <Row gap="2" align="center">
      <KeyPicture url={jobKey.pictureUrl} name={jobKey.keyFormName} size={72} />
      <Stack gap="hair" narrow size="lead" quiet>
        <Text weight="strong" size="body" line="inherit" className={classes['strong']}>
          {jobKey.keyFormName}
        </Text>
        {jobKey.boxName === null ? (
          <span>{text('flow.known.needsNothing')}</span>
        ) : (
          <span>{text('flow.known.needsBox', { box: jobKey.boxName })}</span>
        )}
        {jobKey.boxSapNumber !== null && (
          <Text size="small" mono>
            {jobKey.boxSapNumber}
          </Text>
        )}
      </Stack>
    </Row>
  );
}

/**
 * A Box by its serial, with its variant. Without a photo of its label it links to the camera, also after the job is
 * finished.
 */
export function KnownBox({ title, box }: { readonly title: string; readonly box: JobBox }) {
  const text = useText();
  const { step, goTo } = useFlow();
  return (
    <Section title={title}>
      <Stack gap="hair" narrow size="lead" quiet>
        <Serial serial={box.serialNumber} />
        {box.variant !== null && <span>{box.variant}</span>}
        {box.sapNumber !== null && (
          <Text size="small" mono>
            {box.sapNumber}
          </Text>
        )}
      </Stack>
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
        <Stack gap="hair" narrow size="lead" quiet>
          <Serial serial={box.serialNumber} />
          {box.sapNumber !== null && (
            <Text size="small" mono>
              {box.sapNumber}
            </Text>
          )}
          {losses !== null && losses.source !== 'none' && (
            <span>
              {ending === 0 ? text('flow.leaving.noAccesses') : text('flow.known.goAlong', { count: ending })}
            </span>
          )}
        </Stack>
      )}
    </Section>
  );
}

/** A placeholder for a fact that is not chosen yet. */
export function NotYet({ icon: Picture, says }: { readonly icon: Icon; readonly says: string }) {
  return (
    <Row as="p" gap="1" align="center" quiet className={classes['nothing']}>
      <Picture size={20} stroke={1.7} aria-hidden />
      {says}
    </Row>
  );
}

/** Amber until the operator confirms the removal of the test access; shows when the access expires or expired. */
export function OpenAccess({ verification }: { readonly verification: JobVerification }) {
  return accessIsOpen(verification.phase) ? <Open verification={verification} /> : null;
}

function Open({ verification: { userName, end } }: { readonly verification: JobVerification }) {
  const text = useText();
  const now = useNow();
  const user = userName ?? text('common.unknown');
  return (
    <Row gap="1-half" note="attention" below="3" className={classes['open']}>
      <IconClockExclamation size={22} stroke={1.9} aria-hidden />
      <div>
        <Text as="p" size="lead" weight="strong">
          {end === null
            ? text('flow.verify.openNoEnd', { user })
            : text(now < end ? 'flow.verify.openUntil' : 'flow.verify.openEnded', { user, end })}
        </Text>
        {end !== null && (
          <Text as="p" size="small" tabular>
            {now < end
              ? text('flow.verify.openLeft', { left: clock(end - now) })
              : text('flow.verify.openOver')}
          </Text>
        )}
      </div>
    </Row>
  );
}

/** The checks that were overridden in this job; they stay visible permanently. */
export function ForcedMarks({ forced }: { readonly forced: readonly ForcedMark[] }) {
  const text = useText();
  const localText = useLocalText();
  const valueOf = useForcedValue();
  if (forced.length === 0) return null;
  return (
    <Section title={text('checklists.force.title')} count={forced.length}>
      <Stack as="ul" gap="2" plain breaks className={classes['list']}>
        {forced.map((mark, index) => (
          <li key={index}>
            <Text size="lead" quiet block>
              {localText(mark.text)}
            </Text>
            <Text weight="strong">{valueOf(mark)}</Text>
            <ForcedLine mark={mark} />
          </li>
        ))}
      </Stack>
    </Section>
  );
}
