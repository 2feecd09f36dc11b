import { useText } from '../../../i18n/use-text.ts';
import { LeaveOut } from '../../frame/LeaveOut.tsx';
import { KeyfobStep } from '../../steps/keyfob/KeyfobStep.tsx';

/** Step 2: the key names the Box; without one the Box's variant stays unchecked. */
export function KeyOrNone() {
  const text = useText();
  return <KeyfobStep otherwise={<LeaveOut step="keyfob" says={text('flow.key.skipSays')} />} />;
}
