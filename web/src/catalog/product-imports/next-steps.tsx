import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useCanOpen } from '../../core/pages/screens.ts';
import { useCan } from '../../core/session/session.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { AssignLocations } from './assign-locations.tsx';
import classes from './next-steps.module.css';

/** The remaining steps before imported products can be sold. */
export function ProductNextSteps() {
  const mayAssign = useCan('assign_subProduct');
  const canOpen = useCanOpen();
  const [isAssigning, setAssigning] = useState(false);
  return (
    <Panel title="Next steps">
      <ol className={`plain-list grid gap-4 ${classes.next}`}>
        <li>
          <div>
            <Text fw={500}>Sell them at your stores</Text>
            <Text size="sm" c="dimmed">
              Customers can order a product only at stores it's assigned to.
            </Text>
          </div>
          {mayAssign && <Button onClick={() => setAssigning(true)}>Assign to locations…</Button>}
        </li>
        {canOpen('/inventory/add') && (
          <li>
            <div>
              <Text fw={500}>Receive stock</Text>
              <Text size="sm" c="dimmed">
                From a list or by barcode, for many products at once.
              </Text>
            </div>
            <ButtonLink to="/inventory/add" variant="default">
              Receive stock
            </ButtonLink>
          </li>
        )}
      </ol>
      {isAssigning && <AssignLocations onClose={() => setAssigning(false)} />}
    </Panel>
  );
}
