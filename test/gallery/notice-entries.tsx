import { Button } from '@mantine/core';
import { IconCar } from '@tabler/icons-react';
import { BrandFromOperator } from '../../renderer/components/key-catalogue.tsx';
import { EmptyState, RowsSkeleton } from '../../renderer/components/EmptyState.tsx';
import { OfficeNotice } from '../../renderer/components/OfficeNotice.tsx';
import { ProblemNotice, ProblemSentence } from '../../renderer/components/ProblemNotice.tsx';
import { useText } from '../../renderer/i18n/use-text.ts';
import { makeProblem, problemCode } from '../../shared/problem.ts';
import type { GalleryEntry } from './Frame.tsx';
import { Column } from './layout.tsx';

const RAW = '{"type":"about:blank","title":"Conflict","status":409}';

function Empty() {
  const text = useText();
  return (
    <EmptyState
      icon={IconCar}
      title={text('flow.restore.empty')}
      action={<Button>{text('common.continue')}</Button>}
    >
      {text('flow.restore.emptySays')}
    </EmptyState>
  );
}

/** Notices to a person. */
export const noticeEntries: readonly GalleryEntry[] = [
  {
    name: 'ProblemNotice',
    show: () => (
      <Column>
        <ProblemNotice problem={makeProblem('operator-conflict', {}, RAW)} rawOpen />
        <ProblemNotice
          problem={makeProblem('relay-unreachable')}
          tone="attention"
          onRetry={() => undefined}
        />
        {problemCode.options.map((code) => (
          <ProblemNotice key={code} problem={makeProblem(code)} />
        ))}
      </Column>
    ),
  },
  { name: 'EmptyState', show: Empty },
  {
    name: 'Saying',
    show: () => (
      <p>
        <ProblemSentence
          of={{ key: 'operations.install', params: { serial: '001234021', car: 'M BX 1042' } }}
        />
      </p>
    ),
  },
  { name: 'OfficeNotice', show: () => <OfficeNotice place="home" /> },
  { name: 'BrandFromOperator', show: () => <BrandFromOperator brand="Mercedes-Benz" none={null} /> },
  { name: 'RowsSkeleton', show: () => <RowsSkeleton /> },
];
