import type { JobBox } from '../../shared/domain/job.ts';
import { html, type Html } from './html.ts';
import { renderPicture } from './kept-picture.ts';
import type { Pictures, Words } from './words.ts';

/** The photo of the fitted Box's label with what is printed on it; nothing where it was not photographed. */
export function renderBoxLabel(box: JobBox | null, words: Words, pictures: Pictures): Html | null {
  const label = box?.label ?? null;
  if (box === null || label === null) return null;
  const { read, afterwards } = label;
  return html`<h2>${words.of('label.title')}</h2>
    <p>
      ${words.of('label.fitted', { serial: box.serialNumber })}<br />
      ${read === null ? words.of('label.unread') : words.of(`label.${read.by}`, { serial: read.serial })}${
        afterwards === null
          ? null
          : html`<br />${words.of('label.afterwards', { at: words.moment(afterwards.at), worker: afterwards.worker })}`
      }
    </p>
    ${renderPicture(label.digest, words, pictures)}`;
}
