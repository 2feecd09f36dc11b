import { useText } from '../../i18n/use-text.ts';
import type { Badge } from '../../components/badges.ts';
import { Text } from '../../components/layout.tsx';
import classes from './Sign.module.css';

/** A state in a cell of the table: icon, word and colour, without a background. */
export function Sign({ badge, quiet = false }: { readonly badge: Badge; readonly quiet?: boolean }) {
  const text = useText();
  const Icon = badge.icon;
  const word = text(badge.word);
  return (
    <span className={classes['sign']} data-tone={badge.tone} data-quiet={quiet || undefined} title={word}>
      <Icon className={classes['icon']} size={quiet ? 15 : 17} stroke={2.1} aria-hidden />
      <Text truncate>{word}</Text>
    </span>
  );
}
