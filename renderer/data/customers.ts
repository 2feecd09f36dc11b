import { create } from 'zustand';
import type { ConnectionId } from '../../shared/ids.ts';
import type { NeedsOfCustomer } from '../../shared/ipc/calls/connect.ts';
import type { Place } from '../../shared/ipc/messages.ts';
import { useQuery } from './lookup.ts';

/** A customer that is to be shown, and the place of it; null = as at a start. */
export interface AskedCustomer {
  readonly id: ConnectionId;
  readonly place: Place | null;
}

const useAsked = create<{ readonly asked: AskedCustomer | null }>(() => ({ asked: null }));

/** Asks the header to show another customer: the person chose it, or clicked its notification. */
export const askForCustomer = (asked: AskedCustomer | null): void => useAsked.setState({ asked });

export const useAskedCustomer = (): AskedCustomer | null => useAsked(({ asked }) => asked);

const nothing = {};
const needTopics = ['customers', 'profile'] as const;
const none: readonly NeedsOfCustomer[] = [];

/** The work of the customers that are not shown and need a person. A failed read shows none: the header counts them. */
export const useNeedsElsewhere = (): readonly NeedsOfCustomer[] =>
  useQuery(window.boxwright.customers.needsYou, nothing, needTopics).value?.customers ?? none;

const useConnecting = create<{ readonly adding: boolean }>(() => ({ adding: false }));

/** Whether Connect adds a customer, or changes the connection of the shown one. */
export const setAdding = (adding: boolean): void => useConnecting.setState({ adding });
export const isAdding = (): boolean => useConnecting.getState().adding;
export const useAdding = (): boolean => useConnecting(({ adding }) => adding);
