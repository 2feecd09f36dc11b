import { Skeleton } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useText } from '../i18n/use-text.ts';
import { useQuery } from '../data/lookup.ts';
import { Row } from './layout.tsx';
import classes from './KeyPicture.module.css';

/**
 * The picture of a key; a drawing where there is no picture or it cannot be loaded. The space is kept while it loads.
 */
export function KeyPicture({
  url,
  name,
  size = 72,
}: {
  readonly url: string | null;
  /** The name of the key form, as the alternative text of the picture. */
  readonly name: string;
  /** Edge length in pixels. */
  readonly size?: number;
}) {
  return (
    <Row
      as="span"
      inline
      align="center"
      justify="center"
      fixed
      className={classes['frame']}
      style={{ width: size, height: size }}
    >
      {url === null ? <Drawing size={size} /> : <Loaded url={url} name={name} size={size} />}
    </Row>
  );
}

function Loaded({ url, name, size }: { readonly url: string; readonly name: string; readonly size: number }) {
  const text = useText();
  const picture = useQuery(window.boxwright.directory.picture, { url });
  if (picture.value === null && picture.problem === null) return <Skeleton width={size} height={size} />;
  const dataUrl = picture.value?.dataUrl ?? null;
  if (dataUrl === null) return <Drawing size={size} />;
  return <img className={classes['picture']} src={dataUrl} alt={text('key.pictureOf', { name })} />;
}

function Drawing({ size }: { readonly size: number }) {
  return <IconKey className={classes['drawing']} size={size / 2} stroke={1.6} aria-hidden />;
}
