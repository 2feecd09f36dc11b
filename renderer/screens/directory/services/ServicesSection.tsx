import { serviceId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { ChooseFirst } from '../frame/ChooseFirst.tsx';
import { DirectoryFrame } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowWords.tsx';
import { useSearch } from '../list/searches.ts';
import { useDirectoryList } from '../list/use-directory-list.ts';
import type { SectionProps } from '../section-props.ts';
import { serviceName } from './service-name.ts';
import { ServiceDetails } from './ServiceDetails.tsx';

/** The contracts behind the products. */
export function ServicesSection({ status, id }: SectionProps) {
  const text = useText();
  const [typed, setTyped] = useSearch('services');
  const list = useDirectoryList(window.boxwright.directory.listServices, typed);
  const open = serviceId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="services"
      open={open !== null}
      detail={open === null ? <ChooseFirst section="services" /> : <ServiceDetails key={open} id={open} />}
    >
      <ListPane
        section="services"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        keyOf={(service) => service.id}
        hrefOf={(service) => hashOf({ screen: 'directory', section: 'services', id: String(service.id) })}
        open={(service) => service.id === open}
      >
        {(service) => (
          <RowWords
            main={serviceName(text, service)}
            small={
              service.product === null ? null : <Serial serial={service.product.serialNumber} size="sm" />
            }
            aside={text(service.isTerminated ? 'directory.service.terminated' : 'directory.service.active')}
          />
        )}
      </ListPane>
    </DirectoryFrame>
  );
}
