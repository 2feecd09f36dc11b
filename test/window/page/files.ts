/** Files as a person drags or chooses them. */
export function carried(files: readonly File[]): DataTransfer {
  const carrying = new DataTransfer();
  for (const file of files) carrying.items.add(file);
  return carrying;
}

/**
 * Chooses a file in the page itself. `userEvent.upload` sends the bytes through the test's connection to the browser,
 * which takes a minute for 10 MB on a busy machine.
 */
export function chooseLarge(input: HTMLInputElement, file: File): void {
  input.files = carried([file]).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
