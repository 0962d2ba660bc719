import { Button, Popover } from '@mantine/core';
import classes from './columns.module.css';

interface WidthButtonsProps {
  label: string;
  onNarrower: () => void;
  onWider: () => void;
  onReset: () => void;
  onClose: () => void;
}

/** Changes the width of a column by clicks. Loaded on its own, because few lists are resized this way. */
export function WidthButtons({ label, onNarrower, onWider, onReset, onClose }: WidthButtonsProps) {
  return (
    <Popover opened onChange={onClose} withRoles={false} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <span className={classes.anchor} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label} className="flex gap-2">
        <Button variant="default" size="xs" onClick={onNarrower}>
          Narrower
        </Button>
        <Button variant="default" size="xs" onClick={onWider}>
          Wider
        </Button>
        <Button variant="default" size="xs" onClick={onReset}>
          Reset
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
