import type { Ref } from '@aisle/contract/core/fields';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { ItemPicker } from '../../../links/catalog/item-picker.tsx';
import { Explanation } from './explain-dialog.tsx';

interface ExplainChoiceProps {
  locationId: string;
  day: string;
  onClose: () => void;
}
/** Lets the user choose a product, then explains its rates at the location. */
export function ExplainChoice({ locationId, day, onClose }: ExplainChoiceProps) {
  const [items, setItems] = useState<Ref[]>([]);
  return (
    <Modal opened onClose={onClose} title="Tax and commission of a product" size={600}>
      <ItemPicker label="Sub-product" items={items} max={1} autoFocus onChange={setItems} />
      {items.map(({ _id }) => (
        <div key={_id} className="mt-4">
          <Explanation subProductId={_id} locationId={locationId} day={day} />
        </div>
      ))}
    </Modal>
  );
}
