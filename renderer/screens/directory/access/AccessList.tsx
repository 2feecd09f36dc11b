import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import type { Instant } from '../../../../shared/time.ts';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { LineList } from '../frame/LineList.tsx';
import { byStanding, type Standing } from './access-times.ts';
import classes from './AccessList.module.css';
import { AccessLine } from './AccessLine.tsx';
import type { AccessOwner } from './access-owner.ts';

/** Accesses by where they stand: running, upcoming, and one click away those that are over. */
export function AccessList({
  owner,
  accesses,
  now,
}: {
  readonly owner: AccessOwner;
  readonly accesses: readonly DirectoryAssignment[];
  readonly now: Instant;
}) {
  const text = useText();
  const groups = byStanding(accesses, now);
  const lines = (standing: Standing) => (
    <LineList label={text(`directory.access.${standing}`)}>
      {groups[standing].map((access) => (
        <AccessLine key={access.id} owner={owner} access={access} standing={standing} />
      ))}
    </LineList>
  );
  const current = (['running', 'upcoming'] as const).filter((standing) => groups[standing].length > 0);
  return (
    <div className={classes['groups']}>
      {current.length === 0 && <p className={classes['none']}>{text('directory.access.noneNow')}</p>}
      {current.map((standing) => (
        <div key={standing}>
          <h4 className={classes['heading']}>{text(`directory.access.${standing}`)}</h4>
          {lines(standing)}
        </div>
      ))}
      {groups.over.length > 0 && (
        <Disclosure label={text('directory.access.overCount', { count: groups.over.length })}>
          {lines('over')}
        </Disclosure>
      )}
    </div>
  );
}
