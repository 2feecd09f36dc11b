import type { Instant } from '../../shared/time.ts';
import { useText } from '../i18n/use-text.ts';
import { Text } from './layout.tsx';

/** The age of a local copy. */
export function AsOf({ asOf }: { readonly asOf: Instant | null }) {
  const text = useText();
  return (
    <Text size="caption" quiet>
      {asOf === null ? text('flow.frame.neverRead') : text('flow.frame.asOf', { at: asOf })}
    </Text>
  );
}
