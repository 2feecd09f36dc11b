import { Card } from '../../renderer/components/Section.tsx';
import { NotForRole } from '../../renderer/components/NotForRole.tsx';
import { PageLayout, ScreenColumns, SideColumn } from '../../renderer/components/PageLayout.tsx';
import { PrimaryAction } from '../../renderer/components/PrimaryAction.tsx';
import { useText } from '../../renderer/i18n/use-text.ts';
import type { GalleryEntry } from './Frame.tsx';
import { Page } from './layout.tsx';

function Layout() {
  const text = useText();
  return (
    <Page>
      <PageLayout
        rail={null}
        title={text('flow.restore.title')}
        lead={text('flow.restore.lead')}
        action={<PrimaryAction label={text('common.continue')} />}
        known={<Card>{text('flow.restore.emptySays')}</Card>}
      >
        <Card>{text('flow.restore.emptyYet')}</Card>
      </PageLayout>
    </Page>
  );
}

function Columns() {
  const text = useText();
  return (
    <Page>
      <ScreenColumns rail={null} beside="known">
        <Card>{text('flow.restore.lead')}</Card>
        <SideColumn label={text('flow.leaving.accesses')}>{text('flow.restore.emptySays')}</SideColumn>
      </ScreenColumns>
    </Page>
  );
}

function Refused() {
  const text = useText();
  return (
    <Page>
      <NotForRole title={text('checklists.title')} />
    </Page>
  );
}

/** The frames of screens. */
export const pageEntries: readonly GalleryEntry[] = [
  { name: 'PageLayout', show: Layout },
  { name: 'ScreenColumns', show: Columns },
  { name: 'NotForRole', show: Refused },
];
