import { IconKeyOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { AsOf } from '../../../components/AsOf.tsx';
import { keyForms } from '../../../components/key-forms.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { DetailPane } from '../frame/DetailPane.tsx';
import classes from './BrandKeys.module.css';
import { KeyFormEntry } from './KeyFormEntry.tsx';

/** The keys of a brand as pictures, grouped by their form. */
export function BrandKeys({ brand }: { readonly brand: string }) {
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
      {problem !== null && <ProblemNotice problem={problem} tone="attention" onAgain={refetch} />}
      {value === null && problem === null && <RowsSkeleton rows={3} height={160} />}
      {value !== null && forms.length === 0 && (
        <EmptyState icon={IconKeyOff} title={text('directory.keys.none', { brand })}>
          {text('directory.keys.noneSays')}
        </EmptyState>
      )}
      <div className={classes['forms']}>
        {forms.map((form) => (
          <KeyFormEntry key={form.name} form={form} />
        ))}
      </div>
    </DetailPane>
  );
}
