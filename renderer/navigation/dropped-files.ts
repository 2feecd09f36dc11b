import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from 'zustand';
import { openDialog } from './use-shortcuts.ts';

/** The kinds of files that the window takes from the desktop. */
export type DroppedKind = 'picture' | 'list' | 'job';

/** Decided by file name and media type; null = a file that the window cannot use. */
export function droppedKind({ name, type }: Pick<File, 'name' | 'type'>): DroppedKind | null {
  const lower = name.toLowerCase();
  if (lower.endsWith('.boxwright-job')) return 'job';
  if (lower.endsWith('.csv') || lower.endsWith('.txt')) return 'list';
  return type.startsWith('image/') ? 'picture' : null;
}

/** `aim` = several places accept the kind and the pointer was over none of them; `nowhere` = no place accepts it. */
export type DropDelivery = 'taken' | 'aim' | 'dialog-open' | 'nowhere';

interface Place {
  readonly kind: DroppedKind;
  readonly element: () => HTMLElement | null;
  readonly take: (files: readonly File[]) => void;
}

const places: Place[] = [];

/** @returns a function that removes the place */
export function addDropPlace(place: Place): () => void {
  places.push(place);
  return () => {
    places.splice(places.indexOf(place), 1);
  };
}

/**
 * Makes an element a place for dropped files: `<div {...useDropPlace('picture', add)}>`. It has an outline while files
 * are over the window. With `take` null the place accepts none now.
 */
export function useDropPlace<Tag extends HTMLElement>(
  kind: DroppedKind,
  take: ((files: readonly File[]) => void) | null,
) {
  const ref = useRef<Tag>(null);
  const latest = useEffectEvent((files: readonly File[]) => take?.(files));
  const takes = take !== null;
  useLayoutEffect(() => {
    if (!takes) return undefined;
    return addDropPlace({ kind, element: () => ref.current, take: (files) => latest(files) });
  }, [kind, takes]);
  return { ref, 'data-drop': takes ? kind : undefined };
}

/**
 * Gives files of one kind to the place under the pointer, else to the only one that accepts them. Places behind an open
 * dialog get none.
 */
export function deliverFiles(kind: DroppedKind, files: readonly File[], at: Element | null): DropDelivery {
  const dialog = openDialog();
  const wanting = places.flatMap((place) => {
    const element = place.kind === kind ? place.element() : null;
    return element !== null && (dialog === null || dialog.contains(element)) ? [{ place, element }] : [];
  });
  const [only, ...others] = wanting;
  const chosen =
    wanting.find(({ element }) => element.contains(at)) ?? (others.length === 0 ? only : undefined);
  if (chosen !== undefined) {
    chosen.place.take(files);
    return 'taken';
  }
  if (only !== undefined) return 'aim';
  return dialog === null ? 'nowhere' : 'dialog-open';
}

/** The list of cars that was dropped on the window and waits for its import; null = none. */
const droppedList = createStore<{ readonly file: File | null }>(() => ({ file: null }));
export const setDroppedList = (file: File | null): void => droppedList.setState({ file });
export const useDroppedList = (): File | null => useStore(droppedList).file;
