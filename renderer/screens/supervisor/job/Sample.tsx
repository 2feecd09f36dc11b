import type { ReactNode } from 'react';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { usePhoto } from './Photo.tsx';

/** The first of the samples that can be had, drawn by `children`; nothing where none can: an empty frame compares to nothing. */
export function Sample({
  samples: [first, ...others],
  children,
}: {
  readonly samples: readonly AttachmentDigest[];
  readonly children: (sample: AttachmentDigest) => ReactNode;
}) {
  return first === undefined ? null : (
    <Tried sample={first} others={others}>
      {children}
    </Tried>
  );
}

function Tried({
  sample,
  others,
  children,
}: {
  readonly sample: AttachmentDigest;
  readonly others: readonly AttachmentDigest[];
  readonly children: (sample: AttachmentDigest) => ReactNode;
}) {
  const { found, coming } = usePhoto(sample);
  if (coming || (found?.picture ?? null) !== null) return children(sample);
  return <Sample samples={others}>{children}</Sample>;
}
