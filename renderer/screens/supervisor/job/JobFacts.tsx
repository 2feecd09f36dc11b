import { IconArrowRight } from '@tabler/icons-react';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { hashOf } from '../../../navigation/route.ts';
import { carTitle, Plate } from '../../../components/CarLine.tsx';
import { Section } from '../../../components/Section.tsx';
import { Serial } from '../../../components/figures.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Row, Stack, Text } from '../../../components/layout.tsx';

/** The data of the job: car, Box, key, group, and the people who worked on it. */
export function JobFacts({ job }: { readonly job: SupervisionJob }) {
  const text = useText();
  const format = useFormat();
  const { row, key, hands, oldBox } = job;
  return (
    <div role="group" aria-label={text('common.known')}>
      <Car job={job} />
      <Box job={job} />
      {oldBox !== null && row.kind !== 'removal' && (
        <Section title={text('installations.job.leftBox')}>
          <Stack gap="1" align="start" line="lead" breaks>
            <Serial serial={oldBox.serial} />
            {oldBox.words !== '' && <span>{oldBox.words}</span>}
          </Stack>
        </Section>
      )}
      {key !== null && (
        <Section title={text('installations.job.key')}>
          <Stack gap="1" align="start" line="lead" breaks>
            <strong>{key.form}</strong>
            {key.box !== null && <span>{text('installations.job.needs', { box: key.box })}</span>}
          </Stack>
        </Section>
      )}
      {job.group !== null && (
        <Section title={text('installations.job.group')}>
          <p>{job.group}</p>
        </Section>
      )}
      <Section title={text('installations.job.hands')}>
        <Stack as="ul" gap="1" plain>
          {hands.map(({ worker, laptop, from, until, entries }) => (
            <Stack as="li" key={`${worker} ${laptop ?? ''} ${from}`} line="lead">
              <strong>{worker === '' ? text('common.unknown') : worker}</strong>
              <span>{laptop ?? text('installations.thisLaptop')}</span>
              <Text size="small" quiet>
                {`${format.dateTime(from)} – ${format.dateTime(until)}, `}
                {text('installations.job.entries', { count: entries })}
              </Text>
            </Stack>
          ))}
        </Stack>
      </Section>
    </div>
  );
}

function Car({ job: { row, carId } }: { readonly job: SupervisionJob }) {
  const text = useText();
  const name = row.carName ?? text('installations.noCar');
  const title = carTitle({ name, brand: row.brand, model: row.model, licensePlate: row.plate });
  return (
    <Section title={text('flow.known.car')}>
      <Stack gap="1" align="start" line="lead" breaks>
        <Plate plate={row.plate} name={name} size="lg" />
        {(row.plate !== null || title !== name) && <strong>{title}</strong>}
        {row.plate !== null && name !== title && name !== row.plate && <span>{name}</span>}
        {row.vin !== null && (
          <Text size="lead" mono breaks>
            {row.vin}
          </Text>
        )}
        {carId !== null && (
          <Row
            as="a"
            inline
            gap="half"
            align="center"
            weight="strong"
            tone="accent"
            size="lead"
            line="inherit"
            tall
            href={hashOf({ screen: 'directory', section: 'cars', id: String(carId) })}
          >
            {text('installations.job.openCar')} <IconArrowRight size={16} aria-hidden />
          </Row>
        )}
      </Stack>
    </Section>
  );
}

function Box({ job: { row, box } }: { readonly job: SupervisionJob }) {
  const text = useText();
  const serial = box?.serial ?? row.serial;
  const variant = box?.variant ?? row.variant;
  const sap = box?.sapNumber ?? null;
  const sentAs = box?.sentAs ?? null;
  return (
    <Section title={text(row.kind === 'removal' ? 'installations.job.leftBox' : 'installations.job.box')}>
      <Stack gap="1" align="start" line="lead" breaks>
        {serial === null ? (
          text(row.finishedAt === null ? 'installations.noBoxYet' : 'installations.noBox')
        ) : (
          <Serial serial={serial} />
        )}
        {variant !== null && <span>{variant}</span>}
        {sap !== null && sap !== variant && (
          <Text size="small" quiet>
            {/^sap/i.test(sap) ? sap : `SAP ${sap}`}
          </Text>
        )}
        {sentAs !== null && sentAs !== serial && (
          <Text size="small" quiet>
            {text('installations.job.sentAs', { serial: sentAs })}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
