import { Component, type ReactNode } from 'react';
import { call } from '../data/call.ts';
import { FaultPage } from './FaultPage.tsx';

interface Props {
  /** Another place is another try. */
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

/** A fault stays in its part of the window: it is shown, recorded without its subject, and can be left. */
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
