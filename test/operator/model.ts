/**
 * The data of the simulated operator. `customerId` and the sets are its own book-keeping; what goes over the wire is
 * chosen in `resources/`.
 */
export type Customer = { readonly id: number; readonly name: string };

export type Car = {
  readonly id: number;
  readonly customerId: number;
  name: string | null;
  description: string | null;
  vin: string | null;
  licensePlate: string | null;
  brand: string | null;
  model: string | null;
};

export type User = {
  readonly id: number;
  /** The customers this user is linked to; removing the link hides the user there and nowhere else. */
  readonly customerIds: Set<number>;
  readonly emailAddress: string;
  readonly userData: { readonly firstName: string | null; readonly lastName: string | null };
};

export type Assignment = {
  readonly id: number;
  readonly customerId: number;
  readonly carId: number;
  readonly userId: number | null;
  /** UTC, ISO 8601 with Z. */
  start: string;
  /** Null means open-ended. */
  end: string | null;
  /** Seconds. */
  lifetime: number | null;
  /** Seconds. */
  renewableAfter: number | null;
};

export type Group = {
  readonly id: number;
  readonly customerId: number;
  name: string;
  readonly carIds: Set<number>;
  readonly userIds: Set<number>;
  readonly productIds: Set<number>;
  readonly serviceIds: Set<number>;
};

export type Product = {
  readonly id: number;
  readonly customerId: number;
  readonly uniqueId: string;
  readonly serialNumber: string;
  readonly sapNumber: string;
  readonly type: string;
  carId: number | null;
};

export type Service = {
  readonly id: number;
  readonly customerId: number;
  readonly name: string | null;
  productId: number | null;
  readonly isTerminated: boolean;
  readonly terminationDate: string | null;
  readonly terminationCause: string | null;
};

export type KeyShape = 'flip' | 'smart' | 'blade' | 'slot' | 'card';

export type KeyForm = {
  readonly id: number;
  readonly name: string;
  readonly shape: KeyShape;
  readonly buttons: number;
};

export type Key = {
  readonly id: number;
  readonly brand: string;
  readonly boxName: string | null;
  readonly boxSapNumber: string | null;
  readonly keyProfileCode: number;
  readonly keyFormId: number;
};

export type EventRecord = {
  readonly id: number;
  readonly customerId: number;
  readonly dateTime: string;
  readonly utcDateTime: string;
  readonly userId: number;
  readonly carId: number;
  readonly type: 'CarOpened' | 'CarClosed';
  readonly userAgent: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
};
