import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { IconKeyOff, IconSearchOff } from '@tabler/icons-react';
import { foldForSearch } from '../../../../shared/domain/serial.ts';
import { hashOf } from '../../../navigation/route.ts';
import { wholePages } from '../../../lists/row-pages.ts';
import { useQuery } from '../../../data/lookup.ts';
import { BrandFromOperator } from '../../../components/BrandFromOperator.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { ChooseFirst } from '../frame/ChooseFirst.tsx';
import { DirectoryFrame } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowWords.tsx';
import { useSearch } from '../list/searches.ts';
import type { SectionProps } from '../section-props.ts';
import { BrandKeys } from './BrandKeys.tsx';

const everything = {} as const;
const wantNoMore = () => {};

/** The key catalogue: which key fits which car, and the Box it needs. */
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
          want: wantNoMore,
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

/** A brand that the catalogue on this laptop does not have: the operator may. What it has stands in the list from then on. */
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
