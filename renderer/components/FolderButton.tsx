import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useText } from '../i18n/use-text.ts';

/** Opens the folder of a file that was saved. */
export function FolderButton({ onShow }: { readonly onShow: () => void }) {
  const text = useText();
  return (
    <Button
      variant="default"
      leftSection={<IconFolderOpen size={20} stroke={1.8} aria-hidden />}
      onClick={onShow}
    >
      {text('common.openFolder')}
    </Button>
  );
}
