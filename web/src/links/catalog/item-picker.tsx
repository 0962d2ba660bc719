import type { Ref } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { Pill } from '@mantine/core';
import { CatalogItemSearch } from './catalog-item-search.tsx';
import classes from './item-search.module.css';

interface ItemPickerProps {
  label: string;
  description?: string;
  items: readonly Ref[];
  /** With one item, another choice replaces it. */
  max: number;
  autoFocus?: boolean;
  onChange: (items: Ref[]) => void;
}

/** Chooses one or several items by the search for items, also with a scanner. */
export function ItemPicker({ label, description, items, max, autoFocus = false, onChange }: ItemPickerProps) {
  return (
    <div>
      <CatalogItemSearch
        label={label}
        description={description}
        autoFocus={autoFocus}
        onItem={(item) => {
          const chosen = { _id: item._id, name: itemName(item) };
          const others = items.filter(({ _id }) => _id !== item._id);
          onChange([...(max === 1 ? [] : others), chosen].slice(0, max));
        }}
      />
      {items.length > 0 && (
        <ul aria-label={`Chosen: ${label}`} className={`plain-list flex wrap gap-2 ${classes.chosen}`}>
          {items.map(({ _id, name }) => (
            <li key={_id}>
              <Pill
                size="md"
                withRemoveButton
                removeButtonProps={{ 'aria-label': `Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
                onRemove={() => onChange(items.filter((one) => one._id !== _id))}
              >
                {name}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
