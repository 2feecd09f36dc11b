import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Row } from '../../components/layout.tsx';

/** One sentence that needs a person, with its sign and the button that leads on. */
export function HomeNotice({
  says,
  children,
  role,
}: {
  readonly says: string;
  readonly children: ReactNode;
  readonly role?: 'status';
}) {
  return (
    <Row gap="2" align="center" justify="between" above="2" note="attention" role={role}>
      <Row gap="1" align="center" narrow>
        <IconAlertTriangle data-tone="attention" size={20} stroke={2} aria-hidden />
        <p>{says}</p>
      </Row>
      {children}
    </Row>
  );
}
