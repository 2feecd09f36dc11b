import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { Live } from '../frame/live.ts';
import { LiveSection } from '../frame/LiveSection.tsx';
import { AccessList } from './AccessList.tsx';
import type { AccessOwner } from './access-owner.ts';
import { GiveAccessDialog } from './GiveAccessDialog.tsx';
import { May } from '../../../components/May.tsx';

/** The accesses of a car or a user as the operator has them now, and the way to give one. */
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
