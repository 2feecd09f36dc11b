import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import classes from './Photo.module.css';

/** A photo of some job's log; a tap shows it large. Says why where it cannot be had. Room is kept while it loads. */
export function Photo({
  digest,
  label,
  large = false,
  onOpen,
}: {
  readonly digest: AttachmentDigest;
  /** Its subject. */
  readonly label: string;
  readonly large?: boolean;
  readonly onOpen?: (digest: AttachmentDigest) => void;
}) {
  const text = useText();
  const { found, coming } = usePhoto(digest);
  if (coming) {
    return (
      <span className={classes['frame']} data-large={large || undefined}>
        <Skeleton width="100%" height="100%" />
      </span>
    );
  }
  const picture = found?.picture ?? null;
  if (picture === null) {
    return (
      <span className={classes['frame']} data-large={large || undefined} data-missing>
        <IconPhotoOff size={22} stroke={1.8} aria-hidden />
        <span>{text(`installations.photo.${found?.missing ?? 'no-connection'}`)}</span>
      </span>
    );
  }
  if (onOpen === undefined) {
    return (
      <span className={classes['frame']} data-large={large || undefined}>
        <img src={picture} alt={label} />
      </span>
    );
  }
  return (
    <UnstyledButton
      className={classes['frame']}
      aria-label={text('installations.photo.open', { what: label })}
      onClick={() => onOpen(digest)}
    >
      <img src={picture} alt="" />
    </UnstyledButton>
  );
}

/** A photo as far as it is known; `coming`: it is being asked for. */
export function usePhoto(digest: AttachmentDigest) {
  const question = useMemo(() => ({ digest }), [digest]);
  const { value, answers, problem } = useQuery(
    window.boxwright.supervision.photo,
    question,
    supervisionTopics,
  );
  const found = answers?.digest === digest ? value : null;
  return { found, coming: found === null && problem === null };
}
