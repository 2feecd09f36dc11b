const files: Readonly<Record<string, string>> = import.meta.glob('../../../docs/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

const addresses = new Map(
  Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** The address of a picture of the guides by its file name; null where there is none. */
export const pictureAddress = (file: string): string | null => addresses.get(file) ?? null;
