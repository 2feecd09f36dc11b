import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryProductView } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { Section } from '../../../components/Section.tsx';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useOffered } from '../../../data/status.ts';
import { Line, LineList } from '../frame/LineList.tsx';
import { NotOffered } from '../frame/NotOffered.tsx';
import { type Chosen, productLabel } from '../picking/chosen.ts';
import { serviceInLine } from '../products/service-words.ts';
import { UninstallQuestion } from '../products/UninstallQuestion.tsx';
import classes from './CarDetails.module.css';
import { InstallBoxDialog } from './InstallBoxDialog.tsx';
import { May } from '../../../components/May.tsx';

/** The Box and other products in a car, and the ways in and out. */
export function CarProducts({ car }: { readonly car: Chosen<CarId> }) {
  const text = useText();
  const { value, problem, refetch } = useQuery(window.boxwright.directory.productsInCar, { carId: car.id });
  const offered = useOffered('products');
  const [installing, setInstalling] = useState(false);
  const [removing, setRemoving] = useState<DirectoryProductView | null>(null);
  return (
    <Section
      title={text('directory.car.products')}
      aside={
        <May ask="edits.install">
          <Button variant="default" onClick={() => setInstalling(true)}>
            {text('directory.car.install')}
          </Button>
        </May>
      }
    >
      {value === null && problem === null && <RowsSkeleton rows={1} height={64} />}
      {problem !== null && <ProblemNotice problem={problem} tone="attention" onAgain={refetch} />}
      {value?.rows.length === 0 &&
        (offered ? <p className={classes['quiet']}>{text('directory.car.noProducts')}</p> : <NotOffered />)}
      {value !== null && value.rows.length > 0 && (
        <LineList label={text('directory.car.products')}>
          {value.rows.map((product) => (
            <Line
              key={product.id}
              main={<Serial serial={productLabel(product)} />}
              href={hashOf({ screen: 'directory', section: 'products', id: String(product.id) })}
              small={`${product.type} · ${serviceInLine(text, product)}`}
              buttons={
                <May ask="edits.uninstall">
                  <Button
                    variant="default"
                    aria-label={text('directory.product.removeOf', { serial: productLabel(product) })}
                    onClick={() => setRemoving(product)}
                  >
                    {text('directory.product.remove')}
                  </Button>
                </May>
              }
            />
          ))}
        </LineList>
      )}
      {installing && <InstallBoxDialog car={car} onClose={() => setInstalling(false)} />}
      {removing !== null && (
        <UninstallQuestion
          product={{ id: removing.id, label: productLabel(removing) }}
          car={car}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  );
}
