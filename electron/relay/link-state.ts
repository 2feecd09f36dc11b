import type { Clock, Instant } from '../../shared/time.ts';
import type { RelayState } from '../../shared/domain/status.ts';
import type { Problem } from '../../shared/problem.ts';

/** The relay's state as the status bar shows it; tells only what changed, and keeps `since` while the state stays. */
export interface LinkState {
  readonly connecting: () => void;
  readonly connected: (lastReceivedAt: Instant | null) => void;
  readonly unreachable: (problem: Problem) => void;
  readonly refused: (problem: Problem) => void;
  readonly isConnected: () => boolean;
}

/** Starts as `not-configured`, untold. */
export function createLinkState(clock: Clock, onState: (state: RelayState) => void): LinkState {
  let current: RelayState = { state: 'not-configured' };

  const enter = (next: RelayState): void => {
    if (JSON.stringify(next) === JSON.stringify(current)) return;
    current = next;
    onState(next);
  };
  const since = (state: RelayState['state']): Instant =>
    'since' in current && current.state === state ? current.since : clock.now();

  return {
    connecting: () => enter({ state: 'connecting' }),
    connected: (lastReceivedAt) => enter({ state: 'connected', since: since('connected'), lastReceivedAt }),
    unreachable: (problem) => enter({ state: 'unreachable', since: since('unreachable'), problem }),
    refused: (problem) => enter({ state: 'refused', since: since('refused'), problem }),
    isConnected: () => current.state === 'connected',
  };
}
