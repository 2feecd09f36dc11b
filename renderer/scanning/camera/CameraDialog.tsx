import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { usePreferencesOrDefaults } from '../../data/preferences.ts';
import { useScans } from '../receivers.ts';
import classes from './CameraDialog.module.css';
import { CameraView } from './CameraView.tsx';
import { useCamera } from './use-camera.ts';

/** The camera's picture with a frame to hold the code into; typing is always possible beneath. */
export function CameraDialog({
  onRead,
  onClose,
}: {
  readonly onRead: (text: string) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [attempt, setAttempt] = useState(0);
  const [typed, setTyped] = useState('');
  // A scanner at hand does as well.
  useScans('dialog', (scanned) => {
    onRead(scanned.text);
    return true;
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={text('scanning.camera.title')}
      size={720}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes['content']}>
        <Reading key={attempt} onRead={onRead} onAgain={() => setAttempt(attempt + 1)} />
        <form
          className={classes['typing']}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '') onRead(typed);
          }}
        >
          <TextInput
            className={classes['field'] ?? ''}
            classNames={{ input: classes['mono'] ?? '' }}
            label={text('scanning.camera.type')}
            value={typed}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            disabled={typed.trim() === ''}
            className={classes['use'] ?? ''}
          >
            {text('scanning.camera.use')}
          </Button>
        </form>
      </div>
    </Modal>
  );
}

/** The picture, read until it holds a code. */
function Reading({
  onRead,
  onAgain,
}: {
  readonly onRead: (text: string) => void;
  readonly onAgain: () => void;
}) {
  const { cameraId } = usePreferencesOrDefaults();
  const { state, video } = useCamera(cameraId, onRead);
  return <CameraView state={state} video={video} wants="code" onAgain={onAgain} />;
}
