import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface AddButtonProps {
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}
/** Adds a row to the editable list above it. */
export const AddButton = ({ disabled = false, onClick, children }: AddButtonProps) => (
  <div>
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlus size={16} />}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  </div>
);
