import { Button } from '@mantine/core';
import { hashOf } from '../../navigation/route.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './SyncNotice.module.css';

/** Leads to operations that need a person and are shown with no job of Home: a write of the Directory, say. */
export function BesidesJobs({ count }: { readonly count: number }) {
  const text = useText();
  return (
    <div className={classes['notice']}>
      <p>{text('home.besidesJobs', { count })}</p>
      <Button component="a" href={hashOf({ screen: 'queue', show: 'needs-you', operation: null })}>
        {text('home.openQueue')}
      </Button>
    </div>
  );
}
