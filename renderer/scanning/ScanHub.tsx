import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { usePreferencesOrDefaults } from '../data/preferences.ts';
import { closeCamera, useCameraOpen } from './camera/camera-store.ts';
import { listenForScans } from './keyboard/keyboard-scans.ts';
import { textOf, unwrapped } from './keyboard/scan-text.ts';
import { clearNotice } from './notice-store.ts';
import { rawListener, WIDE_OPEN } from './raw-scans.ts';
import { takeScan } from './scan-intake.ts';
import { ScanNotice } from './ScanNotice.tsx';

// Its reader is larger than the rest of the window: it comes when it is wanted.
const CameraDialog = lazy(async () => ({
  default: (await import('./camera/CameraDialog.tsx')).CameraDialog,
}));

/** Hears every scan of this window and brings it where it belongs. Once per window. */
export function ScanHub({
  connected,
}: {
  /** Is there anything to look scans up in? */ readonly connected: boolean;
}) {
  const { scanner } = usePreferencesOrDefaults();
  const cameraOpen = useCameraOpen();
  const settings = useEffectEvent(() => {
    if (rawListener() !== null) return WIDE_OPEN;
    return connected ? scanner : null;
  });
  const onScan = useEffectEvent((burst: Parameters<Parameters<typeof listenForScans>[0]['onScan']>[0]) => {
    const raw = rawListener();
    if (raw === null) takeScan(unwrapped(textOf(burst.keys, scanner.layout), scanner));
    else raw(burst);
  });
  useEffect(() => listenForScans({ settings: () => settings(), onScan: (burst) => onScan(burst) }), []);
  useEffect(() => {
    window.addEventListener('hashchange', clearNotice);
    return () => window.removeEventListener('hashchange', clearNotice);
  }, []);
  return (
    <>
      <ScanNotice />
      {cameraOpen && (
        <Suspense>
          <CameraDialog
            onRead={(text) => {
              // Gone before the scan is brought anywhere: a dialog in front would keep it.
              flushSync(closeCamera);
              takeScan(text);
            }}
            onClose={closeCamera}
          />
        </Suspense>
      )}
    </>
  );
}
