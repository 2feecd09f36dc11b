import { ActionIcon } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { createStore, useStore } from 'zustand';
import { useText } from '../../i18n/use-text.ts';

/** Opens the camera; its codes take the same route as a scanner's. */
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

const store = createStore(() => ({ open: false }));

/** Opens the camera over the present screen; its codes take the same route as a scanner's. */
const openCamera = (): void => store.setState({ open: true });
export const closeCamera = (): void => store.setState({ open: false });
export const useCameraOpen = (): boolean => useStore(store, ({ open }) => open);
