import { ActionIcon } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text.ts';
import { openCamera } from './camera-store.ts';

/** Opens the camera; what it reads goes where a scanner's codes go. */
export function CameraButton() {
  const text = useText();
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={text('scanning.camera.open')}
      title={text('scanning.camera.open')}
      onClick={openCamera}
    >
      <IconCamera size={22} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
}
