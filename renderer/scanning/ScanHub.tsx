import { lazy, memo, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, CloseButton, Portal } from '@mantine/core';
import { IconBarcode, IconFile } from '@tabler/icons-react';
import { usePreferencesOrDefaults } from '../data/laptop.ts';
import { CarLine } from '../components/CarLine.tsx';
import { useProblemText, useText } from '../i18n/use-text.ts';
import { openDialog, useShortcuts } from '../navigation/use-shortcuts.ts';
import { closeCamera, useCameraOpen } from './camera/CameraButton.tsx';
import { listenForScans } from './keyboard/keyboard-scans.ts';
import { textOf, unwrapped } from './keyboard/layouts.ts';
import { clearNotice, type NoticeAction, type NoticeWords, useNotice } from './notice-store.ts';
import { rawListener, WIDE_OPEN } from './receivers.ts';
import { takeScan } from './scan-intake.ts';
import { typedInto } from './keyboard/field-snapshot.ts';
import { Grid, Row, Stack, Text } from '../components/layout.tsx';
import classes from './ScanHub.module.css';

// The code reader is larger than the rest of the window, so it is loaded on first use.
const CameraDialog = lazy(async () => ({
  default: (await import('./camera/CameraDialog.tsx')).CameraDialog,
}));

/** Receives every scan of this window and routes it. Mounted once per window. */
export const ScanHub = memo(function ScanHub({
  connected,
}: {
  /** Whether there is a profile in whose data a scan can be looked up. */ readonly connected: boolean;
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
              // Closed before the scan is routed, because a front dialog would block it.
              flushSync(closeCamera);
              takeScan(text);
            }}
            onClose={closeCamera}
          />
        </Suspense>
      )}
    </>
  );
});

/**
 * The scanned code or dropped file and its meaning, above the status bar. It blocks nothing, and the next notice
 * replaces it.
 */
function ScanNotice() {
  const text = useText();
  const notice = useNotice();
  const Icon = notice?.about === 'file' ? IconFile : IconBarcode;
  // Also while a person types, because a notice never concerns the content of a field.
  useShortcuts(notice === null ? [] : [['escape', clearNotice]], { whileTyping: true });
  return (
    <Portal>
      <Row
        justify="center"
        className={classes['place']}
        role="status"
        aria-label={text(notice?.about === 'file' ? 'dropping.label' : 'scanning.label')}
      >
        {notice !== null && (
          <Grid key={notice.number} gap="2" align="start" className={classes['notice']}>
            <Icon data-tone="accent" className={classes['icon']} size={28} stroke={1.8} aria-hidden />
            <Stack gap="1" className={classes['words']}>
              <Text as="p" size="body" weight="strong">
                <Words of={notice.says} />
              </Text>
              {notice.car !== null && <CarLine car={notice.car} />}
              {notice.code !== null && (
                <Text as="p" quiet mono breaks size="body" line="inherit">
                  {notice.code}
                </Text>
              )}
              {notice.actions.length > 0 && <Actions actions={notice.actions} />}
            </Stack>
            <CloseButton size={44} iconSize={20} aria-label={text('common.close')} onClick={clearNotice} />
          </Grid>
        )}
      </Row>
    </Portal>
  );
}

function Words({ of }: { readonly of: NoticeWords }) {
  const text = useText();
  const problemText = useProblemText();
  return <>{'key' in of ? text(of.key, of.params) : problemText(of.problem).says}</>;
}

function Actions({ actions }: { readonly actions: readonly NoticeAction[] }) {
  const first = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  // The first act takes the focus, so that Enter triggers it, unless the person is typing.
  useEffect(() => {
    if (typedInto(document.activeElement) === null && openDialog() === null)
      first.current?.focus({ preventScroll: true });
  }, []);
  const act = async (action: NoticeAction) => {
    setBusy(true);
    await action.act();
    setBusy(false);
  };
  return (
    <Row gap="1" wrap above="1">
      {actions.map((action, index) => (
        <Button
          key={index}
          ref={index === 0 ? first : null}
          variant={index === 0 ? 'filled' : 'default'}
          disabled={busy}
          onClick={() => void act(action)}
        >
          <Words of={action.label} />
        </Button>
      ))}
    </Row>
  );
}
