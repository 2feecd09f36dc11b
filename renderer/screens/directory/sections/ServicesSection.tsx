import { Fragment, type ReactNode } from 'react';
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { serviceId, type ProductId, type ServiceId } from '../../../../shared/ids.ts';
import type { DirectoryProductView, DirectoryService } from '../../../../shared/domain/directory.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Serial } from '../../../components/figures.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { ChooseFirst, DetailPane, NotHere, useOpened } from '../frame/DetailPane.tsx';
import { DirectoryFrame, type SectionProps } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowList.tsx';
import { useSearch, useDirectoryList } from '../list/use-directory-list.ts';
import { serviceName, productLabel } from '../labels.ts';
import { useMoment } from '../access/PeriodLines.tsx';
import { Facts, Line, LineList } from '../frame/Facts.tsx';
import { useLiveOne } from '../frame/live.ts';
import { LiveSection } from '../frame/LiveSection.tsx';
import { ProductWhere } from './ProductsSection.tsx';
import { Block, Text } from '../../../components/layout.tsx';
import classes from './ServicesSection.module.css';

/** The contracts behind the products. */
export function ServicesSection({ status, id }: SectionProps) {
  const text = useText();
  const [typed, setTyped] = useSearch('services');
  const list = useDirectoryList(window.boxwright.directory.listServices, typed);
  const open = serviceId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="services"
      open={open !== null}
      detail={open === null ? <ChooseFirst section="services" /> : <ServiceDetails key={open} id={open} />}
    >
      <ListPane
        section="services"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        keyOf={(service) => service.id}
        hrefOf={(service) => hashOf({ screen: 'directory', section: 'services', id: String(service.id) })}
        open={(service) => service.id === open}
      >
        {(service) => (
          <RowWords
            main={serviceName(text, service)}
            small={
              service.product === null ? null : <Serial serial={service.product.serialNumber} size="sm" />
            }
            aside={text(service.isTerminated ? 'directory.service.terminated' : 'directory.service.active')}
          />
        )}
      </ListPane>
    </DirectoryFrame>
  );
}

/**
 * A service and its product, read from the operator now; until the answer arrives, the local copy is shown. The service
 * cannot be changed here.
 */
function ServiceDetails({ id }: { readonly id: ServiceId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.service, { serviceId: id });
  return value === null ? (
    <NotHere section="services" problem={problem} onRetry={refetch} />
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
            {now.state !== 'reading' && (
              <Text as="p" quiet className={classes['kept']}>
                {text('directory.service.kept')}
              </Text>
            )}
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
      <Text as="p" size="small" line="lead" quiet above="4" className={classes['contract']}>
        {text('directory.service.isContract')}
      </Text>
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

/** The product from the local copy, which may lack it. */
function KeptProduct({ service: { product, isTerminated } }: { readonly service: DirectoryService }) {
  const text = useText();
  return (
    <ProductPart>
      {product === null ? (
        <Text as="p" quiet>
          {text(isTerminated ? 'directory.service.noProductEnded' : 'directory.service.noProduct')}
        </Text>
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
        <Text as="p" quiet>
          {text(terminated ? 'directory.service.noProductEnded' : 'directory.service.noProductNow')}
        </Text>
      ) : (
        <LineList label={text('directory.service.product')}>
          <Line
            main={<Serial serial={productLabel(product)} />}
            href={placeOf(product.id)}
            small={product.type}
            buttons={
              <Text quiet className={classes['where']}>
                <ProductWhere where={product.car} />
              </Text>
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
    <Block above="3">
      <Text as="h3" size="body" weight="strong" className={classes['part']}>
        {text('directory.service.product')}
      </Text>
      {children}
    </Block>
  );
}

function placeOf(id: ProductId): string {
  return hashOf({ screen: 'directory', section: 'products', id: String(id) });
}

/** Active or ended, by the operator's data. */
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
