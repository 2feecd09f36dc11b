import { ActionIcon, Button, Modal, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconBlur,
  IconCircle,
  IconLetterT,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useReducer, useState } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Media } from '../checklist/photos.ts';
import { Grid, Row, Stack, Text } from '../layout.tsx';
import { ProblemNotice } from '../ProblemNotice.tsx';
import { DrawingSurface } from './DrawingSurface.tsx';
import { renderMarked } from './draw-marks.ts';
import {
  type Edit,
  edited,
  type Editing,
  LONGEST_WORDS,
  MARK_KINDS,
  markedIn,
  type MarkKind,
  nothingDrawn,
  selectedIn,
} from './marks.ts';
import type { PhotoAnnotations } from './photo-annotations.ts';
import classes from './Annotate.module.css';

const ICONS = { arrow: IconArrowUpRight, circle: IconCircle, text: IconLetterT, blur: IconBlur } as const;

/** Draws marks on a photo and saves the result as a separate picture. */
export function AnnotateDialog({
  original,
  newest,
  media,
  onSave,
  onClose,
}: {
  /** The photo as taken; null: a part of the newest picture is blurred, and the original must not be drawn on. */
  readonly original: AttachmentDigest | null;
  /** The picture that is drawn on at first; the original where it has no annotation. */
  readonly newest: AttachmentDigest;
  readonly media: Pick<Media, 'picture'>;
  readonly onSave: NonNullable<PhotoAnnotations['annotate']>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [base, setBase] = useState(newest);
  const picture = useBitmap(media, base);
  const [editing, edit] = useReducer(edited, nothingDrawn);
  const [kind, setKind] = useState<MarkKind>('arrow');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asking, setAsking] = useState(false);
  const marks = markedIn(editing);
  const leave = () => {
    if (asking) setAsking(false);
    else if (editing.marks.length > 0) setAsking(true);
    else onClose();
  };
  const save = async () => {
    if (picture === null || marks.length === 0 || busy) return;
    setBusy(true);
    const blurred = marks.some((mark) => mark.kind === 'blur');
    const refused = await onSave(base, renderMarked(picture, marks), blurred);
    setBusy(false);
    setProblem(refused);
    if (refused === null) onClose();
  };
  return (
    <Modal
      opened
      onClose={leave}
      title={text('annotate.title')}
      closeButtonProps={{ 'aria-label': text('common.close') }}
      size={1240}
      transitionProps={{ duration: 0 }}
    >
      <Grid
        gap="3"
        align="start"
        className={classes['columns']}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          const key = event.key.toLowerCase();
          if (key !== 'z' && key !== 'y') return;
          event.preventDefault();
          edit({ do: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
        }}
      >
        <DrawingSurface picture={picture} editing={editing} kind={kind} edit={edit} />
        <Stack gap="1-half">
          <Tools kind={kind} onKind={setKind} />
          <EditActions editing={editing} edit={edit} />
          <Text as="p" size="small" quiet>
            {text(kind === 'blur' ? 'annotate.blurSays' : 'annotate.says')}
          </Text>
          <MarkFields editing={editing} edit={edit} />
          {original === null && (
            <Text as="p" size="small" quiet>
              {text('annotate.blurStays')}
            </Text>
          )}
          {original !== null && original !== newest && (
            <Button
              variant="default"
              aria-pressed={base === original}
              onClick={() => setBase(base === original ? newest : original)}
            >
              {text(base === original ? 'annotate.fromNewest' : 'annotate.fromOriginal')}
            </Button>
          )}
          {problem !== null && <ProblemNotice problem={problem} />}
          <Grid gap="1" className={classes['end']}>
            {asking ? (
              <DiscardQuestion onGoOn={() => setAsking(false)} onDiscard={onClose} />
            ) : (
              <>
                <Button size="lg" variant="default" onClick={leave}>
                  {text('common.cancel')}
                </Button>
                <Button
                  size="lg"
                  loading={busy}
                  disabled={picture === null || marks.length === 0}
                  onClick={() => void save()}
                >
                  {text('annotate.save')}
                </Button>
              </>
            )}
          </Grid>
        </Stack>
      </Grid>
    </Modal>
  );
}

/** The choice of the kind of mark that is drawn next. */
function Tools({ kind, onKind }: { readonly kind: MarkKind; readonly onKind: (kind: MarkKind) => void }) {
  const text = useText();
  return (
    <Grid role="group" aria-label={text('annotate.tools')} gap="1" className={classes['tools']}>
      {MARK_KINDS.map((one) => {
        const Icon = ICONS[one];
        return (
          <Button
            key={one}
            size="lg"
            variant={one === kind ? 'filled' : 'default'}
            aria-pressed={one === kind}
            leftSection={<Icon size={22} stroke={1.8} aria-hidden />}
            onClick={() => onKind(one)}
          >
            {text(`annotate.kind.${one}`)}
          </Button>
        );
      })}
    </Grid>
  );
}

interface EditorProps {
  readonly editing: Editing;
  readonly edit: (edit: Edit) => void;
}

/** Undo, redo, and deleting the selected mark. */
function EditActions({ editing, edit }: EditorProps) {
  const text = useText();
  return (
    <Row gap="1">
      <ActionIcon
        variant="default"
        size={44}
        disabled={editing.past.length === 0}
        aria-label={text('annotate.undo')}
        title={text('annotate.undo')}
        onClick={() => edit({ do: 'undo' })}
      >
        <IconArrowBackUp size={22} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={44}
        disabled={editing.future.length === 0}
        aria-label={text('annotate.redo')}
        title={text('annotate.redo')}
        onClick={() => edit({ do: 'redo' })}
      >
        <IconArrowForwardUp size={22} stroke={1.8} aria-hidden />
      </ActionIcon>
      <Button
        variant="default"
        disabled={selectedIn(editing) === null}
        leftSection={<IconTrash size={20} stroke={1.8} aria-hidden />}
        onClick={() => edit({ do: 'delete' })}
      >
        {text('annotate.delete')}
      </Button>
    </Row>
  );
}

/** The words of a selected text, and the list of all marks, by which the keyboard selects one. */
function MarkFields({ editing, edit }: EditorProps) {
  const text = useText();
  const selected = selectedIn(editing);
  return (
    <>
      {selected?.kind === 'text' && (
        <TextInput
          key={selected.id}
          autoFocus
          label={text('annotate.words')}
          value={selected.words}
          maxLength={LONGEST_WORDS}
          autoComplete="off"
          onChange={(event) => edit({ do: 'word', words: event.currentTarget.value })}
        />
      )}
      {editing.marks.length > 0 && (
        <Row role="group" aria-label={text('annotate.marks')} gap="1" wrap className={classes['marks']}>
          {editing.marks.map((mark, index) => (
            <Button
              key={mark.id}
              variant="default"
              aria-pressed={mark.id === editing.selected}
              data-selected={mark.id === editing.selected || undefined}
              onClick={() => edit({ do: 'select', id: mark.id })}
            >
              {text('annotate.mark', { number: index + 1, kind: text(`annotate.kind.${mark.kind}`) })}
            </Button>
          ))}
        </Row>
      )}
    </>
  );
}

/** Asks before drawn marks are discarded. */
function DiscardQuestion({
  onGoOn,
  onDiscard,
}: {
  readonly onGoOn: () => void;
  readonly onDiscard: () => void;
}) {
  const text = useText();
  return (
    <>
      <p role="alert">{text('annotate.discardAsk')}</p>
      <Button size="lg" variant="default" autoFocus onClick={onGoOn}>
        {text('annotate.goOn')}
      </Button>
      <Button size="lg" variant="danger" onClick={onDiscard}>
        {text('annotate.discard')}
      </Button>
    </>
  );
}

/** The decoded picture; null before it is loaded, or when its file is missing. */
function useBitmap(media: Pick<Media, 'picture'>, digest: AttachmentDigest): ImageBitmap | null {
  const [found, setFound] = useState<{ readonly digest: string; readonly bitmap: ImageBitmap } | null>(null);
  useEffect(() => {
    let asked = true;
    const read = async () => {
      const address = await media.picture(digest);
      if (address === null || !asked) return;
      const image = new Image();
      image.src = address;
      await image.decode();
      const bitmap = await createImageBitmap(image);
      if (asked) setFound({ digest, bitmap });
    };
    void read();
    return () => {
      asked = false;
    };
  }, [media, digest]);
  return found?.digest === digest ? found.bitmap : null;
}
