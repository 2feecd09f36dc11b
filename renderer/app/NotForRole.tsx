import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageLayout } from '../components/PageLayout.tsx';
import { useText } from '../i18n/use-text.ts';
import { NavigationRail } from '../navigation/NavigationRail.tsx';
import { navigate } from '../navigation/route.ts';

/** In place of a page whose every act main would refuse: who has it, and the way there. */
export function NotForRole({ title }: { readonly title: string }) {
  const text = useText();
  return (
    <PageLayout rail={<NavigationRail />} title={title}>
      <EmptyState
        icon={IconUserShield}
        title={text('role.notHere')}
        action={<Button onClick={() => navigate({ screen: 'settings' })}>{text('role.toSettings')}</Button>}
      >
        {text('role.notHereSays')}
      </EmptyState>
    </PageLayout>
  );
}
