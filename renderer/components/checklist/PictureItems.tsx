import { ActionIcon, Button, FileButton, TextInput } from '@mantine/core';
import { IconCamera, IconPhotoPlus, IconX, IconSignature } from '@tabler/icons-react';
import { useState, useRef } from 'react';
import { MOST_PHOTOS } from '../../../shared/domain/checklist.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { useText } from '../../i18n/use-text.ts';
import { useDropPlace } from '../../navigation/dropped-files.ts';
import { PhotoDialog } from '../../scanning/camera/CameraDialog.tsx';
import { ProblemNotice } from '../ProblemNotice.tsx';
import { EvidencePhoto } from '../annotate/EvidencePhoto.tsx';
import { type Media, usePicture, shrinkPhoto, bytesOf } from './photos.ts';
import type { ItemProps } from './row-props.ts';
import { Block, Row, Stack, Text } from '../layout.tsx';
import classes from './Checklist.module.css';

/* Checklist items that are answered by a picture: photos and a signature. */

/** One or more photos of one thing. Each photo is on disk before it is shown here. */
export function PhotoItem({
  item,
  answer,
  media,
}: Pick<ItemProps<'photo'>, 'item' | 'answer'> & { readonly media: Media | null }) {
  const text = useText();
  const [camera, setCamera] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const photos = typeof answer === 'object' && 'photos' in answer ? answer.photos : [];
  const full = media === null || photos.length >= MOST_PHOTOS;
  const add = async (files: readonly (File | ImageBitmap)[]) => {
    if (media === null) return;
    setBusy(true);
    setProblem(null);
    for (const file of files) {
      const jpeg = await shrinkPhoto(file);
      const refused = jpeg === null ? makeProblem('picture-unusable') : await media.addPhoto(item.id, jpeg);
      if (refused !== null) setProblem(refused);
    }
    setBusy(false);
  };
  const place = useDropPlace<HTMLDivElement>('picture', full || busy ? null : (files) => void add(files));
  return (
    <Row gap="1-half" align="center" wrap {...place}>
      {photos.map((digest, index) => (
        <Photo
          key={digest}
          digest={digest}
          number={index + 1}
          media={media}
          onRemove={async () => setProblem((await media?.removePhoto(item.id, digest)) ?? null)}
        />
      ))}
      <Button
        size="lg"
        variant="default"
        loading={busy}
        disabled={full}
        leftSection={<IconCamera size={22} stroke={1.8} aria-hidden />}
        onClick={() => setCamera(true)}
      >
        {text('checklists.photo.take')}
      </Button>
      <FileButton accept="image/*" multiple onChange={(files) => void add(files)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="lg"
            loading={busy}
            disabled={full}
            leftSection={<IconPhotoPlus size={22} stroke={1.8} aria-hidden />}
          >
            {text('checklists.photo.add')}
          </Button>
        )}
      </FileButton>
      {problem !== null && <ProblemNotice problem={problem} />}
      {camera && (
        <PhotoDialog
          onTaken={(picture) => {
            setCamera(false);
            void add([picture]);
          }}
          onClose={() => setCamera(false)}
        />
      )}
    </Row>
  );
}

function Photo({
  digest,
  number,
  media,
  onRemove,
}: {
  readonly digest: AttachmentDigest;
  readonly number: number;
  readonly media: Media | null;
  readonly onRemove: () => Promise<void>;
}) {
  const text = useText();
  return (
    <Block as="figure" frame className={classes['photo']}>
      <EvidencePhoto
        original={digest}
        alt={text('checklists.photo.alt', { number })}
        media={media}
        className={classes['evidence']}
      />
      <ActionIcon
        className={classes['remove'] ?? ''}
        variant="default"
        size={44}
        aria-label={text('checklists.photo.remove', { number })}
        onClick={() => void onRemove()}
      >
        <IconX size={20} stroke={2} aria-hidden />
      </ActionIcon>
    </Block>
  );
}

const WIDTH = 640;
const HEIGHT = 200;

/**
 * A signature: drawn with finger, pen or mouse, and the name in letters. The name alone is enough where drawing is not
 * possible.
 */
export function SignatureItem({
  item,
  answer,
  media,
}: Pick<ItemProps<'signature'>, 'item' | 'answer'> & { readonly media: Media | null }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const signed = typeof answer === 'object' && 'signature' in answer ? answer : null;
  return (
    <>
      {signed === null ? (
        <Pad
          disabled={media === null}
          onSign={async (signature) => setProblem((await media?.sign(item.id, signature)) ?? null)}
        />
      ) : (
        <Signed
          name={signed.name}
          digest={signed.signature}
          media={media}
          onTakeBack={async () => setProblem((await media?.sign(item.id, null)) ?? null)}
        />
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  );
}

function Signed({
  name,
  digest,
  media,
  onTakeBack,
}: {
  readonly name: string;
  readonly digest: AttachmentDigest;
  readonly media: Media | null;
  readonly onTakeBack: () => Promise<void>;
}) {
  const text = useText();
  const picture = usePicture(media, digest);
  return (
    <Stack gap="1-half" align="start">
      <div className={classes['paper']}>
        {picture !== null && <img src={picture} alt={text('checklists.signature.of', { name })} />}
      </div>
      <strong>{name}</strong>
      <Button variant="default" onClick={() => void onTakeBack()}>
        {text('checklists.signature.again')}
      </Button>
    </Stack>
  );
}

function Pad({
  disabled,
  onSign,
}: {
  readonly disabled: boolean;
  readonly onSign: (signature: { name: string; drawn: boolean; png: string }) => Promise<void>;
}) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const [name, setName] = useState('');
  const drawing = () => canvas.current?.getContext('2d') ?? null;
  const placeOf = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * WIDTH,
      ((event.clientY - box.top) / box.height) * HEIGHT,
    ] as const;
  };
  const clear = () => {
    drawing()?.clearRect(0, 0, WIDTH, HEIGHT);
    setDrawn(false);
  };
  const sign = async () => {
    const pen = drawing();
    if (canvas.current === null || pen === null || name.trim() === '') return;
    if (!drawn) {
      pen.font = 'italic 56px Georgia, serif';
      pen.fillStyle = '#14202b';
      pen.fillText(name.trim(), 24, HEIGHT / 2 + 20, WIDTH - 48);
    }
    await onSign({ name, drawn, png: bytesOf(canvas.current.toDataURL('image/png')) });
  };
  return (
    <Stack gap="1-half" align="start">
      <canvas
        ref={canvas}
        className={classes['paper']}
        width={WIDTH}
        height={HEIGHT}
        aria-label={text('checklists.signature.pad')}
        role="img"
        onPointerDown={(event) => {
          if (disabled) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const pen = drawing();
          if (pen === null) return;
          pen.lineWidth = 3;
          pen.lineCap = 'round';
          pen.lineJoin = 'round';
          pen.strokeStyle = '#14202b';
          pen.beginPath();
          pen.moveTo(...placeOf(event));
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const pen = drawing();
          pen?.lineTo(...placeOf(event));
          pen?.stroke();
          setDrawn(true);
        }}
      />
      <Row gap="1" align="end" wrap className={classes['signLine']}>
        <TextInput
          className={classes['name'] ?? ''}
          label={text('checklists.signature.name')}
          value={name}
          disabled={disabled}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void sign();
          }}
        />
        {drawn && (
          <Button variant="subtle" onClick={clear}>
            {text('checklists.signature.clear')}
          </Button>
        )}
        <Button
          variant="default"
          disabled={disabled || name.trim() === ''}
          leftSection={<IconSignature size={20} stroke={1.8} aria-hidden />}
          onClick={() => void sign()}
        >
          {text('checklists.signature.sign')}
        </Button>
      </Row>
      <Text as="p" size="small" quiet>
        {text('checklists.signature.says')}
      </Text>
    </Stack>
  );
}
