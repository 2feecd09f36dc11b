import { IconBox } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type BoxCondition, isAtHand, type StockBox } from '../../../shared/domain/boxes.ts';
import { ChoiceTile, ChoiceTiles } from '../../components/ChoiceTiles.tsx';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Section } from '../../components/Section.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useMutation } from '../../data/call.ts';
import { useDraftsRead } from '../../data/form-drafts.ts';
import { useText } from '../../i18n/use-text.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { BoxList } from './BoxList.tsx';
import { useScanList } from './scan-list.ts';
import { ScanForm } from './ScanForm.tsx';

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

/** Takes a Box out of use as defective or lost, or lets it be fitted again; either needs a reason. */
function MarkBox({ box, onClose }: { readonly box: StockBox; readonly onClose: () => void }) {
  const text = useText();
  const name = useId();
  const mark = useMutation(window.boxwright.boxes.mark);
  const { serial } = box;
  const clears = box.condition !== 'good';
  const [condition, setCondition] = useState<BoxCondition | null>(clears ? 'good' : null);
  const submit = async (reason: string) => {
    if (condition === null) return;
    const answer = await mark.run({ serial, condition, reason });
    if (answer.ok) onClose();
  };
  return (
    <ReasonDialog
      words={{
        title: text(clears ? 'boxes.clearTitle' : 'boxes.markTitle', { serial }),
        says: text(clears ? 'boxes.clearSays' : 'boxes.markSays'),
        reason: text('boxes.reason'),
        act: text(clears ? 'boxes.clearAct' : 'boxes.markAct'),
      }}
      danger={!clears}
      ready={condition !== null}
      busy={mark.busy}
      problem={mark.problem}
      onAct={(reason) => void submit(reason)}
      onClose={onClose}
    >
      {clears ? undefined : (
        <ChoiceTiles label={text('boxes.condition.label')}>
          {(['defective', 'lost'] as const).map((one) => (
            <ChoiceTile key={one} name={name} checked={condition === one} onChoose={() => setCondition(one)}>
              {text(`boxes.condition.${one}`)}
            </ChoiceTile>
          ))}
        </ChoiceTiles>
      )}
    </ReasonDialog>
  );
}
