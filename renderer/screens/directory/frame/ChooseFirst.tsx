import type { DirectorySection } from '../../../navigation/route.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { sectionIcons } from '../section-icons.ts';

/** Beside the list while nothing is open: what will stand here. */
export function ChooseFirst({ section }: { readonly section: Exclude<DirectorySection, 'customers'> }) {
  const text = useText();
  return (
    <EmptyState icon={sectionIcons[section]} title={text(`directory.list.choose.${section}`)}>
      {text(`directory.list.chooseSays.${section}`)}
    </EmptyState>
  );
}
