import type { ReactNode } from 'react';
import type { OperationState } from '../../shared/domain/operation.ts';
import type { StepState } from '../../shared/domain/job.ts';
import { useText } from '../i18n/use-text.ts';
import { type Badge, operationBadge, stepBadges, type Tone } from './badges.ts';
import { Row } from './layout.tsx';
import classes from './Badge.module.css';

/** A state as icon, word and colour; colour is never the only sign. */
export function StateBadge({
  tone,
  icon: Icon,
  children,
}: {
  readonly tone: Tone;
  readonly icon: Badge['icon'];
  readonly children: ReactNode;
}) {
  return (
    <Row
      as="span"
      inline
      gap="1"
      align="center"
      size="small"
      weight="strong"
      className={classes['badge']}
      data-tone={tone}
    >
      <Icon size={18} stroke={2} aria-hidden />
      <span>{children}</span>
    </Row>
  );
}

function Worded({ badge }: { readonly badge: Badge }) {
  const text = useText();
  return (
    <StateBadge tone={badge.tone} icon={badge.icon}>
      {text(badge.word)}
    </StateBadge>
  );
}

/** The state of an operation. `reportedBy`: the laptop that reported it, where the operator has not confirmed it. */
export const OperationBadge = ({
  state,
  reportedBy = null,
}: {
  readonly state: OperationState;
  readonly reportedBy?: string | null;
}) => <Worded badge={operationBadge(state, reportedBy)} />;

/** The state of a step in the rail. */
export const StepBadge = ({ state }: { readonly state: StepState }) => <Worded badge={stepBadges[state]} />;

/**
 * "According to Bay 3": for a result that only another laptop has reported ('' = a laptop whose name is not proven).
 */
export function useAccordingTo(): (reportedBy: string) => string {
  const text = useText();
  return (laptop) =>
    laptop === '' ? text('handOver.reported.unknown') : text('handOver.reported.by', { laptop });
}
