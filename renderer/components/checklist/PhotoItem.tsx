import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconCamera, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { MOST_PHOTOS } from '../../../shared/domain/checklist.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { useText } from '../../i18n/use-text.ts';
import { useDropPlace } from '../../navigation/dropped-files.ts';
import { PhotoDialog } from '../../scanning/camera/PhotoDialog.tsx';
import { ProblemNotice } from '../ProblemNotice.tsx';
import type { Media } from './media.ts';
import classes from './PhotoItem.module.css';
import type { ItemProps } from './row-props.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { usePicture } from './use-picture.ts';

/** Photos of one thing, several if need be. Each is on disk before it is shown here. */
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
    <div className={classes['photos']} {...place}>
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
    </div>
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
  const picture = usePicture(media, digest);
  return (
    <figure className={classes['photo']}>
      {picture !== null && <img src={picture} alt={text('checklists.photo.alt', { number })} />}
      <ActionIcon
        className={classes['remove'] ?? ''}
        variant="default"
        size={44}
        aria-label={text('checklists.photo.remove', { number })}
        onClick={() => void onRemove()}
      >
        <IconX size={20} stroke={2} aria-hidden />
      </ActionIcon>
    </figure>
  );
}
