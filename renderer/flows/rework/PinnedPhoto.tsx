import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { call } from '../../data/call.ts';
import { usePicture } from '../../components/checklist/use-picture.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './ReworkNotice.module.css';

const kept = {
  picture: async (digest: AttachmentDigest) => {
    const answer = await call(window.boxwright.jobs.picture, { digest });
    return answer.ok ? answer.value.picture : null;
  },
};

/** The photo that the supervisor means, as it was sent; nothing where it is no longer on this laptop. */
export function PinnedPhoto({ digest }: { readonly digest: AttachmentDigest }) {
  const text = useText();
  const picture = usePicture(kept, digest);
  if (picture === null) return null;
  return <img className={classes['picture']} src={picture} alt={text('reviewing.photo')} />;
}
