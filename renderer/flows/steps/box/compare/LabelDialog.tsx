import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BoxLabel } from '../../../../../shared/domain/box-label.ts';
import { looksLikeSerial } from '../../../../../shared/domain/serial.ts';
import type { Media } from '../../../../components/checklist/media.ts';
import { usePicture } from '../../../../components/checklist/use-picture.ts';
import { useText } from '../../../../i18n/use-text.ts';
import classes from './LabelDialog.module.css';

/** The photo of the label, large, and what a person reads off it: typed, or said to be the same as the serial beside it. */
export function LabelDialog({
  label,
  serial,
  media,
  onRead,
  onClose,
}: {
  readonly label: BoxLabel;
  /** The serial it is compared with; empty where there is none that could be one. */
  readonly serial: string;
  readonly media: Pick<Media, 'picture'>;
  /** Null where it is only looked at. */
  readonly onRead: ((serial: string) => void) | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const picture = usePicture(media, label.digest);
  const [typed, setTyped] = useState(label.read?.serial ?? '');
  const fits = looksLikeSerial(typed);
  return (
    <Modal
      opened
      onClose={onClose}
      title={text(onRead === null ? 'flow.box.compare.dialog.alt' : 'flow.box.compare.dialog.title')}
      closeButtonProps={{ 'aria-label': text('common.close') }}
      size={880}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes['content']}>
        <div className={classes['picture']}>
          {picture !== null && <img src={picture} alt={text('flow.box.compare.dialog.alt')} />}
        </div>
        {onRead !== null && (
          <form
            className={classes['reading']}
            onSubmit={(event) => {
              event.preventDefault();
              // The step behind the dialog is a form too.
              event.stopPropagation();
              if (fits) onRead(typed);
            }}
          >
            <TextInput
              className={classes['field'] ?? ''}
              classNames={{ input: classes['mono'] ?? '' }}
              label={text('flow.box.compare.dialog.field')}
              description={text(
                label.read === null ? 'flow.box.compare.dialog.noCode' : 'flow.box.compare.dialog.says',
              )}
              inputWrapperOrder={['label', 'input', 'description']}
              data-autofocus
              data-takes-scans="serial"
              value={typed}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <div className={classes['ways']}>
              {serial !== '' && (
                <Button variant="default" size="lg" onClick={() => onRead(serial)}>
                  {text('flow.box.compare.dialog.same')}
                </Button>
              )}
              <Button type="submit" size="lg" disabled={!fits}>
                {text('flow.box.compare.dialog.keep')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </Modal>
  );
}
