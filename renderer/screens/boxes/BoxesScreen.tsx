import { IconBox } from '@tabler/icons-react';
import { useState } from 'react';
import { isAtHand, type StockBox } from '../../../shared/domain/box-life.ts';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useDraftsRead } from '../../data/form-drafts.ts';
import { useText } from '../../i18n/use-text.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { BoxList } from './BoxList.tsx';
import { MarkBox } from './MarkBox.tsx';
import { ScanForm } from './ScanForm.tsx';
import { useScanList } from './scan-list.ts';

/** Boxes scanned in and out, and the ones that are at hand or out of use. */
export function BoxesScreen() {
  const text = useText();
  const boxes = useBoxes();
  const draftsRead = useDraftsRead();
  const scans = useScanList();
  const [marking, setMarking] = useState<StockBox | null>(null);
  const all = boxes.value?.boxes ?? [];
  const atHand = all.filter(isAtHand);
  const outOfUse = all.filter((box) => !isAtHand(box));
  const count = scans.serials.length;
  return (
    <PageLayout
      ofCustomer
      rail={<NavigationRail />}
      title={text('boxes.title')}
      lead={text('boxes.lead')}
      width="reading"
      action={
        <PrimaryAction
          label={count === 0 ? text('boxes.record') : text('boxes.act', { count })}
          onAct={() => void scans.record()}
          busy={scans.busy}
          disabled={count === 0}
          hint={count === 0 ? text('boxes.missing') : undefined}
        />
      }
    >
      {draftsRead && <ScanForm scans={scans} onMark={setMarking} />}
      {boxes.problem !== null && <ProblemNotice problem={boxes.problem} onRetry={boxes.refetch} />}
      {boxes.value === null && boxes.problem === null && <RowsSkeleton />}
      {outOfUse.length > 0 && (
        <Section title={text('boxes.outOfUse')} count={outOfUse.length}>
          <BoxList boxes={outOfUse} onMark={setMarking} />
        </Section>
      )}
      {boxes.value !== null && (
        <Section title={text('boxes.atHand')} count={atHand.length}>
          {atHand.length > 0 ? (
            <BoxList boxes={atHand} onMark={setMarking} />
          ) : (
            <EmptyState icon={IconBox} title={text('boxes.none')}>
              {text('boxes.noneSays')}
            </EmptyState>
          )}
        </Section>
      )}
      {marking !== null && <MarkBox box={marking} onClose={() => setMarking(null)} />}
    </PageLayout>
  );
}
