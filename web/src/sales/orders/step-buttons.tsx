import type { Order } from '@aisle/contract/sales/order-view';
import { Alert, Button, Menu, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { statusLabel } from '../../links/order-status.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { CodeDialog } from './code-dialog.tsx';
import { EndingDialog } from './ending-dialog.tsx';
import classes from './orders.module.css';
import { plansFor, type StepPlan } from './step-words.ts';
import { isSure } from './use-step-undo.ts';
import type { useSteps } from './use-steps.ts';

interface StepButtonsProps {
  order: Order;
  steps: ReturnType<typeof useSteps>;
  /** Saves what is half done first; false when that did not go. */
  before?: () => Promise<number | false>;
  /** While something is being saved, what a step would start from is not known yet. */
  isSaving?: boolean;
}

/** The ways on from here, the usual one largest. Each says what will happen before it does. */
export function StepButtons({ order, steps, before, isSaving = false }: StepButtonsProps) {
  const { first, others, endings } = plansFor(order);
  const [asking, setAsking] = useState<StepPlan | null>(null);
  const isBusy = steps.isRunning || isSaving;
  useHotkeys({ '.': () => first && !isBusy && void press(first) });

  async function press(plan: StepPlan): Promise<void> {
    if (plan.asks) return setAsking(plan);
    if (!(await isSure(order, plan))) return;
    const version = before && plan.steps[0] === 'prepared' ? await before() : order.version;
    if (version !== false) await steps.run(plan, version);
  }

  return (
    <Stack gap="xs" className={classes.noPrint}>
      {steps.overtaken && (
        <Alert color="yellow" variant="light" withCloseButton closeButtonLabel="Close" onClose={steps.forget}>
          {steps.overtaken.by} was faster: this order is now “{statusLabel(steps.overtaken.status)}”.
        </Alert>
      )}
      {first && (
        <Button size="md" fullWidth loading={isBusy} onClick={() => void press(first)}>
          {first.label}
        </Button>
      )}
      {others.map((plan) => (
        <Button
          key={plan.label}
          variant="default"
          fullWidth
          disabled={isBusy}
          onClick={() => void press(plan)}
        >
          {plan.label}
        </Button>
      ))}
      {endings.length > 0 && (
        <Menu position="bottom-end" width="target">
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              fullWidth
              disabled={isBusy}
              rightSection={<IconChevronDown size={16} />}
            >
              Cancel or reject
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {endings.map((plan) => (
              <Menu.Item key={plan.label} c="var(--aisle-bad)" onClick={() => void press(plan)}>
                {plan.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {asking?.asks === 'reason' && (
        <EndingDialog
          order={order}
          plan={asking}
          run={steps.run}
          lookAgain={steps.lookAgain}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.asks === 'code' && (
        <CodeDialog
          title={asking.label}
          text={asking.text}
          confirm={(code) => steps.run(asking, order.version, { code })}
          onClose={() => setAsking(null)}
        />
      )}
    </Stack>
  );
}
