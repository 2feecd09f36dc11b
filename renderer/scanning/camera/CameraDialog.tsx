import { Button, Modal, TextInput, Loader, Select } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { IconCamera, IconBulb, IconBulbOff, IconCameraOff } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text.ts';
import { usePreferencesOrDefaults, changePreferences } from '../../data/laptop.ts';
import { useScans } from '../receivers.ts';
import { useCamera, type CameraState } from './use-camera.ts';
import { Row, Stack } from '../../components/layout.tsx';
import classes from './CameraDialog.module.css';

/** The camera's picture with a frame for the code; a code can also be typed beneath. */
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
  // A scan by the USB scanner is accepted too.
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
      <Stack gap="2">
        <Reading key={attempt} onRead={onRead} onRetry={() => setAttempt(attempt + 1)} />
        <Row
          as="form"
          gap="1"
          align="end"
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
        </Row>
      </Stack>
    </Modal>
  );
}

/** The picture; frames are decoded until one holds a code. */
function Reading({
  onRead,
  onRetry,
}: {
  readonly onRead: (text: string) => void;
  readonly onRetry: () => void;
}) {
  const { cameraId } = usePreferencesOrDefaults();
  const { state, video } = useCamera(cameraId, onRead);
  return <CameraView state={state} video={video} wants="code" onRetry={onRetry} />;
}

/** The camera's picture, taken at a tap. `onTaken` gets the present frame at once. */
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
      <Stack gap="2">
        <Taking key={attempt} onTaken={onTaken} onRetry={() => setAttempt(attempt + 1)} />
      </Stack>
    </Modal>
  );
}

function Taking({
  onTaken,
  onRetry,
}: {
  readonly onTaken: (picture: ImageBitmap) => void;
  readonly onRetry: () => void;
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
      <CameraView state={state} video={video} wants="photo" onRetry={onRetry} />
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

/** The camera's picture or the reason why there is none, and the camera's settings. */
function CameraView({
  state,
  video,
  wants,
  onRetry,
}: {
  readonly state: CameraState;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly wants: 'code' | 'photo';
  readonly onRetry: () => void;
}) {
  return (
    <>
      <div className={classes['picture']}>
        <video ref={video} className={classes['video']} data-wants={wants} muted playsInline aria-hidden />
        <Over state={state} wants={wants} onRetry={onRetry} />
      </div>
      {state.state === 'watching' && <Controls watching={state} />}
    </>
  );
}

/** The layer over the picture: the frame for a code, or the reason why there is no picture. */
function Over({
  state,
  wants,
  onRetry,
}: {
  readonly state: CameraState;
  readonly wants: 'code' | 'photo';
  readonly onRetry: () => void;
}) {
  const text = useText();
  if (state.state === 'watching') {
    return wants === 'photo' ? null : (
      <Stack gap="2" align="center" justify="center" className={classes['over']}>
        <div className={classes['frame']} />
        <p className={classes['hold']} role="status">
          {text('scanning.camera.hold')}
        </p>
      </Stack>
    );
  }
  if (state.state === 'starting') {
    return (
      <Stack gap="2" align="center" justify="center" className={classes['over']} data-empty>
        <Loader color="currentColor" />
        <p role="status">{text('scanning.camera.starting')}</p>
      </Stack>
    );
  }
  return (
    <Stack gap="2" align="center" justify="center" className={classes['over']} data-empty>
      <IconCameraOff size={40} stroke={1.6} aria-hidden />
      <p role="alert">
        {text(
          wants === 'photo'
            ? `scanning.photo.problem.${state.problem}`
            : `scanning.camera.problem.${state.problem}`,
        )}
      </p>
      <Button variant="default" onClick={onRetry}>
        {text('scanning.camera.again')}
      </Button>
    </Stack>
  );
}

/** The choice of the camera, where there are several, and its light, where it has one. */
function Controls({ watching }: { readonly watching: Extract<CameraState, { state: 'watching' }> }) {
  const text = useText();
  const { camera, cameras } = watching;
  const [light, setLight] = useState(false);
  if (cameras.length < 2 && camera.torch === null) return null;
  const shine = async (on: boolean) => {
    await camera.torch?.(on);
    setLight(on);
  };
  return (
    <Row gap="1" wrap>
      {cameras.length > 1 && (
        <Select
          className={classes['which'] ?? ''}
          aria-label={text('scanning.camera.which')}
          allowDeselect={false}
          value={camera.deviceId}
          data={cameras.map(({ deviceId, label }, index) => ({
            value: deviceId,
            label: label === '' ? text('scanning.camera.number', { number: index + 1 }) : label,
          }))}
          onChange={(cameraId) => void changePreferences({ cameraId })}
        />
      )}
      {camera.torch !== null && (
        <Button
          variant="default"
          aria-pressed={light}
          leftSection={
            light ? (
              <IconBulb size={20} stroke={2} aria-hidden />
            ) : (
              <IconBulbOff size={20} stroke={2} aria-hidden />
            )
          }
          onClick={() => void shine(!light)}
        >
          {text(light ? 'scanning.camera.lightOff' : 'scanning.camera.lightOn')}
        </Button>
      )}
    </Row>
  );
}
