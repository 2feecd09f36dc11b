import { Button } from '@mantine/core';
import { IconKeyOff, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { BrandFromOperator } from '../../../components/BrandFromOperator.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useText } from '../../../i18n/use-text.ts';

/** A brand that the catalogue on this laptop does not have: the operator may. What it has stands in the list from then on. */
export function UnlistedBrand({ brand }: { readonly brand: string }) {
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
