import { Button, Loader, Select } from '@mantine/core';
import { IconBulb, IconBulbOff, IconCameraOff } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { changePreferences } from '../../data/preferences.ts';
import classes from './CameraView.module.css';
import type { CameraState } from './use-camera.ts';

/** The camera's picture, why there is none, and its settings. */
export function CameraView({
  state,
  video,
  wants,
  onAgain,
}: {
  readonly state: CameraState;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly wants: 'code' | 'photo';
  readonly onAgain: () => void;
}) {
  return (
    <>
      <div className={classes['picture']}>
        <video ref={video} className={classes['video']} data-wants={wants} muted playsInline aria-hidden />
        <Over state={state} wants={wants} onAgain={onAgain} />
      </div>
      {state.state === 'watching' && <Controls watching={state} />}
    </>
  );
}

/** The layer over the picture: the frame for a code, or why there is no picture. */
function Over({
  state,
  wants,
  onAgain,
}: {
  readonly state: CameraState;
  readonly wants: 'code' | 'photo';
  readonly onAgain: () => void;
}) {
  const text = useText();
  if (state.state === 'watching') {
    return wants === 'photo' ? null : (
      <div className={classes['over']}>
        <div className={classes['frame']} />
        <p className={classes['hold']} role="status">
          {text('scanning.camera.hold')}
        </p>
      </div>
    );
  }
  if (state.state === 'starting') {
    return (
      <div className={classes['over']} data-empty>
        <Loader color="currentColor" />
        <p role="status">{text('scanning.camera.starting')}</p>
      </div>
    );
  }
  return (
    <div className={classes['over']} data-empty>
      <IconCameraOff size={40} stroke={1.6} aria-hidden />
      <p role="alert">
        {text(
          wants === 'photo'
            ? `scanning.photo.problem.${state.problem}`
            : `scanning.camera.problem.${state.problem}`,
        )}
      </p>
      <Button variant="default" onClick={onAgain}>
        {text('scanning.camera.again')}
      </Button>
    </div>
  );
}

/** Which camera, where there are several; its light, where it has one. */
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
    <div className={classes['controls']}>
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
    </div>
  );
}
