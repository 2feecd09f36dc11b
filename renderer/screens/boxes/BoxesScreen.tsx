import { IconBox } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button } from '@mantine/core';
import { type BoxCondition, isAtHand, type StockBox } from '../../../shared/domain/boxes.ts';
import { ChoiceTile, ChoiceTiles } from '../../components/ChoiceTiles.tsx';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Section } from '../../components/Section.tsx';
import { conditionBadges, placeBadges } from '../../components/box-badges.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { Serial } from '../../components/figures.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useMutation } from '../../data/call.ts';
import { useDraftsRead } from '../../data/form-drafts.ts';
import { useMay } from '../../data/status.ts';
import { useText } from '../../i18n/use-text.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { useScanList, ScanForm } from './ScanForm.tsx';
import classes from './Boxes.module.css';
import lines from '../../components/List.module.css';

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

/** Boxes with their place and condition, each with the act that marks it. */
function BoxList({
  boxes,
  onMark,
}: {
  readonly boxes: readonly StockBox[];
  readonly onMark: (box: StockBox) => void;
}) {
  const text = useText();
  const mayClear = useMay()('boxes.mark', true);
  return (
    <ul className={lines['lines']}>
      {boxes.map((box) => {
        const { serial, condition } = box;
        const isGood = condition === 'good';
        return (
          <Row key={serial} as="li" gap="2" align="center" justify="between" className={classes['line']}>
            <Stack narrow>
              <Row gap="1-half" align="baseline" wrap>
                <Serial serial={serial} />
                {box.sapNumber !== null && (
                  <Text size="small" quiet mono>
                    {box.sapNumber}
                  </Text>
                )}
              </Row>
              <Text size="small" quiet breaks>
                <LocationLine box={box} />
              </Text>
            </Stack>
            <Row gap="1-half" align="center" fixed>
              {!isGood && (
                <StateBadge tone={conditionBadges[condition].tone} icon={conditionBadges[condition].icon}>
                  {text(conditionBadges[condition].word)}
                </StateBadge>
              )}
              {(isGood || mayClear) && (
                <Button
                  variant="default"
                  aria-label={text(isGood ? 'boxes.markBox' : 'boxes.clearBox', { serial })}
                  onClick={() => onMark(box)}
                >
                  {text(isGood ? 'boxes.mark' : 'boxes.clear')}
                </Button>
              )}
            </Row>
          </Row>
        );
      })}
    </ul>
  );
}

/** The place of a Box, since when and by whom, and why it is out of use. */
function LocationLine({ box }: { readonly box: StockBox }) {
  const text = useText();
  const place = text(placeBadges[box.place ?? 'unknown'].word);
  return (
    <>
      {box.movedAt === null
        ? place
        : box.movedBy === ''
          ? text('boxes.since', { place, at: box.movedAt })
          : text('boxes.sinceBy', { place, at: box.movedAt, name: box.movedBy })}
      {box.reason !== '' && ` · ${box.reason}`}
    </>
  );
}
