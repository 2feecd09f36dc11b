import { IconBuilding } from '@tabler/icons-react';
import { useStatus } from '../data/status.ts';
import { useText } from '../i18n/use-text.ts';
import { Row, Text } from './layout.tsx';

/** The customer that a page or dialog belongs to, on a laptop of several; nothing on a laptop of one. */
export function CustomerName() {
  const text = useText();
  const status = useStatus().value;
  if (status === null || status.profile === null || status.customers.length < 2) return null;
  return (
    <Row gap="1" fixed>
      <IconBuilding size={18} stroke={2} aria-hidden />
      <Text size="small" weight="strong" breaks>
        {text('customers.of', { customer: status.profile.customerName })}
      </Text>
    </Row>
  );
}
