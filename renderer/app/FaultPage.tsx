import { Button, Group } from '@mantine/core';
import { IconMoodConfuzed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageLayout } from '../components/PageLayout.tsx';
import { useText } from '../i18n/use-text.ts';
import { navigate } from '../navigation/route.ts';

/** Replaces a screen that failed. `again` shows the requested screen once more. */
export function FaultPage({ rail, restart }: { readonly rail: ReactNode; readonly restart: () => void }) {
  const text = useText();
  const go = (screen: 'home' | 'diagnostics') => {
    navigate({ screen });
    restart();
  };
  return (
    <PageLayout rail={rail} title={text('fault.title')} width="reading">
      <EmptyState
        icon={IconMoodConfuzed}
        title={text('fault.says')}
        action={
          <Group mt="md" justify="center">
            <Button onClick={() => go('home')}>{text('fault.home')}</Button>
            <Button variant="default" onClick={() => go('diagnostics')}>
              {text('diagnostics.open')}
            </Button>
          </Group>
        }
      >
        {text('fault.next')}
      </EmptyState>
    </PageLayout>
  );
}
