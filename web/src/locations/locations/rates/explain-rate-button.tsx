import { UnstyledButton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import type { Explained } from './explain-dialog.tsx';
import classes from './location-rates.module.css';

const ExplainDialog = later(() => import('./explain-dialog.tsx').then((module) => module.ExplainDialog));

interface ExplainRateButtonProps extends Explained {
  /** Label for screen readers, as the link is repeated in many rows. */
  label: string;
  children: ReactNode;
}
/** Opens why something is taxed as it is; for others only what it says. */
export function ExplainRateButton({ label, children, ...about }: ExplainRateButtonProps) {
  const [opened, setOpened] = useState(false);
  const maySeeTaxes = useCan('tax_list');
  const maySeeRates = useCan('store_tax_comm_view');
  if (!maySeeTaxes && !maySeeRates) return children;
  return (
    <>
      <UnstyledButton className={classes.link ?? ''} aria-label={label} onClick={() => setOpened(true)}>
        {children}
      </UnstyledButton>
      {opened && (
        <Suspense>
          <ExplainDialog {...about} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
