import { createStore, useStore } from 'zustand';
import type { DirectoryCar } from '../../shared/domain/directory.ts';
import type { Problem } from '../../shared/problem.ts';
import type { TextKey, TextParams } from '../i18n/text-keys.ts';

/** Words as their key, or as the problem they tell of: a notice that stays says them in the language chosen meanwhile. */
export type NoticeWords =
  { readonly key: TextKey; readonly params?: TextParams } | { readonly problem: Problem };

/** One way on that a notice offers. */
export interface NoticeAction {
  readonly label: NoticeWords;
  readonly act: () => void | Promise<void>;
}

/** One plain sentence about a scan, what was scanned, and what can be done with it. */
export interface Notice {
  readonly says: NoticeWords;
  /** The code as it is used; null where the sentence says it all. */
  readonly code: string | null;
  /** The car it is about. */
  readonly car: Pick<DirectoryCar, 'licensePlate' | 'name' | 'brand' | 'model'> | null;
  /** The first is the one most want. */
  readonly actions: readonly NoticeAction[];
}

const store = createStore<{ readonly notice: (Notice & { readonly number: number }) | null }>(() => ({
  notice: null,
}));
let number = 0;

/** Shows what was scanned; the last scan counts. */
export function showNotice(notice: Notice): void {
  number += 1;
  store.setState({ notice: { ...notice, number } });
}

/** Takes it away. */
export function clearNotice(): void {
  store.setState({ notice: null });
}

/** The notice that is shown; `number` is another one for every scan. */
export const useNotice = () => useStore(store, ({ notice }) => notice);
