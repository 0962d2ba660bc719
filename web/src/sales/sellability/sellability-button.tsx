import { UnstyledButton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';
import classes from './sellability.module.css';

const SellabilityDialog = later(() =>
  import('./sellability-dialog.tsx').then((module) => module.SellabilityDialog),
);

interface SellabilityButtonProps {
  subProductId: string;
  locationId: string;
  /** The label for screen readers, because the same link appears in many rows. */
  label: string;
  children: ReactNode;
}
/** Opens the explanation of whether an item can be sold at a location; without permission, shows only the text. */
export function SellabilityButton({ subProductId, locationId, label, children }: SellabilityButtonProps) {
  const [opened, setOpened] = useState(false);
  const may = useCan('sub_product_view');
  if (!may) return children;
  return (
    <>
      <UnstyledButton className={classes.link} aria-label={label} onClick={() => setOpened(true)}>
        {children}
      </UnstyledButton>
      {opened && (
        <Suspense>
          <SellabilityDialog
            subProductId={subProductId}
            locationId={locationId}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
