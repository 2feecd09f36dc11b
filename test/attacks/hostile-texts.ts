const repeated =
  (piece: string, end = '') =>
  (length: number) =>
    piece.repeat(Math.ceil(length / piece.length)) + end;

/** Texts that expressions with backtracking read in quadratic time or worse. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'one long word': repeated('a'),
  'one long word before a sign': repeated('a', ':'),
  'beginnings of a credential': repeated('token='),
  'quotes that never end': repeated(`token="x password='`),
  'beginnings of an address': repeated('a://'),
  'beginnings of a tag': repeated('<'),
  'titles that never end': (length: number) => `<html>${'<title'.repeat(length / 6)}`,
  'titles without an end tag': (length: number) => `<html>${'<title>'.repeat(length / 7)}`,
  'scripts that never end': (length: number) => `<html>${'<script>'.repeat(length / 8)}`,
  'end tags that never end': (length: number) => `<html><script>${'</script '.repeat(length / 9)}`,
  spaces: repeated(' ', 'x'),
  'line breaks': repeated('\n', 'x'),
  slashes: repeated('/', 'x'),
  dots: repeated('.', 'x'),
  'question marks': repeated('?', 'x'),
  digits: repeated('1', 'x'),
  'nested lists': (length: number) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'nested errors': (length: number) => '{"error":'.repeat(length / 10) + '1' + '}'.repeat(length / 10),
};
