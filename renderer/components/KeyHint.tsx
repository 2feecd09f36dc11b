import classes from './KeyHint.module.css';

const signs: Readonly<Record<string, string>> = { enter: '⏎', mod: 'Ctrl', escape: 'Esc' };

/** The key that does the same, drawn small: 'N', 'mod+Enter'. */
export function KeyHint({ keys, onAccent = false }: { readonly keys: string; readonly onAccent?: boolean }) {
  return (
    <kbd className={classes['hint']} data-on-accent={onAccent || undefined} aria-hidden>
      {keys
        .split('+')
        .map((key) => signs[key.toLowerCase()] ?? key)
        .join(' ')}
    </kbd>
  );
}
