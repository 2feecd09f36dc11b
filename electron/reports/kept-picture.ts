import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { html, type Html } from './html.ts';
import type { Pictures, Words } from './words.ts';

/** A kept picture with the digest it is known by, here, in the log and at the relay. */
export function renderPicture(digest: AttachmentDigest, words: Words, pictures: Pictures): Html {
  const address = pictures(digest);
  return html`<figure class="kept">
    ${
      address?.startsWith('data:image/') === true
        ? html`<img src="${address}" alt="" />`
        : html`<p class="quiet-text">${words.of('pictureGone')}</p>`
    }
    <figcaption class="mono">SHA-256 ${digest}</figcaption>
  </figure>`;
}
