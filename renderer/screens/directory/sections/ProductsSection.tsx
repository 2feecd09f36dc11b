import { Button } from '@mantine/core';
import { useState } from 'react';
import { productId, type ProductId } from '../../../../shared/ids.ts';
import type { DirectoryProductView } from '../../../../shared/domain/directory.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Serial } from '../../../components/figures.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { May } from '../../../components/May.tsx';
import { CarLine } from '../../../components/CarLine.tsx';
import { ChooseFirst, DetailPane, NotHere, useOpened } from '../frame/DetailPane.tsx';
import { DirectoryFrame, type SectionProps } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowList.tsx';
import { useSearch, useDirectoryList } from '../list/use-directory-list.ts';
import { productLabel, carLabel, serviceWords } from '../labels.ts';
import { Facts } from '../frame/Facts.tsx';
import { AddToGroupDialog } from '../groups/GroupMemberDialogs.tsx';
import { InstallIntoDialog, UninstallQuestion } from '../cars/BoxDialogs.tsx';
import { Row, Text } from '../../../components/layout.tsx';
import classes from './ProductsSection.module.css';

/** Boxes and other products: their data and their place. */
export function ProductsSection({ status, id }: SectionProps) {
  const [typed, setTyped] = useSearch('products');
  const list = useDirectoryList(window.boxwright.directory.listProducts, typed);
  const open = productId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="products"
      open={open !== null}
      detail={open === null ? <ChooseFirst section="products" /> : <ProductDetails key={open} id={open} />}
    >
      <ListPane
        section="products"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        keyOf={(product) => product.id}
        hrefOf={(product) => hashOf({ screen: 'directory', section: 'products', id: String(product.id) })}
        open={(product) => product.id === open}
      >
        {(product) => (
          <RowWords
            main={<Serial serial={productLabel(product)} />}
            small={[product.type, product.sapNumber].filter((part) => part !== null).join(' · ')}
            aside={<ProductWhere where={product.car} />}
          />
        )}
      </ListPane>
    </DirectoryFrame>
  );
}

/** A Box or another product: its numbers, its service, its place, and the acts that install and remove it. */
function ProductDetails({ id }: { readonly id: ProductId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.product, { productId: id });
  return value === null ? (
    <NotHere section="products" problem={problem} onRetry={refetch} about={`product:${id}`} />
  ) : (
    <Known product={value} />
  );
}

function Known({ product }: { readonly product: DirectoryProductView }) {
  const text = useText();
  const [asking, setAsking] = useState<'install' | 'remove' | 'group' | null>(null);
  const label = productLabel(product);
  const where = product.car;
  const inCar = where.known && (where.car !== null || where.carId !== null);
  const car = where.known && where.car !== null ? { id: where.car.id, label: carLabel(where.car) } : null;
  return (
    <DetailPane
      section="products"
      label={label}
      title={<Serial serial={label} size="lg" />}
      about={`product:${product.id}`}
      actions={
        <>
          <May ask="edits.addProductToGroup">
            <Button variant="default" onClick={() => setAsking('group')}>
              {text('directory.group.join')}
            </Button>
          </May>
          {!inCar && (
            <May ask="edits.install">
              <Button variant="default" onClick={() => setAsking('install')}>
                {text('directory.product.install')}
              </Button>
            </May>
          )}
          {(inCar || !where.known) && (
            <May ask="edits.uninstall">
              <Button variant="default" onClick={() => setAsking('remove')}>
                {text('directory.product.remove')}
              </Button>
            </May>
          )}
        </>
      }
    >
      <Section title={text('directory.product.facts')}>
        <Facts
          facts={[
            { label: text('directory.product.type'), value: product.type },
            { label: text('directory.product.serial'), value: product.serialNumber || null, mono: true },
            { label: text('directory.product.uniqueId'), value: product.uniqueId || null, mono: true },
            { label: text('directory.product.sapNumber'), value: product.sapNumber, mono: true },
            { label: text('directory.product.service'), value: serviceWords(text, product) },
            { label: text('directory.detail.id'), value: String(product.id), mono: true },
          ]}
        />
      </Section>
      <Section title={text('directory.product.where')}>
        {car === null ? (
          <Text as="p" line="body">
            <ProductWhere where={where} />
          </Text>
        ) : (
          <Row
            as="a"
            inline
            align="center"
            tall
            className={classes['car']}
            href={hashOf({ screen: 'directory', section: 'cars', id: String(car.id) })}
          >
            <ProductWhere where={where} />
          </Row>
        )}
        {!where.known && (
          <Text as="p" size="small" quiet>
            {text('directory.product.whereUnknownSays')}
          </Text>
        )}
      </Section>
      {asking === 'group' && (
        <AddToGroupDialog member={{ of: 'product', id: product.id, label }} onClose={() => setAsking(null)} />
      )}
      {asking === 'install' && <InstallIntoDialog product={product} onClose={() => setAsking(null)} />}
      {asking === 'remove' && (
        <UninstallQuestion product={{ id: product.id, label }} car={car} onClose={() => setAsking(null)} />
      )}
    </DetailPane>
  );
}

/** The car of a product, or none, or unknown; unknown is never shown as "none". */
export function ProductWhere({ where }: { readonly where: DirectoryProductView['car'] }) {
  const text = useText();
  if (!where.known) return <>{text('directory.product.whereUnknown')}</>;
  if (where.car !== null) return <CarLine car={where.car} />;
  return where.carId === null ? (
    <>{text('directory.product.free')}</>
  ) : (
    <>{text('directory.product.inCar', { id: where.carId })}</>
  );
}
