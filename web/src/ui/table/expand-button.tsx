import { IconChevronRight } from '@tabler/icons-react';
import classes from './expand-button.module.css';

interface ExpandButtonProps {
  label: string;
  isOpen: boolean | undefined;
  onClick: () => void;
}
/** Shows or hides the rows below a table row. */
export const ExpandButton = ({ label, isOpen, onClick }: ExpandButtonProps) => (
  <button
    type="button"
    className={`inline-row justify-center flex-none secondary ${classes.button}`}
    aria-expanded={isOpen}
    aria-label={label}
    onClick={onClick}
  >
    <IconChevronRight size={16} />
  </button>
);
