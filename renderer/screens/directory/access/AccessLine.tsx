import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import { hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Line } from '../frame/LineList.tsx';
import type { Standing } from './access-times.ts';
import type { AccessOwner } from './access-owner.ts';
import { ChangeAccessDialog } from './ChangeAccessDialog.tsx';
import { EndAccess } from './EndAccess.tsx';
import { accessNames } from './access-names.ts';
import { usePeriod } from './use-period.ts';
import { May } from '../../../components/May.tsx';

/** One access: who or what, when, and what can be done while it is not over. */
export function AccessLine({
  owner,
  access,
  standing,
}: {
  readonly owner: AccessOwner;
  readonly access: DirectoryAssignment;
  readonly standing: Standing;
}) {
  const text = useText();
  const period = usePeriod()(access);
  const names = accessNames(text, access, owner);
  const [asking, setAsking] = useState<'change' | 'end' | null>(null);
  const carId = owner.of === 'car' ? owner.car.id : access.carId;
  const other = owner.of === 'car' ? names.user : names.car;
  const otherId = owner.of === 'car' ? access.userId : access.carId;
  const about = [
    ...(carId === null ? [] : [`car:${carId}`]),
    ...(owner.of === 'user'
      ? [`user:${owner.user.id}`]
      : access.userId === null
        ? []
        : [`user:${access.userId}`]),
  ];
  const close = () => setAsking(null);
  const small = [
    period,
    ...(access.lifetime === null
      ? []
      : [
          text('directory.access.lifetime', {
            for: Math.ceil((access.lifetime * SECOND) / MINUTE) * MINUTE,
          }),
        ]),
  ].join(' · ');
  const dialogs = carId !== null && {
    access: owner.of === 'user' ? { ...access, userId: access.userId ?? owner.user.id } : access,
    carId,
    about,
    says: text('directory.access.endAbout', { ...names, period }),
    onClose: close,
  };
  return (
    <>
      <Line
        main={other}
        href={
          otherId === null
            ? undefined
            : hashOf({
                screen: 'directory',
                section: owner.of === 'car' ? 'users' : 'cars',
                id: String(otherId),
              })
        }
        small={small}
        buttons={
          standing !== 'over' &&
          carId !== null && (
            <>
              <May ask="edits.changeAssignment">
                <Button
                  variant="default"
                  aria-label={text('directory.access.changeOf', { what: other })}
                  onClick={() => setAsking('change')}
                >
                  {text('directory.access.change')}
                </Button>
              </May>
              <May ask="edits.endAssignment">
                <Button
                  variant="default"
                  aria-label={text('directory.access.endOf', { what: other })}
                  onClick={() => setAsking('end')}
                >
                  {text('directory.access.end')}
                </Button>
              </May>
            </>
          )
        }
      />
      {asking === 'change' && dialogs !== false && <ChangeAccessDialog {...dialogs} />}
      {asking === 'end' && dialogs !== false && <EndAccess {...dialogs} standing={standing} />}
    </>
  );
}
