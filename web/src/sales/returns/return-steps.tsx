import { type Return, returnRoutes } from '@aisle/contract/sales/returns';
import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { invalidate, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { later } from '../../core/later.ts';
import { tellSuccess, withoutToast } from '../../core/notice.tsx';
import { refundText } from '../../links/refund-status.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { plansFor, type ReturnPlan, steppedText } from './return-words.ts';

const InspectDialog = later(() => import('./inspect-dialog.tsx').then((module) => module.InspectDialog));
const CollectDialog = later(() => import('./collect-dialog.tsx').then((module) => module.CollectDialog));
const WhyDialog = later(() => import('./why-dialog.tsx').then((module) => module.WhyDialog));

type Extras = Pick<
  NonNullable<Parameters<ReturnType<typeof useReturnStep>['run']>[1]>,
  'lines' | 'note' | 'driverId'
>;

/** Moves a return to its next status; after a conflict with another user it is read again. */
function useReturnStep(request: Return) {
  const client = useQueryClient();
  const stepping = useWrite(returnRoutes.updateStatus);
  async function run(
    to: Return['status'],
    extras: {
      note?: string;
      driverId?: string;
      lines?: { lineId: string; received: number; condition: 'restock' | 'writeOff' }[];
    } = {},
  ): Promise<boolean> {
    try {
      const stepped = await withoutToast(() =>
        stepping.mutateAsync({
          params: { id: request._id },
          body: { status: to, version: request.version, ...extras },
        }),
      );
      tellSuccess(stepped.refund && to === 'returned' ? refundText(stepped.refund) : steppedText(stepped));
      return true;
    } catch (error) {
      if (isApiError(error) && error.status === 409) await invalidate(client, ['orders']);
      return false;
    }
  }
  return { run, isRunning: stepping.isPending };
}

/** The next steps, the usual one largest; the ways to end it below. */
export function ReturnSteps({ request }: { request: Return }) {
  const { first, others, endings } = plansFor(request);
  const { run, isRunning } = useReturnStep(request);
  const [asking, setAsking] = useState<ReturnPlan | null>(null);
  const close = () => setAsking(null);

  async function press(plan: ReturnPlan): Promise<void> {
    if (plan.asks) return setAsking(plan);
    const { label, text } = plan;
    const isSure = await confirm({
      title: `${label}: ${request.number}?`,
      text,
      confirm: label,
      danger: false,
    });
    if (isSure) await run(plan.to);
  }
  const finish = async (plan: ReturnPlan, extras: Extras) => {
    if (await run(plan.to, extras)) close();
  };

  if (!first && endings.length === 0) return null;
  return (
    <Stack gap="xs">
      {first && (
        <Button size="md" fullWidth loading={isRunning} onClick={() => void press(first)}>
          {first.label}
        </Button>
      )}
      {others.map((plan) => (
        <Button
          key={plan.to}
          variant="default"
          fullWidth
          disabled={isRunning}
          onClick={() => void press(plan)}
        >
          {plan.label}
        </Button>
      ))}
      {endings.map((plan) => (
        <Button
          key={plan.to}
          variant="subtle"
          color="red"
          fullWidth
          disabled={isRunning}
          onClick={() => void press(plan)}
        >
          {plan.label}
        </Button>
      ))}
      <Suspense>
        {asking?.asks === 'inspection' && (
          <InspectDialog
            request={request}
            plan={asking}
            isRunning={isRunning}
            finish={finish}
            onClose={close}
          />
        )}
        {asking?.asks === 'driver' && (
          <CollectDialog
            request={request}
            plan={asking}
            isRunning={isRunning}
            finish={finish}
            onClose={close}
          />
        )}
        {asking?.asks === 'reason' && (
          <WhyDialog request={request} plan={asking} isRunning={isRunning} finish={finish} onClose={close} />
        )}
      </Suspense>
    </Stack>
  );
}

export interface StepDialogProps {
  request: Return;
  plan: ReturnPlan;
  isRunning: boolean;
  finish: (plan: ReturnPlan, extras: Extras) => Promise<void>;
  onClose: () => void;
}
