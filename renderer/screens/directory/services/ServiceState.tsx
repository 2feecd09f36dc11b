import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { useText } from '../../../i18n/use-text.ts';

/** Active or ended, as the operator tells it. */
export function ServiceState({ terminated }: { readonly terminated: boolean }) {
  const text = useText();
  return terminated ? (
    <StateBadge tone="neutral" icon={IconCircleMinus}>
      {text('directory.service.terminated')}
    </StateBadge>
  ) : (
    <StateBadge tone="done" icon={IconCircleCheck}>
      {text('directory.service.active')}
    </StateBadge>
  );
}
