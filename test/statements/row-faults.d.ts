/*
 * The types that compare the type of a row with the columns of its statement. `checkRows` puts `CheckedRow` around each type of a row: a
 * fault that is not `never` is then an error of the compiler, which says the fault.
 */

interface ColumnKinds {
  text: string;
  number: number;
  bytes: Uint8Array;
  any: string | number | Uint8Array;
}

/** A column as it is: [its kind, how often it is null]. */
type ColumnFact = readonly [keyof ColumnKinds, 'never' | 'maybe' | 'either'];

/** A type may be wider than its column, and may name the only values that are stored there. */
type IsOfKind<Value, Kind> = [Value] extends [Kind] ? true : [Kind] extends [Value] ? true : false;

type ValueFault<Value, Name extends string, Fact extends ColumnFact> =
  IsOfKind<Exclude<Value, null>, ColumnKinds[Fact[0]]> extends true
    ? null extends Value
      ? Fact[1] extends 'never'
        ? `${Name} is never null`
        : never
      : Fact[1] extends 'maybe'
        ? `${Name} can be null`
        : never
    : `${Name} is ${Fact[0]}`;

/** Of a row type without named columns, only a column that can be null is a fault. */
type RowFault<Row, Facts extends Readonly<Record<string, ColumnFact>>> = string extends keyof Row
  ? Exclude<FaultIn<Row, Facts>, `${string} is never null`>
  : FaultIn<Row, Facts> | `${Exclude<keyof Row, keyof Facts> & string} is no column`;

type FaultIn<Row, Facts extends Readonly<Record<string, ColumnFact>>> = {
  [Name in keyof Facts & string]: Name extends keyof Row
    ? ValueFault<Row[Name], Name, Facts[Name]>
    : `${Name} is not in the type`;
}[keyof Facts & string];

/** The type itself; its second argument is the faults found in it. */
type CheckedRow<Row, Fault extends never> = [Fault] extends [never] ? Row : Row;
