import { Button, TextInput } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { useText } from '../../i18n/use-text.ts';
import { ProblemNotice } from '../ProblemNotice.tsx';
import type { Media } from './media.ts';
import type { ItemProps } from './row-props.ts';
import { bytesOf } from './shrink-photo.ts';
import classes from './SignatureItem.module.css';
import { usePicture } from './use-picture.ts';

const WIDTH = 640;
const HEIGHT = 200;

/** A signature: drawn with finger, pen or mouse, and the name in letters, which alone will do where drawing is not possible. */
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
    <div className={classes['signed']}>
      <div className={classes['paper']}>
        {picture !== null && <img src={picture} alt={text('checklists.signature.of', { name })} />}
      </div>
      <strong>{name}</strong>
      <Button variant="default" onClick={() => void onTakeBack()}>
        {text('checklists.signature.again')}
      </Button>
    </div>
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
    <div className={classes['pad']}>
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
      <div className={classes['line']}>
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
      </div>
      <p className={classes['says']}>{text('checklists.signature.says')}</p>
    </div>
  );
}
