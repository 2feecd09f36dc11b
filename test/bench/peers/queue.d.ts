import type BetterSqlite3 from 'better-sqlite3';
import type { Order } from '../drain/laptop.ts';

export declare function plainjob(sqlite: BetterSqlite3.Database, orders: readonly Order[]): number;
export declare function betterQueue(
  sqlite: BetterSqlite3.Database,
  orders: readonly Order[],
): Promise<number>;
export declare function liteque(file: string, orders: readonly Order[]): Promise<number>;
