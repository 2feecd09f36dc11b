import type { DirectoryService } from '../../../../shared/domain/directory.ts';
import type { ServiceId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../app/route.ts';
import { Section } from '../../../components/Section.tsx';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useMoment } from '../access/use-period.ts';
import { DetailPane } from '../frame/DetailPane.tsx';
import { Facts } from '../frame/Facts.tsx';
import { Line, LineList } from '../frame/LineList.tsx';
import { NotHere } from '../frame/NotHere.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { serviceName } from './service-name.ts';
import classes from './ServiceDetails.module.css';
import { ServiceState } from './ServiceState.tsx';

/** A service: its product, and whether and why it has ended. Nothing of it is changed from here. */
export function ServiceDetails({ id }: { readonly id: ServiceId }) {
  const { value, problem } = useOpened(window.boxwright.directory.service, { serviceId: id });
  return value === null ? <NotHere section="services" problem={problem} /> : <Known service={value} />;
}

function Known({ service }: { readonly service: DirectoryService }) {
  const text = useText();
  const moment = useMoment();
  const { isTerminated, terminationCause: cause, terminationDate: date, product } = service;
  const name = serviceName(text, service);
  return (
    <DetailPane
      section="services"
      label={name}
      title={name}
      actions={<ServiceState terminated={isTerminated} />}
    >
      <Section title={text('directory.service.facts')}>
        <Facts
          facts={[
            {
              label: text('directory.service.state'),
              value: text(isTerminated ? 'directory.service.terminated' : 'directory.service.active'),
            },
            { label: text('directory.detail.id'), value: String(service.id), mono: true },
            ...(isTerminated
              ? [
                  {
                    label: text('directory.service.endedOn'),
                    value: date === null ? null : moment(date),
                  },
                  {
                    label: text('directory.service.cause'),
                    value:
                      cause === 'ServiceIsNotNeededAnymore'
                        ? text('directory.service.causes.ServiceIsNotNeededAnymore')
                        : cause,
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Section title={text('directory.service.product')}>
        {product === null ? (
          <p className={classes['quiet']}>
            {text(isTerminated ? 'directory.service.noProductEnded' : 'directory.service.noProduct')}
          </p>
        ) : (
          <LineList label={text('directory.service.product')}>
            <Line
              main={<Serial serial={product.serialNumber} />}
              href={hashOf({ screen: 'directory', section: 'products', id: String(product.id) })}
            />
          </LineList>
        )}
      </Section>
      <p className={classes['contract']}>{text('directory.service.isContract')}</p>
    </DetailPane>
  );
}
