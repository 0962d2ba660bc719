import type { Order } from '@aisle/contract/orders';
import { orderRoutes } from '@aisle/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { newestFirst } from './order-events.ts';
import type { StepPlan } from './step-words.ts';

/** Somebody else was quicker: where they took the order. */
export interface Overtaken {
  by: string;
  status: string;
}
export interface StepExtras {
  note?: string;
  code?: string;
}

/** Takes an order along a plan. A refusal because somebody was faster shows who, and where it stands now. */
export function useSteps(orderId: string) {
  const client = useQueryClient();
  const stepping = useWrite(orderRoutes.updateStatus);
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const [isRunning, setRunning] = useState(false);

  async function run(plan: StepPlan, version: number, extras: StepExtras = {}): Promise<Order | undefined> {
    setOvertaken(null);
    setRunning(true);
    try {
      let order: Order | undefined;
      for (const status of plan.steps) {
        order = await stepping.mutateAsync({
          params: { id: orderId },
          body: { status, version: order?.version ?? version, ...extras },
        });
      }
      if (order) client.setQueryData(read(orderRoutes.view, { params: { id: orderId } }).queryKey, order);
      return order;
    } catch (error) {
      await lookAgain(error);
      return undefined;
    } finally {
      setRunning(false);
    }
  }

  /** After a refusal: reads the order again, and says who was faster where that was why. */
  async function lookAgain(error: unknown): Promise<void> {
    if (!isApiError(error) || error.status !== 409) return;
    const fresh = await client
      .fetchQuery({ ...read(orderRoutes.view, { params: { id: orderId } }), staleTime: 0 })
      .catch(() => undefined);
    if (!fresh || !['orders.step-not-possible', 'version-stale', 'orders.not-editable'].includes(error.code))
      return;
    const [latest] = newestFirst(fresh.events);
    setOvertaken({ by: latest?.by ?? 'Somebody', status: fresh.headlineStatus });
  }

  return { run, lookAgain, isRunning, overtaken, forget: () => setOvertaken(null) };
}
