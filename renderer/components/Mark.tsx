/** The product's mark: a Box with a key's bow. The same drawing as resources/icons/mark.svg. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M16 3.5 27 9.6v12.8L16 28.5 5 22.4V9.6z" />
      <path d="M5.4 9.9 16 15.8l10.6-5.9" />
      <path d="M16 15.8v4.1" />
      <circle cx="16" cy="22.4" r="2.4" fill="currentColor" stroke="none" />
    </svg>
  );
}
