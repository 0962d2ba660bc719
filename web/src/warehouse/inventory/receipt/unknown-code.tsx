import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useCanOpen } from '../../../core/pages/screens.ts';
import { type ScannedItem, ScanSelect } from '../../../links/catalog/scan-select.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import classes from '../inventory.module.css';

/** What to do about goods whose code nothing has: find what they are, or add them. The receipt is kept meanwhile. */
export function UnknownCode({ code, onFound }: { code: string; onFound: (item: ScannedItem) => void }) {
  const [isFinding, setFinding] = useState(false);
  const canOpen = useCanOpen();
  return (
    <span className={classes.unknownActions}>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Find ${code}`}
        onClick={() => setFinding(true)}
      >
        Find
      </Button>
      {canOpen('/products/add') && (
        <ButtonLink
          to="/products/add"
          variant="default"
          size="compact-xs"
          aria-label={`New product for ${code}`}
        >
          New product
        </ButtonLink>
      )}
      <Modal
        opened={isFinding}
        onClose={() => setFinding(false)}
        title={`Find the item with the code ${code}`}
      >
        <ScanSelect
          label="Name, SKU or another barcode"
          onItem={(item) => {
            setFinding(false);
            onFound(item);
          }}
        />
      </Modal>
    </span>
  );
}
