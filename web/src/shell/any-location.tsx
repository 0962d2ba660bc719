import { locationRoutes } from '@aisle/contract/locations/locations';
import { ChoiceSelect } from '../ui/form/fields/choice-select.tsx';
import type { LocationChoice } from './location-switcher.tsx';

interface AnyLocationProps {
  chosen: LocationChoice | null;
  onChoose: (location: LocationChoice | null) => void;
}
/** Searches all locations of the marketplace, which would be too many for a menu. */
export function AnyLocation({ chosen, onChoose }: AnyLocationProps) {
  return (
    <ChoiceSelect
      aria-label="Location"
      placeholder="Find a location"
      route={locationRoutes.dropdown}
      current={chosen}
      value={chosen?._id ?? null}
      clearable
      // Prevents the menu from handling the field's arrow keys and letters.
      onKeyDown={(event) => event.stopPropagation()}
      comboboxProps={{ withinPortal: false }}
      onChange={(id, option) => onChoose(id === null ? null : { _id: id, name: option.label })}
    />
  );
}
