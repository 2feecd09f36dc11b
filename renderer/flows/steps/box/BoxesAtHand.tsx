import { Button } from '@mantine/core';
import { isAtHand } from '../../../../shared/domain/box-life.ts';
import { Row } from '../../../components/layout.tsx';
import { Section } from '../../../components/Section.tsx';
import { Serial } from '../../../components/Serial.tsx';
import { useBoxes } from '../../../data/boxes.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Upper bound of Boxes that are offered: two rows. */
const MOST_OFFERED = 6;

/**
 * The Boxes at hand that may fit, those of the needed variant alone where both are known. A tap looks the Box up and
 * fits nothing.
 */
export function BoxesAtHand({
  sap,
  onTake,
}: {
  /** The article number of the needed variant; null = any. */
  readonly sap: string | null;
  readonly onTake: (serial: string) => void;
}) {
  const text = useText();
  const fitting = (useBoxes().value?.boxes ?? [])
    .filter(isAtHand)
    .filter(({ sapNumber }) => sap === null || sapNumber === null || sapNumber === sap);
  if (fitting.length === 0) return null;
  return (
    <Section title={text('boxes.atHand')} count={fitting.length}>
      <Row gap="1" wrap>
        {fitting.slice(0, MOST_OFFERED).map(({ serial }) => (
          <Button
            key={serial}
            variant="default"
            size="lg"
            aria-label={text('boxes.takeThis', { serial })}
            onClick={() => onTake(serial)}
          >
            <Serial serial={serial} size="sm" />
          </Button>
        ))}
      </Row>
    </Section>
  );
}
