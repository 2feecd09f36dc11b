import { Fragment, type ReactNode } from 'react';
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import type { DirectoryProductView, DirectoryService } from '../../../../shared/domain/directory.ts';
import type { ProductId, ServiceId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { useMoment } from '../access/use-period.ts';
import { DetailPane } from '../frame/DetailPane.tsx';
import { Facts } from '../frame/Facts.tsx';
import { useLiveOne } from '../frame/live.ts';
import { Line, LineList } from '../frame/LineList.tsx';
import { LiveSection } from '../frame/LiveSection.tsx';
import { NotHere } from '../frame/NotHere.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { productLabel } from '../picking/chosen.ts';
import { ProductWhere } from '../products/ProductWhere.tsx';
import { serviceName } from './service-name.ts';
import classes from './ServiceDetails.module.css';

/**
 * A service and its product as the operator has them now, and as they are kept here until that is read. Nothing of it is
 * changed from here.
 */
export function ServiceDetails({ id }: { readonly id: ServiceId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.service, { serviceId: id });
  return value === null ? (
    <NotHere section="services" problem={problem} onAgain={refetch} />
  ) : (
    <Known service={value} />
  );
}

function Known({ service }: { readonly service: DirectoryService }) {
  const text = useText();
  const name = serviceName(text, service);
  const now = useLiveOne(window.boxwright.directory.serviceNow, { serviceId: service.id }, 0);
  return (
    <DetailPane
      section="services"
      label={name}
      title={name}
      actions={<ServiceState terminated={service.isTerminated} />}
    >
      <LiveSection
        title={text('directory.service.now')}
        live={now}
        counted={false}
        empty=""
        meanwhile={
          <>
            {now.state !== 'reading' && <p className={classes['kept']}>{text('directory.service.kept')}</p>}
            <ServiceFacts service={service} />
            <KeptProduct service={service} />
          </>
        }
      >
        {(rows) =>
          rows.map((read) => (
            <Fragment key={read.service.id}>
              <ServiceFacts service={read.service} />
              <ProductNow terminated={read.service.isTerminated} product={read.product} />
            </Fragment>
          ))
        }
      </LiveSection>
      <p className={classes['contract']}>{text('directory.service.isContract')}</p>
    </DetailPane>
  );
}

function ServiceFacts({ service }: { readonly service: DirectoryService }) {
  const text = useText();
  const moment = useMoment();
  const { isTerminated, terminationCause: cause, terminationDate: date } = service;
  return (
    <Facts
      facts={[
        {
          label: text('directory.service.state'),
          value: text(isTerminated ? 'directory.service.terminated' : 'directory.service.active'),
        },
        { label: text('directory.detail.id'), value: String(service.id), mono: true },
        ...(isTerminated
          ? [
              { label: text('directory.service.endedOn'), value: date === null ? null : moment(date) },
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
  );
}

/** The product as the local copy has it, which may not know it. */
function KeptProduct({ service: { product, isTerminated } }: { readonly service: DirectoryService }) {
  const text = useText();
  return (
    <ProductPart>
      {product === null ? (
        <p className={classes['quiet']}>
          {text(isTerminated ? 'directory.service.noProductEnded' : 'directory.service.noProduct')}
        </p>
      ) : (
        <LineList label={text('directory.service.product')}>
          <Line main={<Serial serial={product.serialNumber} />} href={placeOf(product.id)} />
        </LineList>
      )}
    </ProductPart>
  );
}

function ProductNow({
  terminated,
  product,
}: {
  readonly terminated: boolean;
  readonly product: DirectoryProductView | null;
}) {
  const text = useText();
  return (
    <ProductPart>
      {product === null ? (
        <p className={classes['quiet']}>
          {text(terminated ? 'directory.service.noProductEnded' : 'directory.service.noProductNow')}
        </p>
      ) : (
        <LineList label={text('directory.service.product')}>
          <Line
            main={<Serial serial={productLabel(product)} />}
            href={placeOf(product.id)}
            small={product.type}
            buttons={
              <span className={classes['where']}>
                <ProductWhere where={product.car} />
              </span>
            }
          />
        </LineList>
      )}
    </ProductPart>
  );
}

function ProductPart({ children }: { readonly children: ReactNode }) {
  const text = useText();
  return (
    <div className={classes['product']}>
      <h3 className={classes['part']}>{text('directory.service.product')}</h3>
      {children}
    </div>
  );
}

function placeOf(id: ProductId): string {
  return hashOf({ screen: 'directory', section: 'products', id: String(id) });
}

/** Active or ended, as the operator tells it. */
function ServiceState({ terminated }: { readonly terminated: boolean }) {
  const text = useText();
  return terminated ? (
    <StateBadge tone="neutral" icon={IconCircleMinus}>
      {text('directory.service.terminated')}
    </StateBadge>
  ) : (
    <StateBadge tone="done" icon={IconCircleCheck}>
      {text('directory.service.active')}
    </StateBadge>
  );
}
