import { create } from 'zustand';

/** Which filter's choices are open, by an id that no change of language changes; null = none. What is beneath them rests meanwhile. */
export const useOpenMenu = create<{ readonly menu: string | null }>(() => ({ menu: null }));

/** Are any choices open? */
export const useMenuIsOpen = (): boolean => useOpenMenu(({ menu }) => menu !== null);
