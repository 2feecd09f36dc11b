import type { FoldedCar } from '../search/fleet.ts';

/** Answers at most ten ids for the text that was typed. */
export type Search = (text: string) => Promise<readonly number[]>;

export declare function fuse(cars: readonly FoldedCar[]): Search;
export declare function miniSearch(cars: readonly FoldedCar[]): Search;
export declare function ufuzzy(cars: readonly FoldedCar[]): Search;
export declare function fts5(cars: readonly FoldedCar[], kind: 'beginnings' | 'trigrams'): Search;
export declare function flexSearch(cars: readonly FoldedCar[], tokenize: 'forward' | 'full'): Search;
