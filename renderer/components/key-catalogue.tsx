import { Skeleton } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { CallOutput } from '../../shared/ipc/contract.ts';
import { useText } from '../i18n/use-text.ts';
import { useQuery } from '../data/lookup.ts';
import { useMutation } from '../data/call.ts';
import { Row } from './layout.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';
import { RowsSkeleton } from './EmptyState.tsx';
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

/**
 * Requests the keys of a brand that no local list has from the operator. The keys are saved on this laptop, and the
 * parent continues as with any brand. `none` is shown where there are no keys.
 */
export function BrandFromOperator({ brand, none }: { readonly brand: string; readonly none: ReactNode }) {
  const { run, problem } = useMutation(window.boxwright.directory.brandKeys);
  const [answer, setAnswer] = useState<CallOutput<'directory.brandKeys'> | null>(null);
  useEffect(() => {
    void run({ brand }).then((asked) => {
      if (asked.ok) setAnswer(asked.value);
    });
  }, [run, brand]);
  const wrong = answer?.state === 'failed' ? answer.problem : problem;
  if (wrong !== null) return <ProblemNotice problem={wrong} tone="attention" />;
  if (answer?.state === 'not-offered' || (answer?.state === 'read' && answer.rows.length === 0)) return none;
  return <RowsSkeleton rows={3} height={128} />;
}
