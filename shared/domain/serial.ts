/*
 * Serial numbers, plates and VINs as people type, print and scan them. Looking up folds; the original is always kept.
 */

/** How a serial is compared: no spaces, dashes or dots, upper case, no leading zeros. */
export function foldSerial(text: string): string {
  const compact = text.toUpperCase().replace(/[\s\-._]/g, '');
  return compact.replace(/^0+(?=.)/, '');
}

/** How a serial is sent when the directory does not know it: as typed, without inner spaces, upper case. */
export function sendableSerial(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, '');
}

/** A serial that could be one: letters, digits, dashes, 3 to 40 characters once folded. */
export function looksLikeSerial(text: string): boolean {
  return /^[A-Z0-9]{3,40}$/.test(text.toUpperCase().replace(/[\s\-._]/g, ''));
}

/** How plates, VINs and names are compared: look-alikes O/0 and I/1 fold to the digit, accents and separators go. */
export function foldForSearch(text: string): string {
  if (isAscii.test(text)) return lookAlikes(text.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/ß/g, 'SS')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return lookAlikes(plain);
}

/** Most plates, VINs and names: no accents to take off, and half the time. */
const isAscii = /^[\0-\x7f]*$/;
const lookAlikes = (text: string) => text.replace(/[OQ]/g, '0').replace(/[IL]/g, '1');
