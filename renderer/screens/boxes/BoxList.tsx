import { Button } from '@mantine/core';
import type { StockBox } from '../../../shared/domain/boxes.ts';
import { conditionBadges, placeBadges } from '../../components/box-badges.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { Serial } from '../../components/Serial.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useMay } from '../../data/status.ts';
import { useText } from '../../i18n/use-text.ts';
import lines from '../../components/List.module.css';
import classes from './Boxes.module.css';

/** Boxes with their place and condition, each with the act that marks it. */
export function BoxList({
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
