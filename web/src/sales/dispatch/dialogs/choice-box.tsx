import { Checkbox, Tooltip } from '@mantine/core';

/** Selects an order for a trip with several stops. */
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
      {/* A disabled checkbox can't get focus, so its tooltip would be out of reach. */}
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
