import type { JobKey } from '../../../shared/domain/job-key.ts';
import { KeyPicture } from '../../components/KeyPicture.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './Known.module.css';

/** The key by its picture, with the Box it needs. */
export function KnownKey({ jobKey }: { readonly jobKey: JobKey }) {
  const text = useText();
  return (
    <div className={classes['key']}>
      <KeyPicture url={jobKey.pictureUrl} name={jobKey.keyFormName} size={72} />
      <div className={classes['lines']}>
        <span className={classes['strong']}>{jobKey.keyFormName}</span>
        {jobKey.boxName === null ? (
          <span>{text('flow.known.needsNothing')}</span>
        ) : (
          <span>{text('flow.known.needsBox', { box: jobKey.boxName })}</span>
        )}
        {jobKey.boxSapNumber !== null && <span className={classes['mono']}>{jobKey.boxSapNumber}</span>}
      </div>
    </div>
  );
}
