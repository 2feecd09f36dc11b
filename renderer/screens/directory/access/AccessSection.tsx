import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import { type Instant, MINUTE, SECOND } from '../../../../shared/time.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { May } from '../../../components/May.tsx';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { hashOf } from '../../../navigation/route.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import type { Live } from '../frame/live.ts';
import { LiveSection } from '../frame/LiveSection.tsx';
import { LineList, Line } from '../frame/Facts.tsx';
import { useFocusBack } from '../../../components/use-focus.ts';
import { useWrite, type Subject } from '../writes/writes.ts';
import { type AccessOwner, byAccessStatus, type AccessStatus, accessNames } from './access.ts';
import { GiveAccessDialog, ChangeAccessDialog } from './AccessDialogs.tsx';
import { usePeriod } from './PeriodLines.tsx';
import { Stack, Text } from '../../../components/layout.tsx';

/** The accesses of a car or a user, read from the operator now, and the button that creates one. */
export function AccessSection({
  owner,
  live,
}: {
  readonly owner: AccessOwner;
  readonly live: Live<DirectoryAssignment>;
}) {
  const text = useText();
  const now = useNow();
  const [giving, setGiving] = useState(false);
  return (
    <>
      <LiveSection
        title={text('directory.access.title')}
        live={live}
        empty={text('directory.access.none')}
        action={
          <May ask="edits.createAssignment">
            <Button variant="default" onClick={() => setGiving(true)}>
              {text('directory.access.give')}
            </Button>
          </May>
        }
      >
        {(rows) => <AccessList owner={owner} accesses={rows} now={now} />}
      </LiveSection>
      {giving && (
        <GiveAccessDialog
          {...(owner.of === 'car' ? { car: owner.car } : { user: owner.user })}
          onClose={() => setGiving(false)}
        />
      )}
    </>
  );
}

/** Accesses by status: running, upcoming, and behind a disclosure the expired ones. */
function AccessList({
  owner,
  accesses,
  now,
}: {
  readonly owner: AccessOwner;
  readonly accesses: readonly DirectoryAssignment[];
  readonly now: Instant;
}) {
  const text = useText();
  const groups = byAccessStatus(accesses, now);
  const lines = (status: AccessStatus) => (
    <LineList label={text(`directory.access.${status}`)}>
      {groups[status].map((access) => (
        <AccessLine key={access.id} owner={owner} access={access} status={status} />
      ))}
    </LineList>
  );
  const current = (['running', 'upcoming'] as const).filter((status) => groups[status].length > 0);
  return (
    <Stack gap="2">
      {current.length === 0 && (
        <Text as="p" quiet>
          {text('directory.access.noneNow')}
        </Text>
      )}
      {current.map((status) => (
        <div key={status}>
          <Text as="h4" size="caption" weight="strong" quiet below="half">
            {text(`directory.access.${status}`)}
          </Text>
          {lines(status)}
        </div>
      ))}
      {groups.over.length > 0 && (
        <Disclosure label={text('directory.access.overCount', { count: groups.over.length })}>
          {lines('over')}
        </Disclosure>
      )}
    </Stack>
  );
}

/** One access: user or car, period, and its acts until it has expired. */
function AccessLine({
  owner,
  access,
  status,
}: {
  readonly owner: AccessOwner;
  readonly access: DirectoryAssignment;
  readonly status: AccessStatus;
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
          status !== 'over' &&
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
      {asking === 'end' && dialogs !== false && <EndAccess {...dialogs} status={status} />}
    </>
  );
}

/** Asks before an access is ended, and names its user and car. */
function EndAccess({
  access,
  carId,
  status,
  about,
  says,
  onClose,
}: {
  readonly access: DirectoryAssignment;
  readonly carId: CarId;
  readonly status: AccessStatus;
  readonly about: readonly Subject[];
  /** The user, the car and the period of the access in words. */
  readonly says: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const end = useWrite(window.boxwright.edits.endAssignment, about);
  return (
    <Confirmation
      open
      title={text('directory.access.endTitle')}
      about={says}
      says={[text(status === 'upcoming' ? 'directory.access.endSaysUpcoming' : 'directory.access.endSays')]}
      yes={text('directory.access.endYes')}
      no={text('directory.access.endNo')}
      danger
      calling={end}
      onYes={() => end.run({ assignmentId: access.id, carId, userId: access.userId })}
      onClose={onClose}
    />
  );
}
