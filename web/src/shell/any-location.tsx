import { locationRoutes } from '@aisle/contract/locations/locations';
import { ChoiceSelect } from '../ui/form/fields/choice-select.tsx';
import type { LocationChoice } from './location-switcher.tsx';

interface AnyLocationProps {
  chosen: LocationChoice | null;
  onChoose: (location: LocationChoice | null) => void;
}
/** Any location of the marketplace: a menu would have to list them all. */
export function AnyLocation({ chosen, onChoose }: AnyLocationProps) {
  return (
    <ChoiceSelect
      aria-label="Location"
      placeholder="Find a location"
      route={locationRoutes.dropdown}
      current={chosen}
      value={chosen?._id ?? null}
      clearable
      // Arrow keys and letters are the field's here, not the menu's.
      onKeyDown={(event) => event.stopPropagation()}
      comboboxProps={{ withinPortal: false }}
      onChange={(id, option) => onChoose(id === null ? null : { _id: id, name: option.label })}
    />
  );
}
