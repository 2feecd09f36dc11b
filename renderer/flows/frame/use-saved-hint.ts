import { useText } from '../../i18n/use-text.ts';
import { useStatus } from '../../data/status.ts';

/** Where work is now: the quiet sentence beside the primary button. */
export function useSavedHint(): string {
  const text = useText();
  const { value: status } = useStatus();
  const connected = status === null || status.connection.state === 'online';
  return text(connected ? 'flow.frame.online' : 'flow.frame.offline');
}
