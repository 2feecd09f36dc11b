import { createStore, useStore } from 'zustand';
import type { DirectoryCar } from '../../shared/domain/directory.ts';
import type { Problem } from '../../shared/problem.ts';
import type { TextKey, TextParams } from '../i18n/texts.ts';

/** A text by its key, or by a problem, so that an open notice follows a change of language. */
export type NoticeWords =
  { readonly key: TextKey; readonly params?: TextParams } | { readonly problem: Problem };

/** One act that a notice offers. */
export interface NoticeAction {
  readonly label: NoticeWords;
  readonly act: () => void | Promise<void>;
}

/** One plain sentence about a scan or a dropped file, with its code or name and its acts. */
export interface Notice {
  readonly about: 'scan' | 'file';
  readonly says: NoticeWords;
  /** The code as it is used, or the name of the file; null where the sentence needs none. */
  readonly code: string | null;
  /** The car it is about. */
  readonly car: Pick<DirectoryCar, 'licensePlate' | 'name' | 'brand' | 'model'> | null;
  /** The most likely act is first. */
  readonly actions: readonly NoticeAction[];
}

const store = createStore<{ readonly notice: (Notice & { readonly number: number }) | null }>(() => ({
  notice: null,
}));
let number = 0;

/** Shows a notice in place of the last one. */
export function showNotice(notice: Notice): void {
  number += 1;
  store.setState({ notice: { ...notice, number } });
}

/** Removes the present notice. */
export function clearNotice(): void {
  store.setState({ notice: null });
}

/** The present notice; `number` is unique for each. */
export const useNotice = () => useStore(store, ({ notice }) => notice);
