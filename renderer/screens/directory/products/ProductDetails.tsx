import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryProductView } from '../../../../shared/domain/directory.ts';
import type { ProductId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Section } from '../../../components/Section.tsx';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { DetailPane } from '../frame/DetailPane.tsx';
import { Facts } from '../frame/Facts.tsx';
import { NotHere } from '../frame/NotHere.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { AddToGroupDialog } from '../groups/AddToGroupDialog.tsx';
import { carLabel, productLabel } from '../picking/chosen.ts';
import { InstallIntoDialog } from './InstallIntoDialog.tsx';
import classes from './ProductDetails.module.css';
import { ProductWhere } from './ProductWhere.tsx';
import { serviceWords } from './service-words.ts';
import { UninstallQuestion } from './UninstallQuestion.tsx';
import { May } from '../../../components/May.tsx';

/** A Box or another product: its numbers, its service, where it is, and the way in and out of a car. */
export function ProductDetails({ id }: { readonly id: ProductId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.product, { productId: id });
  return value === null ? (
    <NotHere section="products" problem={problem} onAgain={refetch} about={`product:${id}`} />
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
          <p className={classes['where']}>
            <ProductWhere where={where} />
          </p>
        ) : (
          <a
            className={classes['car']}
            href={hashOf({ screen: 'directory', section: 'cars', id: String(car.id) })}
          >
            <ProductWhere where={where} />
          </a>
        )}
        {!where.known && <p className={classes['quiet']}>{text('directory.product.whereUnknownSays')}</p>}
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
