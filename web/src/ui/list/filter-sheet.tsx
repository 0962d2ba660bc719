import { Button, Drawer, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list.module.css';

interface FilterSheetProps {
  opened: boolean;
  onClose: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** The filters below 768 px. */
export function FilterSheet({ opened, onClose, onClear, children }: FilterSheetProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="bottom" size="auto" title="Filters">
      <Stack gap="sm" className={classes.sheet ?? ''}>
        {children}
        <Button onClick={onClose}>Show</Button>
        <Button variant="default" onClick={onClear}>
          Clear all
        </Button>
      </Stack>
    </Drawer>
  );
}
