import { Component, type ReactNode } from 'react';
import { Button, Group } from '@mantine/core';
import { IconMoodConfuzed } from '@tabler/icons-react';
import { call } from '../data/call.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageLayout } from '../components/PageLayout.tsx';
import { useText } from '../i18n/use-text.ts';
import { navigate } from '../navigation/route.ts';

interface Props {
  /** A change of place clears the fault and renders again. */
  readonly place: string;
  /** The left column of the fault page. */
  readonly rail: ReactNode;
  readonly children: ReactNode;
}
interface State {
  readonly broken: boolean;
  readonly brokenAt: string | null;
}
const sound: State = { broken: false, brokenAt: null };

/**
 * Error boundary: a fault stays in its part of the window. It is shown, recorded without its message (which may hold
 * data), and can be left.
 */
export class FaultBoundary extends Component<Props, State> {
  override state = sound;

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true };
  }

  static getDerivedStateFromProps({ place }: Props, { broken, brokenAt }: State): Partial<State> | null {
    if (!broken) return null;
    if (brokenAt === null) return { brokenAt: place };
    return brokenAt === place ? null : sound;
  }

  override componentDidCatch({ name, stack = '' }: Error): void {
    void call(window.boxwright.diagnostics.windowFault, {
      name: name.slice(0, 200),
      stack: stack.slice(0, 20_000),
    });
  }

  override render(): ReactNode {
    const { rail, children } = this.props;
    return this.state.broken ? <FaultPage rail={rail} restart={() => this.setState(sound)} /> : children;
  }
}

/** Replaces a screen that failed. `restart` renders the requested screen once more. */
function FaultPage({ rail, restart }: { readonly rail: ReactNode; readonly restart: () => void }) {
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
