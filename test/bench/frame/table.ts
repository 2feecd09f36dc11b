/** A table in Markdown, its columns as wide as they must be; a row may end early. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.filter(isWhole(head)).map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${head.map((_, column) => (cells[column] ?? '').padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}

const isWhole = (head: readonly string[]) => (row: readonly string[]) => row.length === head.length;
