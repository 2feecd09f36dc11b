/** Prints one part of the window. The style sheet of that part selects it by `data-printing` on the document. */
export function printThis(what: 'scanner-test'): void {
  const { dataset } = document.documentElement;
  dataset['printing'] = what;
  window.addEventListener('afterprint', () => delete dataset['printing'], { once: true });
  window.print();
}
