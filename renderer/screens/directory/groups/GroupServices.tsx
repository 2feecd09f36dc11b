import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryService } from '../../../../shared/domain/directory.ts';
import type { GroupId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { Live } from '../frame/live.ts';
import { Line, LineList } from '../frame/LineList.tsx';
import { LiveSection } from '../frame/LiveSection.tsx';
import { useFocusBack } from '../frame/use-focus-back.ts';
import type { Chosen } from '../picking/chosen.ts';
import { serviceName } from '../services/service-name.ts';
import { useWrite } from '../writes/use-writes.ts';
import { May } from '../../../components/May.tsx';

/** The services in a group, each of which can be taken out; that ends nothing but the membership. */
export function GroupServices({
  group,
  live,
}: {
  readonly group: Chosen<GroupId>;
  readonly live: Live<DirectoryService>;
}) {
  const text = useText();
  const [leaving, setLeaving] = useState<DirectoryService | null>(null);
  return (
    <>
      <LiveSection
        title={text('directory.group.services')}
        live={live}
        empty={text('directory.group.noServices')}
      >
        {(rows) => (
          <LineList label={text('directory.group.services')}>
            {rows.map((service) => (
              <Line
                key={service.id}
                main={serviceName(text, service)}
                href={hashOf({ screen: 'directory', section: 'services', id: String(service.id) })}
                small={text(
                  service.isTerminated ? 'directory.service.terminated' : 'directory.service.active',
                )}
                buttons={
                  <May ask="edits.removeServiceFromGroup">
                    <Button
                      variant="default"
                      aria-label={text('directory.group.takeOutOf', { service: serviceName(text, service) })}
                      onClick={() => setLeaving(service)}
                    >
                      {text('directory.group.takeOut')}
                    </Button>
                  </May>
                }
              />
            ))}
          </LineList>
        )}
      </LiveSection>
      {leaving !== null && (
        <TakeOutQuestion group={group} service={leaving} onClose={() => setLeaving(null)} />
      )}
    </>
  );
}

function TakeOutQuestion({
  group,
  service,
  onClose,
}: {
  readonly group: Chosen<GroupId>;
  readonly service: DirectoryService;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const takeOut = useWrite(window.boxwright.edits.removeServiceFromGroup, [`group:${group.id}`]);
  return (
    <Confirmation
      open
      title={text('directory.group.takeOutTitle')}
      about={`${serviceName(text, service)}, ${group.label}`}
      says={[text('directory.group.takeOutSays')]}
      yes={text('directory.group.takeOutYes')}
      no={text('directory.group.takeOutNo')}
      danger
      calling={takeOut}
      onYes={() => takeOut.run({ groupId: group.id, serviceId: service.id })}
      onClose={onClose}
    />
  );
}
