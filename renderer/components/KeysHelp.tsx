import { Modal } from '@mantine/core';
import { KeyHint } from './KeyHint.tsx';
import classes from './KeysHelp.module.css';

/** A key and what it does. */
export type KeyHelp = readonly [key: string, says: string];

/** Which key does what on a screen. */
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
