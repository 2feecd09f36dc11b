import { createStore, useStore } from 'zustand';
import type { DirectoryCar } from '../../shared/domain/directory.ts';
import type { Problem } from '../../shared/problem.ts';
import type { TextKey, TextParams } from '../i18n/texts.ts';

/** Words as their key, or as the problem they tell of: a notice that stays says them in the language chosen meanwhile. */
export type NoticeWords =
  { readonly key: TextKey; readonly params?: TextParams } | { readonly problem: Problem };

/** One way on that a notice offers. */
export interface NoticeAction {
  readonly label: NoticeWords;
  readonly act: () => void | Promise<void>;
}

/** One plain sentence about a scan or a dropped file, its code or name, and the acts that it offers. */
export interface Notice {
  readonly about: 'scan' | 'file';
  readonly says: NoticeWords;
  /** The code as it is used, or the name of the file; null where the sentence says it all. */
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

/** Shows a notice; the last one counts. */
export function showNotice(notice: Notice): void {
  number += 1;
  store.setState({ notice: { ...notice, number } });
}

/** Takes it away. */
export function clearNotice(): void {
  store.setState({ notice: null });
}

/** The notice that is shown; `number` is another one for every notice. */
export const useNotice = () => useStore(store, ({ notice }) => notice);
