import { UnstyledButton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import type { Explained } from './explain-dialog.tsx';
import classes from './location-rates.module.css';

const ExplainDialog = later(() => import('./explain-dialog.tsx').then((module) => module.ExplainDialog));

interface ExplainRateButtonProps extends Explained {
  /** Label for screen readers, because the link is repeated in many rows. */
  label: string;
  children: ReactNode;
}
/** Opens the explainer of a tax rate; plain content for users without access to it. */
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
