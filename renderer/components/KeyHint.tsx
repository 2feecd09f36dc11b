import classes from './KeyHint.module.css';

const signs: Readonly<Record<string, string>> = { enter: '⏎', mod: 'Ctrl', escape: 'Esc' };

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
  return (
    <kbd
      className={classes['hint']}
      data-on-accent={onAccent || undefined}
      data-idle={idle || undefined}
      aria-hidden
    >
      {keys
        .split('+')
        .map((key) => signs[key.toLowerCase()] ?? key)
        .join(' ')}
    </kbd>
  );
}
