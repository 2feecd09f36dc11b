/** Prints one part of the window alone; the style sheet of that part says how, by `data-printing` of the document. */
export function printThis(what: 'scanner-test'): void {
  const { dataset } = document.documentElement;
  dataset['printing'] = what;
  window.addEventListener('afterprint', () => delete dataset['printing'], { once: true });
  window.print();
}
