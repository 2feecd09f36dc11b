import { Button, Modal } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { usePreferencesOrDefaults } from '../../data/preferences.ts';
import classes from './CameraDialog.module.css';
import { CameraView } from './CameraView.tsx';
import { useCamera } from './use-camera.ts';

/** The camera's picture, kept at a tap. `onTaken` gets the picture as it stands, at once. */
export function PhotoDialog({
  onTaken,
  onClose,
}: {
  readonly onTaken: (picture: ImageBitmap) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [attempt, setAttempt] = useState(0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={text('scanning.photo.title')}
      closeButtonProps={{ 'aria-label': text('common.close') }}
      size={720}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes['content']}>
        <Taking key={attempt} onTaken={onTaken} onAgain={() => setAttempt(attempt + 1)} />
      </div>
    </Modal>
  );
}

function Taking({
  onTaken,
  onAgain,
}: {
  readonly onTaken: (picture: ImageBitmap) => void;
  readonly onAgain: () => void;
}) {
  const text = useText();
  const { cameraId } = usePreferencesOrDefaults();
  const { state, video } = useCamera(cameraId, null);
  const take = async () => {
    const picture = video.current;
    if (picture !== null) onTaken(await createImageBitmap(picture));
  };
  return (
    <>
      <CameraView state={state} video={video} wants="photo" onAgain={onAgain} />
      {state.state !== 'problem' && (
        <Button
          size="lg"
          data-autofocus
          disabled={state.state !== 'watching'}
          leftSection={<IconCamera size={22} stroke={1.8} aria-hidden />}
          onClick={() => void take()}
        >
          {text('scanning.photo.take')}
        </Button>
      )}
    </>
  );
}
