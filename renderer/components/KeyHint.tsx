import { useText } from '../i18n/use-text.ts';
import classes from './KeyHint.module.css';

/** A keyboard of Apple's has ⌘ where others have Ctrl, in German Strg. */
const isApple = window.navigator.userAgent.includes('Mac');

/** The key that does the same, drawn small: 'N', 'mod+Enter'. */
export function KeyHint({
  keys,
  onAccent = false,
  idle = false,
}: {
  readonly keys: string;
  readonly onAccent?: boolean;
  /** The key does nothing just now: its sign is not shown, its room stays. */
  readonly idle?: boolean;
}) {
  const text = useText();
  const signs = new Map([
    ['enter', '⏎'],
    ['mod', isApple ? '⌘' : text('keys.control')],
    ['escape', text('keys.escape')],
  ]);
  return (
    <kbd
      className={classes['hint']}
      data-on-accent={onAccent || undefined}
      data-idle={idle || undefined}
      aria-hidden
    >
      {keys
        .split('+')
        .map((key) => signs.get(key.toLowerCase()) ?? key)
        .join(' ')}
    </kbd>
  );
}
