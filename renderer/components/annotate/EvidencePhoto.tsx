import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { useText } from '../../i18n/use-text.ts';
import { type Media, usePicture } from '../checklist/photos.ts';
import { useAnnotations } from './photo-annotations.ts';
import { Text } from '../layout.tsx';
import classes from './EvidencePhoto.module.css';

const AnnotateDialog = lazy(async () => ({
  default: (await import('./AnnotateDialog.tsx')).AnnotateDialog,
}));

/**
 * A photo of a job: its newest annotation, with the original one tap away. In an open job it can be annotated. `alt` is
 * also used in the labels of its buttons.
 */
export function EvidencePhoto({
  original,
  alt,
  media,
  className = '',
  onDrawing,
}: {
  readonly original: AttachmentDigest;
  readonly alt: string;
  readonly media: Pick<Media, 'picture'> | null;
  readonly className?: string | undefined;
  /** Called when its dialog opens and closes, so that an outer dialog ignores Escape meanwhile. */
  readonly onDrawing?: (open: boolean) => void;
}) {
  const text = useText();
  const { newestFirst, bases, annotate } = useAnnotations(original);
  const [asTaken, setAsTaken] = useState(false);
  const [drawing, setDrawing] = useState(false);
  const draw = (open: boolean) => {
    setDrawing(open);
    onDrawing?.(open);
  };
  const newest = newestFirst[0] ?? null;
  const [base] = bases;
  const shown = newest === null || asTaken ? original : newest.digest;
  const picture = usePicture(media, shown);
  return (
    <span className={`${classes['photo']} ${className}`}>
      {picture !== null && <img src={picture} alt={alt} />}
      {annotate !== null && media !== null && base !== undefined && (
        <ActionIcon
          className={classes['pencil'] ?? ''}
          variant="default"
          size={44}
          aria-label={text('annotate.open', { photo: alt })}
          title={text('annotate.title')}
          onClick={() => draw(true)}
        >
          <IconPencil size={20} stroke={2} aria-hidden />
        </ActionIcon>
      )}
      {newest !== null && (
        <>
          <Text size="small" weight="strong" className={classes['which']}>
            {text(asTaken ? 'annotate.original' : 'annotate.marked')}
          </Text>
          <ActionIcon
            className={classes['swap'] ?? ''}
            variant="default"
            size={44}
            aria-pressed={asTaken}
            aria-label={text('annotate.showOriginal', { photo: alt })}
            title={text('annotate.original')}
            onClick={() => setAsTaken(!asTaken)}
          >
            <IconPhoto size={20} stroke={2} aria-hidden />
          </ActionIcon>
        </>
      )}
      {drawing && annotate !== null && media !== null && base !== undefined && (
        <Suspense fallback={null}>
          <AnnotateDialog
            newest={base}
            original={bases.includes(original) ? original : null}
            media={media}
            onSave={annotate}
            onClose={() => {
              draw(false);
              setAsTaken(false);
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
