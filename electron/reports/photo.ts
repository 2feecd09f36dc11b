import { type Annotation, customerPictures } from '../../shared/domain/annotation.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { html, type Html, renderPicture } from './html.ts';
import type { Pictures, Words } from './words.ts';

/** A photo for a customer: its newest annotation and then the original. A picture that lacks a blur is named by its digest alone. */
export function renderPhoto(
  original: AttachmentDigest,
  annotations: readonly Annotation[],
  words: Words,
  pictures: Pictures,
): readonly Html[] {
  const { annotation, shown, withheld } = customerPictures(original, annotations);
  const [first, ...others] = shown.map((digest) => renderPicture(digest, words, pictures));
  return [
    ...(first === undefined ? [] : [first]),
    ...(annotation === null ? [] : [renderMadeBy(annotation, words)]),
    ...others,
    ...withheld.map((digest) => renderWithheld(digest, words)),
  ];
}

/** The person and time of an annotation. `worker` null: the person is left out. */
export function renderMadeBy(
  { worker, at }: { readonly worker: string | null; readonly at: Annotation['at'] },
  words: Words,
): Html {
  const key = worker === null || worker === '' ? 'annotated.at' : 'annotated.by';
  return html`<p class="quiet-text small">
    ${words.of(key, { worker: worker ?? '', at: words.moment(at) })}
  </p>`;
}

/** A picture that a customer does not get, with its digest. */
export const renderWithheld = (digest: AttachmentDigest, words: Words): Html =>
  html`<p class="quiet-text small">
    ${words.of('annotated.withheld')} <span class="mono">SHA-256 ${digest}</span>
  </p>`;
