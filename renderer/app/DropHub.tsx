import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import type { TextKey } from '../i18n/texts.ts';
import { deliverFiles, droppedKind, setDroppedList } from '../navigation/dropped-files.ts';
import { navigate, useRoute } from '../navigation/route.ts';
import { openDialog } from '../navigation/use-shortcuts.ts';
import { clearNotice, showNotice } from '../scanning/notice-store.ts';
import { Text } from '../components/layout.tsx';
import classes from './DropHub.module.css';

// Taking a job over is rare, so its dialog is loaded on first use.
const TakeJob = lazy(async () => ({ default: (await import('../screens/home/TakeJob.tsx')).TakeJob }));

/**
 * Routes files that are dropped on the window: to the element that accepts them, a list of cars to the import, the file
 * of a job to the take-over. Mounted once per window.
 */
export function DropHub({
  connected,
}: {
  /** Whether there is a profile that can use files. */
  readonly connected: boolean;
}) {
  const text = useText();
  const { screen } = useRoute();
  const [over, setOver] = useState(false);
  const [job, setJob] = useState<{ readonly file: File; readonly number: number } | null>(null);
  const [taking, setTaking] = useState(false);
  const onDrop = useEffectEvent((files: readonly File[], at: Element | null) => {
    clearNotice();
    const [first, ...others] = files;
    if (first === undefined || openDialog()?.hasAttribute('data-lock-page') === true) return;
    if (!connected) return say('dropping.connectFirst', first);
    const kind = droppedKind(first);
    if (kind === null) return say('dropping.unknown', first);
    if (others.some((file) => droppedKind(file) !== kind)) return say('dropping.mixed', null);
    if (kind !== 'picture' && others.length > 0) return say('dropping.oneOnly', null);
    const delivery = deliverFiles(kind, files, at);
    if (delivery === 'taken') return undefined;
    if (delivery === 'aim') return say('dropping.aim', null);
    if (delivery === 'dialog-open') return say('dropping.closeFirst', first);
    if (kind === 'picture') return say('dropping.noPlace', null);
    if (kind === 'list') {
      setDroppedList(first);
      return navigate({ screen: 'batch' });
    }
    setJob((before) => ({ file: first, number: (before?.number ?? 0) + 1 }));
    return setTaking(true);
  });
  // Leaving the import discards the dropped list.
  useEffect(() => {
    if (screen !== 'batch') setDroppedList(null);
  }, [screen]);
  useEffect(() => listenForFiles(setOver, (files, at) => onDrop(files, at)), []);
  return (
    <>
      {over && (
        <Text as="p" weight="strong" className={classes['hint']} role="status">
          {text('dropping.release')}
        </Text>
      )}
      {job !== null && (
        <Suspense>
          <TakeJob key={job.number} given={job.file} opened={taking} onClose={() => setTaking(false)} />
        </Suspense>
      )}
    </>
  );
}

function say(key: TextKey, file: File | null): void {
  showNotice({ about: 'file', says: { key }, code: file?.name ?? null, car: null, actions: [] });
}

/**
 * Listens for files dragged from the desktop over this window. A dragged picture of the page itself and dragged text
 * are ignored. The browser never opens a dropped file in place of the window.
 */
function listenForFiles(
  setOver: (over: boolean) => void,
  onDrop: (files: readonly File[], at: Element | null) => void,
): () => void {
  const ending = new AbortController();
  let own = false;
  const mark = (over: boolean) => {
    document.body.toggleAttribute('data-files-over', over);
    setOver(over);
  };
  const hear = (
    name: 'dragover' | 'dragleave' | 'drop',
    act: (event: DragEvent, carried: DataTransfer) => void,
  ) =>
    window.addEventListener(
      name,
      (event) => {
        const carried = event.dataTransfer;
        if (carried !== null && !own && carried.types.includes('Files')) act(event, carried);
      },
      { signal: ending.signal },
    );
  const drag = (is: boolean) => () => {
    own = is;
  };
  window.addEventListener('dragstart', drag(true), { signal: ending.signal });
  window.addEventListener('dragend', drag(false), { signal: ending.signal });
  // A dragged element that leaves the page gets no `dragend`. `pointermove` fires only when no drag is under way, so it
  // ends the drag too.
  window.addEventListener('pointermove', drag(false), { signal: ending.signal });
  hear('dragover', (event, carried) => {
    event.preventDefault();
    carried.dropEffect = 'copy';
    mark(true);
  });
  hear('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  hear('drop', (event, carried) => {
    event.preventDefault();
    mark(false);
    onDrop([...carried.files], event.target instanceof Element ? event.target : null);
  });
  return () => {
    ending.abort();
    mark(false);
  };
}
