import { Checkbox } from '@mantine/core';

/** To be chosen for a trip of several. */
export interface Choice {
  isChosen: boolean;
  isOpen: boolean;
  toggle: () => void;
}
export const ChoiceBox = ({ number, choice }: { number: string; choice: Choice | undefined }) =>
  choice && (
    <Checkbox
      size="xs"
      color="teal"
      aria-label={`Choose ${number}`}
      checked={choice.isChosen}
      disabled={!choice.isOpen}
      onChange={choice.toggle}
    />
  );
