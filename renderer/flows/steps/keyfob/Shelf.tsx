import { IconAlertTriangle, IconPackage } from '@tabler/icons-react';
import type { DirectoryKey } from '../../../../shared/domain/directory.ts';
import { useText } from '../../../i18n/use-text.ts';
import classes from './Shelf.module.css';

/** Which Box to take from the shelf, in print one reads while walking there. Its room is kept while nothing is chosen. */
export function Shelf({ chosen }: { readonly chosen: DirectoryKey | null }) {
  const text = useText();
  if (chosen === null) {
    return (
      <div className={classes['shelf']} aria-live="polite">
        <IconPackage className={classes['icon']} size={32} stroke={1.5} aria-hidden />
        <p className={classes['quiet']}>{text('flow.key.shelfEmpty')}</p>
      </div>
    );
  }
  const attention = chosen.outsideScope || chosen.boxName === null;
  const Icon = attention ? IconAlertTriangle : IconPackage;
  return (
    <div className={classes['shelf']} data-tone={attention ? 'attention' : 'go'} aria-live="polite">
      <Icon className={classes['icon']} size={32} stroke={1.6} aria-hidden />
      <div>
        {!attention && <p className={classes['quiet']}>{text('flow.key.shelf')}</p>}
        <p className={classes['box']}>
          {chosen.boxName ?? text('flow.key.noBox')}
          {chosen.boxSapNumber !== null && <span className={classes['sap']}>{chosen.boxSapNumber}</span>}
        </p>
        {attention && (
          <p className={classes['quiet']}>
            {text(chosen.boxName === null ? 'flow.key.shelfNone' : 'flow.key.shelfOutside')}
          </p>
        )}
      </div>
    </div>
  );
}
