import { Drawer } from '@mantine/core';
import { Sidebar } from './sidebar.tsx';

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  onFind?: () => void;
}
/** The menu on a phone. */
export function MenuDrawer({ opened, onClose, onFind }: MenuDrawerProps) {
  const find = () => {
    onClose();
    onFind?.();
  };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={256}
      padding={0}
      title="Menu"
      styles={{ header: { paddingInline: 16 } }}
    >
      <Sidebar isNarrow={false} onGo={onClose} {...(onFind && { onFind: find })} />
    </Drawer>
  );
}
