/**
 * Groups of four characters, the last of up to five, where the serial has no grouping of its own: people compare digits
 * in groups.
 */
export function serialGroups(serial: string): readonly string[] {
  return /^[A-Za-z0-9]{6,}$/.test(serial) ? (serial.match(/.{5}$|.{1,4}/g) ?? [serial]) : [serial];
}
