import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { IconKeyOff, IconSearchOff, IconBluetoothOff } from '@tabler/icons-react';
import { foldForSearch } from '../../../../shared/domain/serial.ts';
import type { DirectoryKey } from '../../../../shared/domain/directory.ts';
import { hashOf } from '../../../navigation/route.ts';
import { wholePages } from '../../../lists/row-pages.ts';
import { useQuery } from '../../../data/lookup.ts';
import { BrandFromOperator, KeyPicture } from '../../../components/key-catalogue.tsx';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { AsOf } from '../../../components/figures.tsx';
import { keyForms, type KeyForm } from '../../../components/key-forms.ts';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { ChooseFirst, DetailPane } from '../frame/DetailPane.tsx';
import { DirectoryFrame, type SectionProps } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowList.tsx';
import { useSearch } from '../list/use-directory-list.ts';
import { Block, Grid, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './KeysSection.module.css';

const everything = {} as const;
const noMorePages = () => {};

/** The key catalogue: the keys of each car brand, and the Box that each key needs. */
export function KeysSection({ status, id }: SectionProps) {
  const [typed, setTyped] = useSearch('keys');
  const brands = useQuery(window.boxwright.directory.brands, everything);
  const asked = typed.trim();
  const rows = useMemo(
    () => brands.value?.rows.filter((brand) => foldForSearch(brand).includes(foldForSearch(asked))) ?? null,
    [brands.value, asked],
  );
  const pages = useMemo(() => wholePages(rows ?? []), [rows]);
  return (
    <DirectoryFrame
      section="keys"
      open={id !== null}
      detail={id === null ? <ChooseFirst section="keys" /> : <BrandKeys key={id} brand={id} />}
    >
      <ListPane
        section="keys"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={{
          pages,
          count: rows?.length ?? null,
          complete: true,
          facts: brands.value,
          answers: asked,
          problem: brands.problem,
          want: noMorePages,
          refetch: brands.refetch,
        }}
        unlisted={<UnlistedBrand key={asked} brand={asked} />}
        keyOf={(brand) => brand}
        hrefOf={(brand) => hashOf({ screen: 'directory', section: 'keys', id: brand })}
        open={(brand) => brand === id}
      >
        {(brand) => <RowWords main={brand} />}
      </ListPane>
    </DirectoryFrame>
  );
}

/**
 * A brand that this laptop's catalogue lacks. The operator is asked for it on request, and its keys are in the list
 * from then on.
 */
function UnlistedBrand({ brand }: { readonly brand: string }) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  if (asks) {
    return (
      <BrandFromOperator
        brand={brand}
        none={
          <EmptyState icon={IconKeyOff} title={text('directory.keys.nowhere', { brand })}>
            {text('directory.keys.nowhereSays')}
          </EmptyState>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={IconSearchOff}
      title={text('directory.list.none', { text: brand })}
      action={
        <Button mt={8} onClick={() => setAsks(true)}>
          {text('directory.keys.ask')}
        </Button>
      }
    >
      {text('directory.keys.askSays')}
    </EmptyState>
  );
}

/** The keys of a brand as pictures, grouped by their form. */
function BrandKeys({ brand }: { readonly brand: string }) {
  const text = useText();
  const { value, problem, refetch } = useQuery(window.boxwright.directory.keys, { brand });
  const forms = useMemo(() => keyForms(value?.rows ?? []), [value]);
  return (
    <DetailPane
      section="keys"
      label={text('directory.keys.title', { brand })}
      title={text('directory.keys.title', { brand })}
      actions={value === null ? undefined : <AsOf asOf={value.asOf} />}
    >
      {problem !== null && <ProblemNotice problem={problem} tone="attention" onRetry={refetch} />}
      {value === null && problem === null && <RowsSkeleton rows={3} height={160} />}
      {value !== null && forms.length === 0 && (
        <EmptyState icon={IconKeyOff} title={text('directory.keys.none', { brand })}>
          {text('directory.keys.noneSays')}
        </EmptyState>
      )}
      <Stack gap="2">
        {forms.map((form) => (
          <KeyFormEntry key={form.name} form={form} />
        ))}
      </Stack>
    </DetailPane>
  );
}

/** A key form: its picture and its catalogue entries, each with the Box that it needs. */
function KeyFormEntry({ form }: { readonly form: KeyForm }) {
  const text = useText();
  return (
    <Row as="section" gap="3" align="start" className={classes['entry']} aria-label={form.name}>
      <KeyPicture url={form.pictureUrl} name={form.name} size={112} />
      <Block grow narrow>
        <h3>{form.name}</h3>
        <Block as="ul" plain above="half" aria-label={text('directory.keys.variants', { form: form.name })}>
          {form.variants.map((variant) => (
            <Grid as="li" key={variant.id} gap="2" align="center" ruled className={classes['variant']}>
              <Stack as="span" gap="hair" align="start" weight="strong">
                {variant.boxName ?? text('directory.keys.noBox')}
                {variant.outsideScope && (
                  <Row
                    as="span"
                    size="caption"
                    weight="strong"
                    inline
                    gap="1"
                    align="center"
                    tone="attention"
                    className={classes['outside']}
                  >
                    <IconBluetoothOff size={16} stroke={2} aria-hidden />
                    {text('directory.keys.outside')}
                  </Row>
                )}
              </Stack>
              <Grid as="dl" className={classes['numbers']}>
                {variant.boxSapNumber !== null && (
                  <Numbered name={text('directory.keys.sap')} value={variant.boxSapNumber} />
                )}
                <Numbered name={text('directory.keys.entry')} value={variant.id} />
              </Grid>
            </Grid>
          ))}
        </Block>
        <OtherNumbers of={form.variants} />
      </Block>
    </Row>
  );
}

/** Numbers without a meaning in the operator's document, under their original names: for questions to the operator. */
function OtherNumbers({ of }: { readonly of: readonly DirectoryKey[] }) {
  const text = useText();
  const numbered = of.filter(({ otherNumbers }) => Object.keys(otherNumbers).length > 0);
  if (numbered.length === 0) return null;
  return (
    <Disclosure label={text('directory.keys.otherNumbers')}>
      {numbered.map(({ id, otherNumbers }) => (
        <Grid as="dl" key={id} className={classes['numbers']}>
          <Numbered name={text('directory.keys.entry')} value={id} />
          {Object.entries(otherNumbers).map(([name, value]) => (
            <Numbered key={name} name={name} value={value} />
          ))}
        </Grid>
      ))}
    </Disclosure>
  );
}

function Numbered({ name, value }: { readonly name: string; readonly value: string | number }) {
  return (
    <Row gap="1" align="baseline" size="small">
      <Text as="dt" quiet>
        {name}
      </Text>
      <Text as="dd" mono>
        {value}
      </Text>
    </Row>
  );
}
