import { Modal } from '@mantine/core';
import { useText } from '../i18n/use-text.ts';
import { keySigns } from '../format/printed.ts';
import { Text } from './layout.tsx';
import classes from './KeyHint.module.css';

const isApple = window.navigator.userAgent.includes('Mac');

/** The shortcut of a button, drawn small: 'N', 'mod+Enter'. */
export function KeyHint({
  keys,
  onAccent = false,
  idle = false,
}: {
  readonly keys: string;
  readonly onAccent?: boolean;
  /** The key is inactive: its sign is hidden, and its space is kept. */
  readonly idle?: boolean;
}) {
  const text = useText();
  return (
    <Text
      as="kbd"
      size="caption"
      line="lead"
      weight="strong"
      quiet
      className={classes['hint']}
      data-on-accent={onAccent || undefined}
      data-idle={idle || undefined}
      aria-hidden
    >
      {keySigns(keys, text, isApple)}
    </Text>
  );
}

/** A key and what it does. */
export type KeyHelp = readonly [key: string, says: string];

/** The shortcuts of a screen with their effects. */
export function KeysHelp({
  title,
  keys,
  onClose,
}: {
  readonly title: string;
  readonly keys: readonly KeyHelp[];
  readonly onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title={title} size={720}>
      <dl className={classes['keys']}>
        {keys.map(([key, says]) => (
          <div key={key}>
            <dt>
              <KeyHint keys={key} />
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
