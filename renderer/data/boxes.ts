import type { StockBox } from '../../shared/domain/boxes.ts';
import { useQuery } from './lookup.ts';

const nothing = {};
const topics = ['boxes', 'jobs', 'queue', 'directory', 'profile'] as const;

/** The Boxes at hand, and those that are defective or lost, the latest movement first. */
export const useBoxes = () => useQuery(window.boxwright.boxes.list, nothing, topics);

/** This laptop's stored data of these Boxes. */
export const useKnownBoxes = (serials: readonly string[]): readonly StockBox[] =>
  useQuery(window.boxwright.boxes.read, { serials: [...serials] }, topics).value?.boxes ?? [];
