import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

interface RemoveButtonProps {
  label: string;
  onClick: () => void;
  size?: number | string;
}
/** Removes one row of a list that is being edited. */
export const RemoveButton = ({ label, onClick, size = 36 }: RemoveButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size={size} aria-label={label} onClick={onClick}>
    <IconTrash size={16} />
  </ActionIcon>
);
