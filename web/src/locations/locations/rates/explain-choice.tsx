import { Modal } from '@mantine/core';
import { useState } from 'react';
import { SubProductSelect } from '../../../links/catalog/sub-product-select.tsx';
import { Explanation } from './explain-dialog.tsx';

interface ExplainChoiceProps {
  locationId: string;
  day: string;
  onClose: () => void;
}
/** Lets the user choose a product, then explains its rates at the location. */
export function ExplainChoice({ locationId, day, onClose }: ExplainChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title="Tax and commission of a product" size={600}>
      <SubProductSelect label="Sub-product" value={chosen} onChange={setChosen} mb="md" data-autofocus />
      {chosen && <Explanation subProductId={chosen} locationId={locationId} day={day} />}
    </Modal>
  );
}
