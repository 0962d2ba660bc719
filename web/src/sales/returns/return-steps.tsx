import { type Return, type ReturnStep, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { invalidate, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { notifySuccess, withoutToast } from '../../core/notice.tsx';
import { later } from '../../core/pages/lazy.ts';
import { refundText } from '../../links/sales/refund-status.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { useReadVersion } from '../../ui/form/use-read-version.ts';
import type { MenuEntry } from '../../ui/menu-button.tsx';
import { plansFor, type ReturnPlan, steppedText } from './return-labels.ts';

const InspectDialog = later(() => import('./inspect-dialog.tsx').then((module) => module.InspectDialog));
const CollectDialog = later(() => import('./collect-dialog.tsx').then((module) => module.CollectDialog));
const WhyDialog = later(() => import('./why-dialog.tsx').then((module) => module.WhyDialog));

type Extras = Pick<ReturnStep, 'lines' | 'note' | 'driverId'>;

/** Moves a return to its next status; refetches it after a conflict. */
function useReturnStep(request: Return) {
  const client = useQueryClient();
  const stepping = useWrite(returnRoutes.updateStatus);
  async function run(to: Return['status'], version: number, extras: Extras = {}): Promise<void> {
    try {
      const stepped = await withoutToast(() =>
        stepping.mutateAsync({
          params: { id: request._id },
          body: { status: to, version, ...extras },
        }),
      );
      notifySuccess(stepped.refund && to === 'returned' ? refundText(stepped.refund) : steppedText(stepped));
    } catch (error) {
      if (isApiError(error) && error.status === 409) await invalidate(client, ['orders']);
      throw error;
    }
  }
  return { run, isRunning: stepping.isPending };
}

interface ReturnActions {
  primary: ReactNode;
  actions: ReactNode;
  menu: MenuEntry[];
  dialogs: ReactNode;
}

/** The actions of a return: the next step, one alternative beside it, and rare ones in the menu. */
export function useReturnActions(request: Return): ReturnActions {
  const { first, others, endings } = plansFor(request);
  const { run, isRunning } = useReturnStep(request);
  const [asking, setAsking] = useState<ReturnPlan | null>(null);

  async function press(plan: ReturnPlan): Promise<void> {
    if (plan.asks) return setAsking(plan);
    const { label, text } = plan;
    const isSure = await confirm({
      title: `${label}: ${request.number}?`,
      text,
      confirm: label,
      danger: false,
    });
    // A toast shows errors.
    if (isSure) await run(plan.to, request.version).catch(() => undefined);
  }

  // A new request is either approved or rejected; later, returns rarely end early.
  const isOpenQuestion = request.status === 'requested';
  const [beside, ...rare] = isOpenQuestion ? [...endings, ...others] : others;
  const menu = isOpenQuestion ? rare : [...rare, ...endings];
  return {
    primary: first && (
      <Button loading={isRunning} onClick={() => void press(first)}>
        {first.label}
      </Button>
    ),
    actions: beside && (
      <Button
        variant={beside.isEnding ? 'outline' : 'default'}
        {...(beside.isEnding && { color: 'red' })}
        disabled={isRunning}
        onClick={() => void press(beside)}
      >
        {beside.label}
      </Button>
    ),
    menu: menu.map((plan) => ({
      label: plan.label,
      danger: plan.isEnding,
      onClick: () => void press(plan),
    })),
    dialogs: asking && (
      <StepDialogs
        request={request}
        plan={asking}
        isRunning={isRunning}
        run={run}
        onClose={() => setAsking(null)}
      />
    ),
  };
}

/** Asks for the additional input of a step. */
function StepDialogs({ run, ...props }: StepDialogsProps) {
  const { request, plan, onClose } = props;
  const send = useReadVersion(request);
  // A toast shows errors, and the dialog stays open for another attempt.
  const finish: StepDialogProps['finish'] = (to, extras) =>
    send((version) => run(to.to, version, extras)).then(onClose, () => undefined);
  return (
    <Suspense>
      {plan.asks === 'inspection' && <InspectDialog {...props} finish={finish} />}
      {plan.asks === 'driver' && <CollectDialog {...props} finish={finish} />}
      {plan.asks === 'reason' && <WhyDialog {...props} finish={finish} />}
    </Suspense>
  );
}

interface StepDialogsProps extends Omit<StepDialogProps, 'finish'> {
  run: ReturnType<typeof useReturnStep>['run'];
}

export interface StepDialogProps {
  request: Return;
  plan: ReturnPlan;
  isRunning: boolean;
  finish: (plan: ReturnPlan, extras: Extras) => Promise<void>;
  onClose: () => void;
}
