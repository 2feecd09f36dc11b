import { useText } from '../../i18n/use-text.ts';
import type { Badge } from '../../components/badges.ts';
import { Row, Text } from '../../components/layout.tsx';
import classes from './Sign.module.css';

/** A state in a cell of the table: icon, word and colour, without a background. */
export function Sign({ badge, quiet = false }: { readonly badge: Badge; readonly quiet?: boolean }) {
  const text = useText();
  const Icon = badge.icon;
  const word = text(badge.word);
  return (
    <Row
      as="span"
      gap="1"
      align="center"
      narrow
      size="small"
      weight="strong"
      className={classes['sign']}
      data-tone={badge.tone}
      data-quiet={quiet || undefined}
      title={word}
    >
      <Icon size={quiet ? 15 : 17} stroke={2.1} aria-hidden />
      <Text truncate>{word}</Text>
    </Row>
  );
}
