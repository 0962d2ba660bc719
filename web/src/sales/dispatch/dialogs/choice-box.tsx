import { Checkbox, Tooltip } from '@mantine/core';

/** Whether an order is selected for a trip of several. */
export interface Choice {
  isChosen: boolean;
  isOpen: boolean;
  toggle: () => void;
}
export const ChoiceBox = ({ number, choice }: { number: string; choice: Choice | undefined }) =>
  choice && (
    <Tooltip
      label="A trip starts at one store. Clear the selection to select this one."
      disabled={choice.isOpen}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={240}
    >
      {/* A disabled checkbox could not be focused, and nobody would learn why. */}
      <Checkbox
        size="xs"
        color="teal"
        aria-label={`Select ${number}`}
        aria-disabled={!choice.isOpen || undefined}
        opacity={choice.isOpen ? 1 : 0.4}
        checked={choice.isChosen}
        onChange={() => choice.isOpen && choice.toggle()}
      />
    </Tooltip>
  );
