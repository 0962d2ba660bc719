import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

interface RemoveButtonProps {
  label: string;
  onClick: () => void;
  size?: number | string;
}
/** Removes a row of an editable list. */
export const RemoveButton = ({ label, onClick, size = 36 }: RemoveButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size={size} aria-label={label} onClick={onClick}>
    <IconTrash size={16} />
  </ActionIcon>
);
