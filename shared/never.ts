/** The end of an exhaustive switch: a new member of the union becomes a compile error here. */
export function neverReached(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
