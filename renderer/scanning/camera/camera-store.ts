import { createStore, useStore } from 'zustand';

const store = createStore(() => ({ open: false }));

/** Opens the camera over whatever is there; what it reads goes where a scanner's codes go. */
export const openCamera = (): void => store.setState({ open: true });
export const closeCamera = (): void => store.setState({ open: false });
export const useCameraOpen = (): boolean => useStore(store, ({ open }) => open);
